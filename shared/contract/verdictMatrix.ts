import { z } from 'zod';
import { type Stratum, stratumSchema } from '../model/stratum.ts';
import { VERDICT_STATES, type VerdictState } from '../model/verdict.ts';
import { NEAR_MISS_KINDS, type NearMissKind, WARNING_KINDS, type WarningKind } from '../model/why.ts';

/** The verdicts of one instance. Systems are places in the overview's `systems`. */
export type MatrixRow = {
  instance: number;
  instanceId: string;
  database: string;
  stratum: Stratum | null;
  /** One state a system. */
  states: VerdictState[];
  /** Systems whose verdict differs between rules. */
  flips: number[];
  /** Systems whose mismatch is a near miss or whose match carries a warning, with the kinds. */
  notes: { system: number; nearMisses: NearMissKind[]; warnings: WarningKind[] }[];
};

const BASE = 36;
const DIGITS = new Map<VerdictState, string>(VERDICT_STATES.map((state, place) => [state, place.toString(BASE)]));
const DIGIT_EACH = new RegExp(`^[${[...DIGITS.values()].join('')}]*$`);

/**
 * The rows of the matrix as they travel: column by column, a state as one character, and of flips and notes only those that
 * there are. 10,000 instances of 10 systems take 0.5 MB instead of 2.6, and each process on the way copies them.
 */
const packedMatrixSchema = z.object({
  instances: z.array(z.number().int()),
  instanceIds: z.array(z.string()),
  databases: z.array(z.string()),
  /** For each instance its place in `databases`. */
  databaseOf: z.array(z.number().int()),
  strata: z.array(stratumSchema.nullable()),
  /** For each instance a text with a digit to base 36 a system: its state's place in {@link VERDICT_STATES}. */
  states: z.array(z.string().regex(DIGIT_EACH)),
  flips: z.array(z.object({ row: z.number().int(), systems: z.array(z.number().int()) })),
  notes: z.array(
    z.object({
      row: z.number().int(),
      system: z.number().int(),
      nearMisses: z.array(z.enum(NEAR_MISS_KINDS)),
      warnings: z.array(z.enum(WARNING_KINDS)),
    }),
  ),
});
export type PackedMatrix = z.infer<typeof packedMatrixSchema>;

/** The rows as they travel. */
export function packMatrix(rows: readonly MatrixRow[]): PackedMatrix {
  const databases = [...new Set(rows.map(({ database }) => database))];
  const places = new Map(databases.map((database, place) => [database, place]));
  return {
    instances: rows.map(({ instance }) => instance),
    instanceIds: rows.map(({ instanceId }) => instanceId),
    databases,
    databaseOf: rows.map(({ database }) => places.get(database)!),
    strata: rows.map(({ stratum }) => stratum),
    states: rows.map(({ states }) => states.map((state) => DIGITS.get(state)!).join('')),
    flips: rows.flatMap(({ flips }, row) => (flips.length === 0 ? [] : [{ row, systems: flips }])),
    notes: rows.flatMap(({ notes }, row) => notes.map((note) => ({ row, ...note }))),
  };
}

function unpackMatrix(packed: PackedMatrix): MatrixRow[] {
  const rows = packed.instances.map(
    (instance, row): MatrixRow => ({
      instance,
      instanceId: packed.instanceIds[row]!,
      database: packed.databases[packed.databaseOf[row]!]!,
      stratum: packed.strata[row]!,
      states: Array.from(packed.states[row]!, (digit) => VERDICT_STATES[Number.parseInt(digit, BASE)]!),
      flips: [],
      notes: [],
    }),
  );
  for (const { row, systems } of packed.flips) rows[row]!.flips = systems;
  for (const { row, ...note } of packed.notes) rows[row]!.notes.push(note);
  return rows;
}

/** The packed rows, unpacked where they arrive. */
export const matrixSchema = packedMatrixSchema.transform(unpackMatrix);
