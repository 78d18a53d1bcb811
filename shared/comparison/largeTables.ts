import type { Row, Table } from '../model/value.ts';
import { findColumnPermutation } from './columnPermutation.ts';
import { type ColumnSummary, cannotMatch, isClear, summariseColumns } from './columnSummary.ts';
import { identifyRows, sameRow } from './rowIdentity.ts';

/** Smaller tables are compared cell by cell in less time than a summary takes. */
const LEAST_CELLS = 20_000;

type Settled = 'differ' | 'same rows' | 'same columns' | null;

/**
 * Settles the comparison of large tables under rules that look for gold columns in a prediction, where that can be proved
 * without reading every cell as Python would.
 *
 * @returns 'differ' when some gold column cannot match any prediction column; 'same rows' when the selected gold columns
 * are found with their rows together, in a different column each; 'same columns' when they are found one by one; null where it stays open.
 */
export function settleLargeTables(
  gold: Table,
  selected: readonly number[],
  prediction: Table,
  ignoreOrder: boolean,
  timestampsAreText: boolean,
  leastCells = LEAST_CELLS,
): Settled {
  const rows = gold.rows.length;
  if (rows !== prediction.rows.length || rows === 0 || rows * selected.length < leastCells) return null;
  if (selected.some((column) => gold.columns[column] === undefined)) return null;
  const goldSummaries = summariseColumns(gold.rows, gold.columns.length, timestampsAreText);
  const answers = summariseColumns(prediction.rows, prediction.columns.length, timestampsAreText);
  if (selected.some((column) => answers.every((answer) => cannotMatch(goldSummaries[column]!, answer, rows)))) return 'differ';
  if (!selected.every((column) => isClear(goldSummaries[column]!))) return null;
  const columns = pairAlike(selected, goldSummaries, answers);
  if (columns === null) return null;
  // Equal hashes suggest equal columns; equal rows, or else equal columns one by one, prove it.
  const left = projectRows(gold, selected);
  const right = projectRows(prediction, columns);
  const isOneToOne = new Set(columns).size === columns.length;
  if (sameRows(left, right, ignoreOrder)) return isOneToOne ? 'same rows' : 'same columns';
  if (isOneToOne && Array.isArray(findColumnPermutation(left, right, !ignoreOrder))) return 'same rows';
  const cellsOf = (table: readonly Row[], column: number) => table.map((row) => [row[column]!]);
  return selected.every((_, index) => sameRows(cellsOf(left, index), cellsOf(right, index), ignoreOrder)) ? 'same columns' : null;
}

/** For each selected gold column a prediction column with the same summary, a different one for each where there are enough. */
function pairAlike(
  selected: readonly number[],
  gold: readonly ColumnSummary[],
  answers: readonly ColumnSummary[],
): readonly number[] | null {
  const used = new Set<number>();
  const columns: number[] = [];
  for (const column of selected) {
    const alike = [...answers.keys()].filter((answer) => sameSummary(gold[column]!, answers[answer]!));
    const free = alike.filter((answer) => !used.has(answer));
    const choice = free.includes(column) ? column : (free[0] ?? alike[0]);
    if (choice === undefined) return null;
    used.add(choice);
    columns.push(choice);
  }
  return columns;
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
