import { majorityOf } from '#shared/comparison/repeatedRuns.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { variationOf } from '#shared/comparison/variation.ts';
import type { Variation } from '#shared/contract/verification.ts';
import type { Table } from '#shared/model/value.ts';
import type { TableReference } from './protocol.ts';

/** The runs of one gold in every pass of a verification. */
export type StabilityTask = {
  /** In each pass its runs that did not fail; none where all did. */
  readonly passes: readonly (readonly TableReference[])[];
  readonly rule: string;
  readonly goldSql: string;
  readonly ignoreOrder: boolean;
  readonly conditionColumns: readonly number[];
};

export type Stability = {
  /** In each pass the runs that agree with its most frequent result. */
  readonly agreeing: readonly number[];
  readonly agreesBetweenPasses: boolean;
  /** Null where all results are the same by content. */
  readonly variation: (Omit<Variation, 'kind'> & { readonly kind: Exclude<Variation['kind'], 'failures'> }) | null;
};

/** Whether the runs of a gold agree by a rule, within each pass and between them, and which cells vary. */
export function stabilityOf(task: StabilityTask, rule: Rule, tableOf: (hash: string) => Table): Stability {
  const compared = ({ hash, complete }: TableReference) => ({ table: tableOf(hash), complete });
  // Equal results agree whatever a rule says: some rules never match an empty result, not even with itself.
  const agree = (one: TableReference, other: TableReference): boolean =>
    one.hash === other.hash ||
    rule.compare({
      golds: [{ ...compared(other), name: '', conditionColumns: task.conditionColumns }],
      prediction: compared(one),
      goldSql: task.goldSql,
      ignoreOrder: task.ignoreOrder,
    }).outcome === 'match';
  const majorities = task.passes.map((runs) => {
    if (runs.length === 0) return { size: 0, result: null };
    const { size, representative } = majorityOf(
      runs.map(({ rowCount }) => rowCount),
      (earlier, later) => agree(runs[earlier]!, runs[later]!),
    );
    return { size, result: runs[representative]! };
  });
  const results = majorities.flatMap(({ result }) => (result === null ? [] : [result]));
  const [first] = results;
  return {
    agreeing: majorities.map(({ size }) => size),
    agreesBetweenPasses: first === undefined || results.every((result) => agree(first, result)),
    variation: variation(task.passes.flat(), tableOf),
  };
}

function variation(runs: readonly TableReference[], tableOf: (hash: string) => Table): Stability['variation'] {
  const counts = new Map<string, number>();
  for (const { hash } of runs) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const [first, ...others] = [...counts].sort((a, b) => b[1] - a[1]).map(([hash]) => hash);
  if (first === undefined || others.length === 0) return null;
  const { kind, columns, cells, cellCount, tooLarge } = variationOf([tableOf(first), ...others.map(tableOf)]);
  const rowCounts = new Map(runs.map(({ hash, rowCount }) => [hash, rowCount]));
  return {
    kind,
    results: counts.size,
    rowCounts: [first, ...others].map((hash) => rowCounts.get(hash)!),
    columns: columns.map((column) => ({ ...column })),
    cells: cells.map((cell) => ({ ...cell, values: [...cell.values] })),
    cellCount,
    tooLarge,
  };
}
