import { isTypedText, type Row, type Table, type Value } from '../model/value.ts';
import { bestAssignment } from './assignment.ts';
import { sameCell } from './cellEquality.ts';
import { columnAgreement, columnLikeness, type HashedColumns, numberIn, pairByKey } from './columnMapping.ts';
import { hashColumns } from './rowIdentity.ts';
import { freeRows, type MappedRows, pairEqualRows, pairSimilarRows, rowsWithoutPartner } from './rowPairing.ts';

export type AlignedRowKind = 'equal' | 'differ' | 'only in gold' | 'only in prediction';

/** How the rows and columns of a prediction answer those of the gold. Row and column numbers are 0-based. */
export type Alignment = {
  /** For each gold column the prediction column that answers it, or null. */
  readonly columns: ColumnMapping;
  /** Prediction columns that answer no gold column, in their order. */
  readonly extraColumns: readonly number[];
  /**
   * The aligned rows in display order: gold order, each row that only the prediction has after the row that precedes
   * it in the prediction. Rows are equal when they are in every mapped column.
   */
  readonly kinds: readonly AlignedRowKind[];
  /** For each aligned row its row in the gold, -1 where there is none. */
  readonly goldRows: Int32Array;
  /** For each aligned row its row in the prediction, -1 where there is none. */
  readonly predictionRows: Int32Array;
  readonly counts: Readonly<Record<AlignedRowKind, number>>;
};

/** For each gold column the prediction column that answers it, or null; no prediction column answers two. */
export type ColumnMapping = readonly (number | null)[];

/** Numbers that differ by at most this share of the larger one may belong to the same row. */
const CLOSE_SHARE = 0.05;

/**
 * Aligns two tables under the best one-to-one column mapping: equal rows first, then rows by most equal cells, then
 * rows with close numbers. Numbers of different kinds are equal by value; dates equal the text that prints them.
 */
export function alignTables(gold: Table, prediction: Table): Alignment {
  const left = withPlainCells(gold);
  const right = withPlainCells(prediction);
  const goldHashes = hashColumns(left.rows, left.columns.length);
  const predictionHashes = hashColumns(right.rows, right.columns.length);
  const likeness = columnLikeness(left, goldHashes, right, predictionHashes);
  const alike = bestAssignment(likeness);
  // Columns with alike values (home and away goals) are told apart only by rows that surely belong together.
  const agreement = columnAgreement(goldHashes, predictionHashes, pairByKey(goldHashes, predictionHashes, alike));
  const columns = bestAssignment(likeness.map((row, g) => row.map((score, p) => score / 10 + agreement[g]![p]!)));
  return arrange(left, right, columns, pairRows(left, goldHashes, right, predictionHashes, columns));
}

/** The gold columns in which a gold row differs from the prediction row that is aligned with it. */
export const differingColumns = (columns: ColumnMapping, gold: Row, prediction: Row): readonly number[] =>
  columns.flatMap((answer, column) =>
    answer === null || sameCell(plain(gold[column]!), plain(prediction[answer]!)) ? [] : [column],
  );

const plain = (cell: Value): Value => (isTypedText(cell) && cell.type !== 'decimal' ? cell.text : cell);

function withPlainCells(table: Table): Table {
  if (!table.rows.some((row) => row.some((cell) => plain(cell) !== cell))) return table;
  return { columns: table.columns, rows: table.rows.map((row): Row => row.map(plain)) };
}

/** For each gold row its prediction row, or -1. */
function pairRows(
  gold: Table,
  goldHashes: HashedColumns,
  prediction: Table,
  predictionHashes: HashedColumns,
  columns: ColumnMapping,
): Int32Array {
  const mapped = mappedColumns(columns);
  const goldCount = gold.rows.length;
  if (mapped.length === 0) return new Int32Array(goldCount).fill(-1);
  const cell = (row: number, index: number) =>
    row < goldCount ? gold.rows[row]![mapped[index]!.column]! : prediction.rows[row - goldCount]![mapped[index]!.answer]!;
  const rows: MappedRows = {
    gold: mapped.map(({ column }) => goldHashes[column]!),
    prediction: mapped.map(({ answer }) => predictionHashes[answer]!),
    goldCount,
    predictionCount: prediction.rows.length,
    same: (row, other) => {
      for (let index = 0; index < mapped.length; index++) if (!sameCell(cell(row, index), cell(other, index))) return false;
      return true;
    },
  };
  const partner = pairEqualRows(rows);
  pairSimilarRows(rows, partner);
  pairCloseRows(mapped, gold, prediction, partner);
  return partner;
}

