import { differingColumns } from '#shared/comparison/alignment.ts';
import { type CellDifference, differenceOf } from '#shared/comparison/cellDifference.ts';
import { explain } from '#shared/comparison/explain.ts';
import type { Why } from '#shared/contract/room.ts';
import type { Table } from '#shared/model/value.ts';
import type { NearMissKind, WarningKind } from '#shared/model/why.ts';
import type { WhyTask } from './protocol.ts';
import { type Comparison, kindAt, sidesAt } from './result-view.ts';

/** Explains a pair, and finds for each kind the aligned row in which the shown comparison has it first. */
export function whyOf(task: WhyTask, tableOf: (hash: string) => Table, comparison: Comparison): Why {
  const explanation = explain({
    golds: task.golds.map(({ hash, ...gold }) => ({ ...gold, table: tableOf(hash) })),
    prediction: tableOf(task.prediction),
    orderCounts: task.orderCounts,
    matchedGold: task.matchedGold,
    readsNoTable: task.readsNoTable,
  });
  const rowOf = firstRows(comparison);
  const placed = <N extends { kind: NearMissKind | WarningKind }>(note: N) => {
    const row = rowOf(note.kind);
    return { ...note, row, difference: row === null ? null : comparison.aligned.differences.indexOf(row) };
  };
  return { ...explanation, nearMisses: explanation.nearMisses.map(placed), warnings: explanation.warnings.map(placed) };
}

const CELL_KINDS: readonly string[] = ['case', 'white space', 'date format', 'null vs zero', 'type', 'rounding'];

/** For a kind the first aligned row that shows it, or null where no single row does. */
function firstRows(comparison: Comparison): (kind: NearMissKind | WarningKind) => number | null {
  const { columns, differences } = comparison.aligned;
  const byDifference = new Map<CellDifference, number>();
  let onlyGold: number | null = null;
  let onlyPrediction: number | null = null;
  for (const index of differences) {
    const kind = kindAt(comparison.aligned, index);
    if (kind === 'only in gold') onlyGold ??= index;
    else if (kind === 'only in prediction') onlyPrediction ??= index;
    else {
      const { gold, prediction } = sidesAt(comparison, index);
      if (!gold || !prediction) continue;
      for (const column of differingColumns(columns, gold, prediction)) {
        const difference = differenceOf(gold[column]!, prediction[columns[column]!]!);
        if (difference !== null && !byDifference.has(difference)) byDifference.set(difference, index);
      }
    }
  }
  const first = differences[0] ?? null;
  return (kind) => {
    // Rows that nothing pairs in the grid stand there alone: the first of them shows the kind.
    if (CELL_KINDS.includes(kind)) return byDifference.get(kind as CellDifference) ?? first;
    switch (kind) {
      case 'missing rows':
        return onlyGold;
      case 'extra rows':
        return onlyPrediction;
      case 'duplicates':
        return onlyGold ?? onlyPrediction;
      case 'null as zero':
        return byDifference.get('null vs zero') ?? first;
      case 'tolerance hides a ratio':
      case 'scale factor':
        return byDifference.get('other') ?? byDifference.get('rounding') ?? null;
      case 'rows scrambled':
        return first;
      default:
        return null;
    }
  };
}
