import type { Accuracy } from '../model/accuracy.ts';
import type { Share } from '../model/share.ts';
import { VERDICT_STATES, type VerdictState } from '../model/verdict.ts';
import { wilson } from './interval.ts';
import { outsideFrame } from './strata.ts';

/**
 * All verdicts of one rule: a row an instance, in it one state a system. The systems' order is the caller's and the
 * same in every row; where a prediction is missing, the state is `no prediction`, where it has not run, `not run`.
 */
export type VerdictTable = {
  readonly rule: string;
  readonly version: string;
  readonly rows: readonly (readonly VerdictState[])[];
};

/** States that tell of gold alone, or of nothing: a system with no other has not shown how well it does. */
const TELLS_NOTHING: ReadonlySet<VerdictState> = new Set<VerdictState>([
  'not run',
  'environment',
  'no prediction',
  'gold failed',
  'unstable gold',
]);

/** Whether predictions of the system are there, and none of them has run. */
function hasRunNowhere(table: VerdictTable, system: number): boolean {
  const states = table.rows.map((row) => row[system]!);
  return (
    states.every((state) => TELLS_NOTHING.has(state)) && states.some((state) => state === 'not run' || state === 'environment')
  );
}

/**
 * Execution accuracy of the table's system at index `system`. Everything but a match counts against it, within the
 * frame (instances whose gold ran and could be judged, see `outsideFrame`) and over all instances. Of a system whose
 * predictions are there and have not run, or were kept from it by the environment, nothing is known: n = 0.
 */
export function systemAccuracy(table: VerdictTable, system: number): { overFrame: Share; overAll: Share } {
  if (hasRunNowhere(table, system)) return { overFrame: wilson(0, 0), overAll: wilson(0, 0) };
  let matches = 0;
  let frame = 0;
  let frameMatches = 0;
  for (const row of table.rows) {
    const match = row[system] === 'match' ? 1 : 0;
    matches += match;
    if (outsideFrame(row) === null) {
      frame += 1;
      frameMatches += match;
    }
  }
  return {
    overFrame: wilson(frameMatches, frame),
    overAll: wilson(matches, table.rows.filter((row) => row[system] !== 'environment').length),
  };
}

/** How often each state occurs; every state is named, also those that do not occur. */
export function countStates(states: readonly VerdictState[]): Record<VerdictState, number> {
  const counts = Object.fromEntries(VERDICT_STATES.map((state) => [state, 0])) as Record<VerdictState, number>;
  for (const state of states) counts[state] += 1;
  return counts;
}

export type AccuracyInput = {
  /** In the order of the tables' columns; `executed`: of predictions that the environment let run, those that did not fail. */
  readonly systems: readonly { readonly system: string; readonly group: string; readonly executed: Share }[];
  readonly tables: readonly VerdictTable[];
  /** The database files that the queries ran on; null where there were none. */
  readonly databases: string | null;
};

/** The accuracies of every system under every judged rule, for the report. */
export function accuracy(input: AccuracyInput): Accuracy {
  return {
    databases: input.databases,
    rules: input.tables.map(({ rule, version }) => ({ id: rule, version })),
    systems: input.systems.map(({ system, group, executed }, index) => ({
      system,
      group,
      executed,
      rules: input.tables.map((table) => ({ rule: table.rule, ...systemAccuracy(table, index) })),
    })),
  };
}
