import { type Alignment, alignTables, differingColumns } from '#shared/comparison/alignment.ts';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import type { Row, Table } from '#shared/model/value.ts';

/** Gold and prediction side by side, ready to be shown in pages. */
export type Comparison = {
  readonly gold: Table | null;
  readonly prediction: Table | null;
  readonly alignment: Alignment;
  readonly view: ResultView;
  /** Indices of the aligned rows that are not equal. */
  readonly differences: Int32Array;
};

const EMPTY: Table = { columns: [], rows: [] };

const KINDS = {
  equal: 'equal',
  differ: 'different',
  'only in gold': 'only gold',
  'only in prediction': 'only prediction',
} as const;

/** Aligns two tables; a side without a result is null, and the other side is then shown alone. */
export function compareTables(gold: Table | null, prediction: Table | null): Comparison {
  const [left, right] = [gold ?? EMPTY, prediction ?? EMPTY];
  const alignment = alignTables(left, right);
  const differing = new Array<number>(left.columns.length).fill(0);
  const differences: number[] = [];
  let differingCells = 0;
  for (const [index, kind] of alignment.kinds.entries()) {
    if (kind === 'equal') continue;
    differences.push(index);
    if (kind !== 'differ') continue;
    for (const column of differingColumns(alignment, index, left, right)) {
      differing[column]!++;
      differingCells++;
    }
  }
  const view: ResultView = {
    goldColumns: [...left.columns],
    predictionColumns: [...right.columns],
    columns: [
      ...alignment.columns.map((answer, column) => ({ gold: column, prediction: answer, differing: differing[column]! })),
      ...alignment.extraColumns.map((column) => ({ gold: null, prediction: column, differing: 0 })),
    ],
    rowCount: alignment.kinds.length,
    counts: {
      equal: alignment.counts.equal,
      different: alignment.counts.differ,
      onlyGold: alignment.counts['only in gold'],
      onlyPrediction: alignment.counts['only in prediction'],
      differingCells,
    },
    marked: true,
    missing: gold === null ? (prediction === null ? 'both' : 'gold') : prediction === null ? 'prediction' : null,
  };
  return { gold, prediction, alignment, view, differences: Int32Array.from(differences) };
}

/** A page of aligned rows. With `onlyDifferences`, `from` counts rows that are not equal. */
export function pageOf(comparison: Comparison, from: number, count: number, onlyDifferences: boolean): AlignedRow[] {
  const { alignment, differences } = comparison;
  const total = onlyDifferences ? differences.length : alignment.kinds.length;
  const page: AlignedRow[] = [];
  for (let at = from; at < Math.min(from + count, total); at++)
    page.push(rowAt(comparison, onlyDifferences ? differences[at]! : at));
  return page;
}

function rowAt({ alignment, gold, prediction }: Comparison, index: number): AlignedRow {
  const goldIndex = alignment.goldRows[index]!;
  const predictionIndex = alignment.predictionRows[index]!;
  const kind = alignment.kinds[index]!;
  const side = (table: Table | null, at: number): Row | null => (at < 0 ? null : (table?.rows[at] ?? null));
  return {
    kind: KINDS[kind],
    goldIndex: goldIndex < 0 ? null : goldIndex,
    predictionIndex: predictionIndex < 0 ? null : predictionIndex,
    gold: side(gold, goldIndex),
    prediction: side(prediction, predictionIndex),
    differing: kind === 'differ' ? [...differingColumns(alignment, index, gold ?? EMPTY, prediction ?? EMPTY)] : [],
  };
}

/** The aligned row after (or before) `from` that is not equal; null without one. */
export function nextDifference({ differences }: Comparison, from: number, direction: 'forward' | 'back'): number | null {
  if (direction === 'forward') return differences.find((index) => index > from) ?? null;
  return differences.findLast((index) => index < from) ?? null;
}

/** Index of the aligned row (with `onlyDifferences`, among those that are not equal) that shows a side's own row; null without one. */
export function rowOf(
  { alignment, differences }: Comparison,
  side: 'gold' | 'prediction',
  row: number,
  onlyDifferences: boolean,
): number | null {
  const index = (side === 'gold' ? alignment.goldRows : alignment.predictionRows).indexOf(row);
  if (index === -1 || !onlyDifferences) return index === -1 ? null : index;
  const among = differences.indexOf(index);
  return among === -1 ? null : among;
}
