import type { Row, Table } from '../model/value.ts';
import { type AlignableTable, alignable, EQUALITY_OF_ROWS, plain, type RowEquality } from './alignableTable.ts';
import { bestAssignment } from './assignment.ts';
import { sameCell } from './cellEquality.ts';
import { columnAgreement, columnLikeness, pairByKey } from './columnMapping.ts';
import { numberIn, sampleLimit, sketchColumns } from './columnSketch.ts';
import { compareRows, type MappedColumn, mappedColumns, pairExactly } from './exactPairs.ts';
import { freeRows, rowsWithoutPartner } from './rowPairing.ts';
import { pairSimilarRows } from './similarRows.ts';

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
  /** For each gold column the aligned rows in which it differs. */
  readonly differing: Int32Array;
};

/** For each gold column the prediction column that answers it, or null; no prediction column answers two. */
export type ColumnMapping = readonly (number | null)[];

/** Numbers that differ by at most this share of the larger one may belong to the same row. */
const CLOSE_SHARE = 0.05;

/**
 * Aligns two tables under the best one-to-one column mapping: equal rows first, then rows by most equal cells, then
 * rows with close numbers. Numbers of different kinds are equal by value; dates equal the text that prints them.
 */
export const alignTables = (gold: Table, prediction: Table): Alignment =>
  alignRows(alignable(gold), alignable(prediction), EQUALITY_OF_ROWS);

/** The same of tables that are read row by row. Hashes propose; what is called equal was read and compared. */
export function alignRows<R>(gold: AlignableTable<R>, prediction: AlignableTable<R>, equality: RowEquality<R>): Alignment {
  const columns = mapColumns(gold, prediction);
  return arrange(prediction, columns, pairRows(gold, prediction, mappedColumns(columns), equality));
}

/** The best one-to-one column mapping. */
function mapColumns<R>(gold: AlignableTable<R>, prediction: AlignableTable<R>): ColumnMapping {
  const limit = sampleLimit(Math.max(gold.rowCount, prediction.rowCount));
  const [goldSketches, predictionSketches] = [sketchColumns(gold, limit), sketchColumns(prediction, limit)];
  const likeness = columnLikeness(goldSketches, predictionSketches);
  // Columns with alike values (home and away goals) are told apart only by rows that surely belong together.
  const pairs = pairByKey(goldSketches, predictionSketches, bestAssignment(likeness));
  const agreement = columnAgreement(gold, prediction, pairs);
  return bestAssignment(likeness.map((row, g) => row.map((score, p) => score / 10 + agreement[g]![p]!)));
}

/** The gold columns in which a gold row differs from the prediction row that is aligned with it. */
export const differingColumns = (columns: ColumnMapping, gold: Row, prediction: Row): readonly number[] =>
  columns.flatMap((answer, column) =>
    answer === null || sameCell(plain(gold[column]!), plain(prediction[answer]!)) ? [] : [column],
  );

type Pairs = {
  /** For each gold row its prediction row, or -1. */
  readonly partner: Int32Array;
  /** 1 for gold rows that differ from their partner in a mapped column. */
  readonly differs: Uint8Array;
  /** As in {@link Alignment}. */
  readonly differing: Int32Array;
};

function pairRows<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  mapped: readonly MappedColumn[],
  equality: RowEquality<R>,
): Pairs {
  const differs = new Uint8Array(gold.rowCount);
  const differing = new Int32Array(gold.columns.length);
  if (mapped.length === 0) return { partner: new Int32Array(gold.rowCount).fill(-1), differs, differing };
  const partner = pairExactly(gold, prediction, mapped, equality);
  const unequal = rowsWithoutPartner(partner);
  pairSimilarRows(gold, prediction, mapped, partner);
  pairCloseRows(mapped, gold, prediction, partner);
  const similar = unequal.filter((row) => partner[row] !== -1);
  compareRows(gold, prediction, mapped, equality, similar, partner, (row, column) => {
    differs[row] = 1;
    differing[column]! += 1;
  });
  return { partner, differs, differing };
}

/** Pairs what is left: a lone row with a lone row, and rows whose numbers in one column are close. */
function pairCloseRows<R>(
  mapped: readonly MappedColumn[],
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  partner: Int32Array,
): void {
  const goldRows = rowsWithoutPartner(partner);
  const predictionRows = freeRows(partner, prediction.rowCount);
  if (goldRows.length === 1 && predictionRows.length === 1) {
    partner[goldRows[0]!] = predictionRows[0]!;
    return;
  }
  if (goldRows.length === 0 || predictionRows.length === 0) return;
  const probed = mapped.map((each) => ({ ...each, numbers: new Set<number>() }));
  for (const row of gold.read(goldRows.slice(0, PROBED_ROWS))) {
    for (const { column, numbers } of probed) {
      const number = numberIn(gold.cell(row, column));
      if (!Number.isNaN(number)) numbers.add(number);
    }
  }
  const best = probed.reduce((a, b) => (b.numbers.size > a.numbers.size ? b : a));
  const left = numbersOf(gold, goldRows, best.column);
  const right = numbersOf(prediction, predictionRows, best.answer);
  let next = 0;
  for (const { row, number } of left) {
    const reach = CLOSE_SHARE * Math.abs(number);
    while (next < right.length && right[next]!.number < number - reach) next += 1;
    if (next < right.length && right[next]!.number <= number + reach) partner[row] = right[next++]!.row;
  }
}

/** Rows that are looked at to see which column tells the most rows apart. */
const PROBED_ROWS = 1000;

/** The numbers of one column in some rows, ascending. */
function numbersOf<R>(table: AlignableTable<R>, rows: readonly number[], column: number): { row: number; number: number }[] {
  const numbers: { row: number; number: number }[] = [];
  let at = 0;
  for (const read of table.read(rows)) {
    const number = numberIn(table.cell(read, column));
    if (!Number.isNaN(number)) numbers.push({ row: rows[at]!, number });
    at += 1;
  }
  return numbers.sort((a, b) => a.number - b.number);
}

function arrange<R>(prediction: AlignableTable<R>, columns: ColumnMapping, { partner, differs, differing }: Pairs): Alignment {
  const predictionCount = prediction.rowCount;
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
  for (let row = -1; row < partner.length; row++) {
    if (row >= 0) {
      const answer = partner[row]!;
      if (answer === -1) add('only in gold', row, -1);
      else add(differs[row] === 1 ? 'differ' : 'equal', row, answer);
    }
    for (const extra of after.get(row) ?? []) add('only in prediction', -1, extra);
  }
  const used = new Set(columns);
  const extraColumns = prediction.columns.map((_, column) => column).filter((column) => !used.has(column));
  return { columns, extraColumns, kinds, goldRows, predictionRows, counts, differing };
}