const mappedColumns = (columns: ColumnMapping) =>
  columns.flatMap((answer, column) => (answer === null ? [] : [{ column, answer }]));

/** Pairs what is left: a lone row with a lone row, and rows whose numbers in one column are close. */
function pairCloseRows(
  mapped: readonly { column: number; answer: number }[],
  gold: Table,
  prediction: Table,
  partner: Int32Array,
): void {
  const goldRows = rowsWithoutPartner(partner);
  const predictionRows = freeRows(partner, prediction.rows.length);
  if (goldRows.length === 1 && predictionRows.length === 1) {
    partner[goldRows[0]!] = predictionRows[0]!;
    return;
  }
  if (goldRows.length === 0 || predictionRows.length === 0) return;
  const numbersOf = (table: Table, rows: readonly number[], column: number) =>
    rows
      .map((row) => ({ row, number: numberIn(table.rows[row]![column]!) }))
      .filter((entry) => !Number.isNaN(entry.number))
      .sort((a, b) => a.number - b.number);
  const probed = goldRows.slice(0, 1000);
  const variety = ({ column }: { column: number }) => distinctNumbers(numbersOf(gold, probed, column));
  const best = mapped.reduce((a, b) => (variety(b) > variety(a) ? b : a));
  const left = numbersOf(gold, goldRows, best.column);
  const right = numbersOf(prediction, predictionRows, best.answer);
  let next = 0;
  for (const { row, number } of left) {
    const reach = CLOSE_SHARE * Math.abs(number);
    while (next < right.length && right[next]!.number < number - reach) next += 1;
    if (next < right.length && right[next]!.number <= number + reach) partner[row] = right[next++]!.row;
  }
}

function distinctNumbers(sorted: readonly { number: number }[]): number {
  return sorted.filter((entry, index) => index === 0 || entry.number !== sorted[index - 1]!.number).length;
}

function arrange(gold: Table, prediction: Table, columns: ColumnMapping, partner: Int32Array): Alignment {
  const predictionCount = prediction.rows.length;
  const goldOf = new Int32Array(predictionCount).fill(-1);
  for (let row = 0; row < partner.length; row++) if (partner[row] !== -1) goldOf[partner[row]!] = row;
  // Rows only in the prediction, by the gold row after which they stand (index 0: before the first).
  const after = new Map<number, number[]>();
  let anchor = -1;
  for (let row = 0; row < predictionCount; row++) {
    if (goldOf[row] !== -1) anchor = goldOf[row]!;
    else if (after.has(anchor)) after.get(anchor)!.push(row);
    else after.set(anchor, [row]);
  }
  const length = partner.length + predictionCount - goldOf.filter((row) => row !== -1).length;
  const goldRows = new Int32Array(length);
  const predictionRows = new Int32Array(length);
  const kinds: AlignedRowKind[] = [];
  const counts: Record<AlignedRowKind, number> = { equal: 0, differ: 0, 'only in gold': 0, 'only in prediction': 0 };
  const add = (kind: AlignedRowKind, goldRow: number, predictionRow: number) => {
    goldRows[kinds.length] = goldRow;
    predictionRows[kinds.length] = predictionRow;
    kinds.push(kind);
    counts[kind] += 1;
  };
  const mapped = mappedColumns(columns);
  const isEqual = (goldRow: number, predictionRow: number) =>
    mapped.every(({ column, answer }) => sameCell(gold.rows[goldRow]![column]!, prediction.rows[predictionRow]![answer]!));
  for (let row = -1; row < partner.length; row++) {
    if (row >= 0) {
      const answer = partner[row]!;
      if (answer === -1) add('only in gold', row, -1);
      else add(isEqual(row, answer) ? 'equal' : 'differ', row, answer);
    }
    for (const extra of after.get(row) ?? []) add('only in prediction', -1, extra);
  }
  const used = new Set(columns);
  const extraColumns = prediction.columns.map((_, column) => column).filter((column) => !used.has(column));
  return { columns, extraColumns, kinds, goldRows, predictionRows, counts };
}
