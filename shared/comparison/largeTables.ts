import type { Row, Table } from '../model/value.ts';
import { type ColumnSummary, cannotMatch, isClear, summariseColumns } from './columnSummary.ts';
import { identifyRows, sameRow } from './rowIdentity.ts';

/** Smaller tables are compared cell by cell in less time than a summary takes. */
const LEAST_CELLS = 20_000;

/**
 * Settles the comparison of large tables under the column-matching evaluators (Spider2, AIFunc) where it can be proved
 * without reading every cell as Python would: `true` when all rows of the selected gold columns are found in prediction
 * columns of the same cells, `false` when some gold column cannot match any prediction column; else null.
 */
export function settleLargeTables(
  gold: Table,
  selected: readonly number[],
  prediction: Table,
  ignoreOrder: boolean,
  timestampsAreText: boolean,
  leastCells = LEAST_CELLS,
): boolean | null {
  const rows = gold.rows.length;
  if (rows !== prediction.rows.length || rows === 0 || rows * selected.length < leastCells) return null;
  if (selected.some((column) => gold.columns[column] === undefined)) return null;
  const goldSummaries = summariseColumns(gold.rows, gold.columns.length, timestampsAreText);
  const answers = summariseColumns(prediction.rows, prediction.columns.length, timestampsAreText);
  if (selected.some((column) => answers.every((answer) => cannotMatch(goldSummaries[column]!, answer, rows)))) return false;
  if (!selected.every((column) => isClear(goldSummaries[column]!))) return null;
  const columns = selected.map((column) => {
    const alike = (answer: ColumnSummary | undefined) => answer !== undefined && sameSummary(goldSummaries[column]!, answer);
    return alike(answers[column]) ? column : answers.findIndex(alike);
  });
  if (columns.includes(-1)) return null;
  // Equal hashes suggest equal columns; equal rows, or else equal columns one by one, prove it.
  if (sameRows(projectRows(gold, selected), projectRows(prediction, columns), ignoreOrder)) return true;
  const cellOf = (table: Table, column: number) => table.rows.map((row) => [row[column]!]);
  const isProved = selected.every((column, index) =>
    sameRows(cellOf(gold, column), cellOf(prediction, columns[index]!), ignoreOrder),
  );
  return isProved || null;
}

function sameRows(left: readonly Row[], right: readonly Row[], ignoreOrder: boolean): boolean {
  if (!ignoreOrder) return left.every((row, index) => sameRow(row, right[index]!));
  const numbers = identifyRows(left, right);
  const surplus = new Int32Array(numbers.distinct);
  for (let row = 0; row < left.length; row++) {
    surplus[numbers.left[row]!]! += 1;
    surplus[numbers.right[row]!]! -= 1;
  }
  return surplus.every((count) => count === 0);
}

const sameSummary = (a: ColumnSummary, b: ColumnSummary) =>
  a.classes === b.classes && a.missing === b.missing && a.hash === b.hash;

function projectRows(table: Table, columns: readonly number[]): readonly Row[] {
  const isWhole = columns.length === table.columns.length && columns.every((column, index) => column === index);
  return isWhole ? table.rows : table.rows.map((row) => columns.map((column) => row[column]!));
}
