import type { Row, Table, Value } from '../model/value.ts';
import { countRows, identifyRows, sameRow } from './rowIdentity.ts';

/**
 * What a query returns when its LIMIT is taken further, its sort keys beside its own columns: whether the LIMIT cuts rows
 * that tie, and so what else the data allow as an answer.
 */
export type Probed = {
  /** The probe's rows: the query's own columns, then one column for each sort key. */
  readonly table: Table;
  readonly keys: number;
  readonly limit: number;
  /** True where even the probe did not reach the end of the result. */
  readonly isCut: boolean;
};

/** Rows that belong to every answer, and those of which LIMIT takes only `taken`, whichever the engine likes. */
export type Tie = { readonly certain: readonly Row[]; readonly tied: readonly Row[]; readonly taken: number };

const keysOf = (row: Row, keys: number): Row => (keys === 0 ? [] : row.slice(-keys));
const cellsOf = (row: Row, keys: number): Row => (keys === 0 ? row : row.slice(0, -keys));

/** The tie that a LIMIT cuts, or null where the answer is determined (tied rows that look the same decide nothing). */
export function tieAtLimit({ table: { rows }, keys, limit }: Probed): Tie | null {
  const [last, next] = [rows[limit - 1], rows[limit]];
  if (last === undefined || next === undefined) return null;
  const key = keysOf(last, keys);
  if (!sameRow(key, keysOf(next, keys))) return null;
  const isTied = (row: Row) => sameRow(keysOf(row, keys), key);
  const certain = rows.slice(0, limit).filter((row) => !isTied(row));
  const tied = rows.filter(isTied).map((row) => cellsOf(row, keys));
  if (tied.every((row) => sameRow(row, tied[0]!))) return null;
  return { certain: certain.map((row) => cellsOf(row, keys)), tied, taken: limit - certain.length };
}

/** Whether a table is one of the answers that a tie leaves open. The order of its rows plays no part. */
export function isTiedAnswer({ certain, tied, taken }: Tie, table: Table): boolean {
  if (table.rows.length !== certain.length + taken) return false;
  const { left, right, distinct } = identifyRows(table.rows, [...certain, ...tied]);
  const counts = countRows(left, distinct);
  const needed = countRows(right.subarray(0, certain.length), distinct);
  const allowed = countRows(right, distinct);
  return counts.every((count, row) => count >= needed[row]! && count <= allowed[row]!);
}

/** A tie in words. */
export function tieInWords({ tied, taken }: Tie, { keys, limit, isCut }: Probed): string {
  const many = `${isCut ? 'at least ' : ''}${tied.length.toLocaleString('en-US')} rows`;
  if (keys === 0) return `LIMIT ${limit} without ORDER BY takes ${taken} of ${many}: the answer is not determined by the data`;
  return `LIMIT ${limit} takes ${taken} of ${many} that tie in the sort key: the answer is not determined by the data`;
}

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/;

/** Whether the first sort key puts NULL before values among the rows that LIMIT keeps, while values exist. */
export function sortsNullFirst({ table: { rows }, keys, limit }: Probed): boolean {
  const firstKey = (row: Row): Value => row[row.length - keys]!;
  return keys > 0 && rows.slice(0, limit).some((row) => firstKey(row) === null) && rows.some((row) => firstKey(row) !== null);
}

/** Whether the first sort key is text that holds numbers, in an order that the numbers would not have. */
export function sortsNumbersAsText({ table: { rows }, keys }: Probed): boolean {
  if (keys === 0) return false;
  const values = rows.map((row) => row[row.length - keys]!).filter((value) => value !== null);
  if (values.length < 2 || !values.every((value) => typeof value === 'string' && NUMERIC.test(value))) return false;
  const numbers = values.map(Number);
  const isAscending = numbers.every((number, index) => index === 0 || number >= numbers[index - 1]!);
  const isDescending = numbers.every((number, index) => index === 0 || number <= numbers[index - 1]!);
  return !isAscending && !isDescending;
}
