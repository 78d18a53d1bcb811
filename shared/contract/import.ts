import { z } from 'zod';
import { receiptSchema, storedReceiptSchema } from '../model/receipt.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

/** What brings instances, golds, schemas, databases or documents. The first six make the benchmark, the others add to it. */
export const BENCHMARK_FORMATS = [
  'spider',
  'bird',
  'spider2-snow',
  'spider2-lite',
  'spider2-aifunc',
  'table',
  'gold',
  'gold-tables',
  'schemas',
  'databases',
  'documents',
] as const;

export const PREDICTION_FORMATS = ['lines', 'sql-folder', 'csv-folder', 'jsonl', 'bird-json', 'csv'] as const;

export const TRAJECTORY_FORMATS = ['spider-agent-tc', 'spider-agent', 'dsr-sql', 'reforce', 'messages', 'inspect'] as const;

export const OUTCOME_FORMATS = ['aifunc-eval', 'spider2-ids', 'spider2-log', 'text2sql-eval-toolkit'] as const;

/** Which column of a table holds which field; fields are named by the reader of the table. */
export const columnMappingSchema = z.record(z.string(), z.string());
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

const systemName = z.string().trim().min(1).max(120);
const groupName = z.string().trim().min(1).max(40);
/** The rollout of what states none; what states its own counts from here. */
const rollout = z.number().int().min(0).max(9_999);

export const TABLE_PURPOSES = ['instances', 'predictions'] as const;

/** One thing to import, as a person names it or as Assay proposes it. */
export const importItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('benchmark'),
    format: z.enum(BENCHMARK_FORMATS),
    path: z.string(),
    /** Columns of a generic table; a remembered or guessed mapping is used without it. */
    mapping: columnMappingSchema.optional(),
  }),
  z.object({
    kind: z.literal('predictions'),
    format: z.enum(PREDICTION_FORMATS),
    path: z.string(),
    system: systemName,
    group: groupName,
    mapping: columnMappingSchema.optional(),
    rollout: rollout.optional(),
    /** What a second record of the same instance and rollout is: rejected, or the next rollout. */
    repeats: z.enum(['reject', 'rollouts']).optional(),
  }),
  z.object({
    kind: z.literal('trajectories'),
    format: z.enum(TRAJECTORY_FORMATS),
    path: z.string(),
    system: systemName,
    group: groupName.optional(),
    rollout: rollout.optional(),
  }),
  z.object({
    kind: z.literal('outcomes'),
    format: z.enum(OUTCOME_FORMATS),
    path: z.string(),
    system: systemName,
    /** The evaluator's version, where its files do not say it. */
    version: z.string().max(80).optional(),
  }),
]);
export type ImportItem = z.infer<typeof importItemSchema>;
export type ItemOf<K extends ImportItem['kind']> = Extract<ImportItem, { kind: K }>;

/** What an item would bring, before anything is written. */
export const importPreviewSchema = z.object({
  item: importItemSchema,
  /** One receipt a file; what they say is what an import would do. */
  receipts: z.array(receiptSchema),
  /** The first ten records, in the file's order. */
  firstTen: z.array(z.object({ line: z.number().int().nullable(), key: z.string(), text: z.string(), note: z.string() })),
  /** Instances of the benchmark that the item gives no prediction for. */
  without: z.array(z.string()),
  /** Why nothing of the item can be imported; null where it can. */
  refused: z.object({ message: z.string(), next: z.string().nullable() }).nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What a file or folder was taken for, and how sure that is (0 to 1). */
export const recognisedSchema = z.object({
  item: importItemSchema,
  confidence: z.number(),
  description: z.string(),
  /** By what it was recognised, to follow "because": `its records have the fields id, pred_sql`. */
  why: z.string(),
});
export type Recognised = z.infer<typeof recognisedSchema>;

/** An import that was stopped: its finished files are kept aside, unseen, until it is run again or discarded. */
export const unfinishedSchema = z.object({
  job: z.number().int(),
  item: importItemSchema,
  startedAt: z.string(),
  finishedFiles: z.number().int(),
});
export type Unfinished = z.infer<typeof unfinishedSchema>;

/** The columns of a generic table, its first rows, and how its columns are mapped unless a mapping is given. */
export const tableColumnsSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  mapping: columnMappingSchema,
  /** Where the mapping comes from. */
  origin: z.enum(['remembered', 'guessed']),
  /** Fields that a column can be, in the order to ask for them. */
  fields: z.array(z.object({ name: z.string(), needed: z.boolean() })),
});
export type TableColumns = z.infer<typeof tableColumnsSchema>;

export const importMethods = {
  /**
   * What the named files and folders look like: proposals, in the order to import them; what no reader claims is in
   * `leftAlone`. `found` says the same of each item with its confidence.
   */
  'import.detect': method(
    z.object({ paths: z.array(z.string()) }),
    z.object({
      items: z.array(importItemSchema),
      leftAlone: z.array(z.string()),
      found: z.array(recognisedSchema).default([]),
    }),
  ),
  /** @throws IMPORT_REFUSED where the file cannot be read as a table */
  'import.columns': method(z.object({ path: z.string(), purpose: z.enum(TABLE_PURPOSES) }), tableColumnsSchema),
  'import.preview': longMethod(z.object({ items: z.array(importItemSchema) }), z.array(importPreviewSchema), progressSchema),
  /**
   * Imports the items in order, all of them or, where one is refused or the import is cancelled, none. A cancelled import
   * goes on with the same items. The receipts are kept with the project.
   */
  'import.run': longMethod(z.object({ items: z.array(importItemSchema) }), z.array(storedReceiptSchema), progressSchema),
  'import.receipts': method(nothing, z.array(storedReceiptSchema)),
  'import.unfinished': method(nothing, z.array(unfinishedSchema)),
  /** Forgets unfinished imports, all of them where `jobs` is null; answers how many there were. */
  'import.discard': method(z.object({ jobs: z.array(z.number().int()).nullable() }), z.object({ discarded: z.number().int() })),
};
