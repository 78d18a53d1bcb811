import { type AlignableTable, alignable, EQUALITY_OF_ROWS, type RowEquality } from '#shared/comparison/alignableTable.ts';
import { type AlignedRowKind, alignRows, type ColumnMapping, differingColumns } from '#shared/comparison/alignment.ts';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import type { Row, Table } from '#shared/model/value.ts';
import type { RowSource } from './packed-table.ts';

/** How two tables stand side by side, without their rows: a thread can send it to another. */
export type Aligned = {
  readonly columns: ColumnMapping;
  /** For each aligned row its place in {@link KINDS}, its row in the gold and in the prediction, -1 where there is none. */
  readonly kinds: Uint8Array;
  readonly goldRows: Int32Array;
  readonly predictionRows: Int32Array;
  /** Indices of the aligned rows that are not equal. */
  readonly differences: Int32Array;
  readonly view: ResultView;
};

/** Gold and prediction side by side, ready to be shown in pages. */
export type Comparison = {
  readonly aligned: Aligned;
  readonly gold: RowSource | null;
  readonly prediction: RowSource | null;
};

const KINDS: readonly AlignedRowKind[] = ['equal', 'differ', 'only in gold', 'only in prediction'];
const SHOWN_KINDS = ['equal', 'different', 'only gold', 'only prediction'] as const;

/** The kind of an aligned row. */
export const kindAt = ({ kinds }: Aligned, index: number): AlignedRowKind => KINDS[kinds[index]!]!;

const NOTHING = { columns: [], rowCount: 0, read: () => [], cell: () => null, hash: () => {} };

/** Aligns two tables; a side without a result is null, and the other side is then shown alone. */
export const compareTables = (gold: Table | null, prediction: Table | null): Aligned =>
  compare(gold && alignable(gold), prediction && alignable(prediction), EQUALITY_OF_ROWS);

/** The same of tables that do not stand in memory. */
export function compare<R>(
  gold: AlignableTable<R> | null,
  prediction: AlignableTable<R> | null,
  equality: RowEquality<R>,
): Aligned {
  const [left, right] = [gold ?? NOTHING, prediction ?? NOTHING];
  const alignment = alignRows<R>(left, right, equality);
  const { differing } = alignment;
  const differences = [...alignment.kinds.keys()].filter((index) => alignment.kinds[index] !== 'equal');
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
      differingCells: differing.reduce((sum, rows) => sum + rows, 0),
    },
    marked: true,
    missing: gold === null ? (prediction === null ? 'both' : 'gold') : prediction === null ? 'prediction' : null,
  };
  return {
    columns: alignment.columns,
    kinds: Uint8Array.from(alignment.kinds, (kind) => KINDS.indexOf(kind)),
    goldRows: alignment.goldRows,
    predictionRows: alignment.predictionRows,
    differences: Int32Array.from(differences),
    view,
  };
}

/** A page of aligned rows. With `onlyDifferences`, `from` counts rows that are not equal. */
export function pageOf(comparison: Comparison, from: number, count: number, onlyDifferences: boolean): AlignedRow[] {
  const { kinds, differences } = comparison.aligned;
  const total = onlyDifferences ? differences.length : kinds.length;
  const page: AlignedRow[] = [];
  for (let at = from; at < Math.min(from + count, total); at++)
    page.push(rowAt(comparison, onlyDifferences ? differences[at]! : at));
  return page;
}

/** The two rows of an aligned row; null where a side has none. */
export const sidesAt = (
  { aligned, gold, prediction }: Comparison,
  index: number,
): { gold: Row | null; prediction: Row | null } => {
  const [goldRow, predictionRow] = [aligned.goldRows[index]!, aligned.predictionRows[index]!];
  return {
    gold: goldRow < 0 || !gold ? null : gold.row(goldRow),
    prediction: predictionRow < 0 || !prediction ? null : prediction.row(predictionRow),
  };
};

function rowAt(comparison: Comparison, index: number): AlignedRow {
  const { kinds, goldRows, predictionRows, columns } = comparison.aligned;
  const [goldIndex, predictionIndex] = [goldRows[index]!, predictionRows[index]!];
  const { gold, prediction } = sidesAt(comparison, index);
  return {
    kind: SHOWN_KINDS[kinds[index]!]!,
    goldIndex: goldIndex < 0 ? null : goldIndex,
    predictionIndex: predictionIndex < 0 ? null : predictionIndex,
    gold,
    prediction,
    differing: KINDS[kinds[index]!] === 'differ' && gold && prediction ? [...differingColumns(columns, gold, prediction)] : [],
  };
}

/** The aligned row after (or before) `from` that is not equal; null without one. */
export function nextDifference({ differences }: Aligned, from: number, direction: 'forward' | 'back'): number | null {
  if (direction === 'forward') return differences.find((index) => index > from) ?? null;
  return differences.findLast((index) => index < from) ?? null;
}

/** Index of the aligned row (with `onlyDifferences`, among those that are not equal) that shows a side's own row; null without one. */
export function rowOf(
  { goldRows, predictionRows, differences }: Aligned,
  side: 'gold' | 'prediction',
  row: number,
  onlyDifferences: boolean,
): number | null {
  const index = (side === 'gold' ? goldRows : predictionRows).indexOf(row);
  if (index === -1 || !onlyDifferences) return index === -1 ? null : index;
  const among = differences.indexOf(index);
  return among === -1 ? null : among;
}
