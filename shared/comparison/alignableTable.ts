import { isTypedText, type Row, type Table, type Value } from '../model/value.ts';
import { hashCell, sameCell } from './cellEquality.ts';

/**
 * A table as alignment sees it: rows that are read when they are needed, and again where it must be exact. So a table of
 * hundreds of megabytes need not stand in memory. Cells are {@link plain}.
 */
export type AlignableTable<R> = {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Reads rows by their numbers, which ascend. A row that was read may hold on to many more than itself. */
  read(rows: Iterable<number>): Iterable<R>;
  cell(row: R, column: number): Value;
  /** Writes the hashes of a row's plain cells, by `hashCell`, from a place on. */
  hash(row: R, into: Int32Array, at: number): void;
};

/** Exact equality of rows that were read, of one table or of two. */
export type RowEquality<R> = {
  /** True only where the rows have the same cells at the same places; a false says nothing. */
  isSame(row: R, other: R): boolean;
  isSameCell(row: R, column: number, other: R, otherColumn: number): boolean;
};

/** A cell as it is aligned: dates and their like equal the text that prints them. */
export const plain = (cell: Value): Value => (isTypedText(cell) && cell.type !== 'decimal' ? cell.text : cell);

export const EQUALITY_OF_ROWS: RowEquality<Row> = {
  isSame: (row, other) => row === other,
  isSameCell: (row, column, other, otherColumn) => sameCell(row[column]!, other[otherColumn]!),
};

/** A row that is too short has no value there. */
const cellOf = (row: Row, column: number): Value => row[column] ?? null;

/** A table that stands in memory. */
export function alignable(table: Table): AlignableTable<Row> {
  const rows = plainRows(table);
  return {
    columns: table.columns,
    rowCount: rows.length,
    *read(numbers) {
      for (const row of numbers) yield rows[row]!;
    },
    cell: cellOf,
    hash(row, into, at) {
      // By the columns of the table: what is shorter must not leave the hashes of the row that was there before.
      for (let column = 0; column < table.columns.length; column++) into[at + column] = hashCell(cellOf(row, column));
    },
  };
}

/** Reads all rows of a table. */
export const allRows = <R>(table: AlignableTable<R>): Iterable<R> => table.read(Array(table.rowCount).keys());

/** The hashes of some rows' cells in some columns, row by row, in the order in which rows and columns are named. */
export function hashesOfRows<R>(table: AlignableTable<R>, rows: readonly number[], columns: readonly number[]): Int32Array {
  const hashes = new Int32Array(rows.length * columns.length);
  const own = new Int32Array(table.columns.length);
  const order = [...rows.keys()].sort((a, b) => rows[a]! - rows[b]!);
  let next = 0;
  for (const row of table.read(order.map((index) => rows[index]!))) {
    table.hash(row, own, 0);
    let place = order[next++]! * columns.length;
    for (const column of columns) hashes[place++] = own[column]!;
  }
  return hashes;
}

const plainRows = ({ rows }: Table): readonly Row[] =>
  rows.some((row) => row.some((cell) => plain(cell) !== cell)) ? rows.map((row): Row => row.map(plain)) : rows;
