import type { AlignableTable, RowEquality } from './alignableTable.ts';
import type { ColumnMapping } from './alignment.ts';
import { Numbering } from './rowIdentity.ts';
import { pairByNumber, type RowNumbers } from './rowPairing.ts';

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
      const goldRow = part[index]!;
      const predictionRow = partner[goldRow]!;
      for (const { column, answer } of mapped) {
        const mayBeSame = gold.hashes[column]![goldRow] === prediction.hashes[answer]![predictionRow];
        if (!mayBeSame || !equality.isSameCell(row, column, other, answer)) onDifference(goldRow, column);
      }
    }
  }
}

/**
 * For each gold row a prediction row that is equal in every mapped column, each used once, in table order; -1 for none.
 * Rows are numbered by their hashes. All pairs are read; where different rows share a number, those are paired anew.
 */
export function pairExactly<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  mapped: readonly MappedColumn[],
  equality: RowEquality<R>,
  numbers: RowNumbers,
): Int32Array {
  const partner = pairByNumber(numbers);
  const paired = [...partner.keys()].filter((row) => partner[row] !== -1);
  const shared = new Set<number>();
  compareRows(gold, prediction, mapped, equality, paired, partner, (row) => shared.add(numbers.gold[row]!));
  if (shared.size === 0) return partner;
  const rowsOf = (table: AlignableTable<R>, own: Int32Array, columns: readonly number[]) => {
    const rows = [...own.keys()].filter((row) => shared.has(own[row]!));
    return { rows, items: Array.from(table.read(rows), (row, at) => ({ row, columns, number: own[rows[at]!]! })) };
  };
  const left = rowsOf(
    gold,
    numbers.gold,
    mapped.map(({ column }) => column),
  );
  const right = rowsOf(
    prediction,
    numbers.prediction,
    mapped.map(({ answer }) => answer),
  );
  const numbering = new Numbering<(typeof left.items)[number]>(
    left.rows.length + right.rows.length,
    ({ number }) => number,
    (one, other) => one.columns.every((column, index) => equality.isSameCell(one.row, column, other.row, other.columns[index]!)),
  );
  const numbered = (items: typeof left.items) => Int32Array.from(items, (item) => numbering.numberOf(item));
  for (const [index, match] of pairByNumber({ gold: numbered(left.items), prediction: numbered(right.items) }).entries()) {
    partner[left.rows[index]!] = match === -1 ? -1 : right.rows[match]!;
  }
  return partner;
}
