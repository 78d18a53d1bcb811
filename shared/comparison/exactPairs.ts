import type { Row } from '../model/value.ts';
import type { AlignableTable, RowEquality } from './alignableTable.ts';
import type { ColumnMapping } from './alignment.ts';
import { identifyRows } from './rowIdentity.ts';
import { numberRows, pairByNumber, type RowNumbers } from './rowPairing.ts';

/** A gold column and the prediction column that answers it. */
export type MappedColumn = { readonly column: number; readonly answer: number };

export const mappedColumns = (columns: ColumnMapping): readonly MappedColumn[] =>
  columns.flatMap((answer, column) => (answer === null ? [] : [{ column, answer }]));

/** Cells of a side that are read at a time: a shuffled prediction is read from its beginning for each such part of the gold. */
const CELLS_AT_A_TIME = 1_000_000;

/** Reads some gold rows, which ascend, and their partners, and tells every mapped cell in which the two differ. */
export function compareRows<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  mapped: readonly MappedColumn[],
  equality: RowEquality<R>,
  goldRows: readonly number[],
  partner: Int32Array,
  onDifference: (goldRow: number, column: number) => void,
): void {
  const isInPlace = mapped.length === gold.columns.length && mapped.every(({ column, answer }) => column === answer);
  const count = Math.max(1, Math.floor(CELLS_AT_A_TIME / Math.max(1, gold.columns.length)));
  for (let from = 0; from < goldRows.length; from += count) {
    const part = goldRows.slice(from, from + count);
    const read = [...gold.read(part)];
    const order = part.map((_, index) => index).sort((a, b) => partner[part[a]!]! - partner[part[b]!]!);
    let at = 0;
    for (const other of prediction.read(order.map((index) => partner[part[index]!]!))) {
      const index = order[at++]!;
      const row = read[index]!;
      if (isInPlace && equality.isSame(row, other)) continue;
      for (const { column, answer } of mapped) {
        if (!equality.isSameCell(row, column, other, answer)) onDifference(part[index]!, column);
      }
    }
  }
}

/**
 * For each gold row a prediction row that is equal in every mapped column, each used once, in table order; -1 for none.
 * All pairs that share a number are read; where different rows do, those are paired anew.
 */
export function pairExactly<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  mapped: readonly MappedColumn[],
  equality: RowEquality<R>,
): Int32Array {
  const columns = mapped.map(({ column }) => column);
  const answers = mapped.map(({ answer }) => answer);
  const numbers: RowNumbers = { gold: numberRows(gold, columns), prediction: numberRows(prediction, answers) };
  const partner = pairByNumber(numbers);
  const paired = [...partner.keys()].filter((row) => partner[row] !== -1);
  const shared = new Set<number>();
  compareRows(gold, prediction, mapped, equality, paired, partner, (row) => shared.add(numbers.gold[row]!));
  if (shared.size === 0) return partner;
  const [left, right] = [
    rowsNumbered(gold, columns, numbers.gold, shared),
    rowsNumbered(prediction, answers, numbers.prediction, shared),
  ];
  const { left: goldIdentities, right: predictionIdentities } = identifyRows(left.cells, right.cells);
  for (const [index, match] of pairByNumber({ gold: goldIdentities, prediction: predictionIdentities }).entries()) {
    partner[left.rows[index]!] = match === -1 ? -1 : right.rows[match]!;
  }
  return partner;
}

/** The rows that have one of some numbers, and their cells in some columns. */
function rowsNumbered<R>(
  table: AlignableTable<R>,
  columns: readonly number[],
  numbers: Int32Array,
  wanted: ReadonlySet<number>,
): { rows: readonly number[]; cells: readonly Row[] } {
  const rows = [...numbers.keys()].filter((row) => wanted.has(numbers[row]!));
  return { rows, cells: Array.from(table.read(rows), (row) => columns.map((column) => table.cell(row, column))) };
}
