import { isTypedText, type Row, type Table, type Value } from '../model/value.ts';
import { sameCell } from './cellEquality.ts';
import type { HashedColumns } from './columnMapping.ts';
import { hashColumns } from './rowIdentity.ts';

/**
 * A table as alignment sees it: the hashes of all cells, and rows that are read again where it must be exact. So a table of
 * hundreds of megabytes need not stand in memory. Cells are {@link plain}.
 */
export type AlignableTable<R> = {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Of plain cells, by `hashCell`. */
  readonly hashes: HashedColumns;
  /** Reads rows by their numbers, which ascend. */
  read(rows: readonly number[]): Iterable<R>;
  cell(row: R, column: number): Value;
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

/** A table that stands in memory. */
export function alignable(table: Table): AlignableTable<Row> {
  const rows = plainRows(table);
  return {
    columns: table.columns,
    rowCount: rows.length,
    hashes: hashColumns(rows, table.columns.length),
    read: (numbers) => numbers.map((row) => rows[row]!),
    cell: (row, column) => row[column]!,
  };
}

const plainRows = ({ rows }: Table): readonly Row[] =>
  rows.some((row) => row.some((cell) => plain(cell) !== cell)) ? rows.map((row): Row => row.map(plain)) : rows;
