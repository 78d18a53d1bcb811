import type { Row, Table } from '../model/value.ts';
import { ColumnOracle } from './columnOracle.ts';
import { findColumnPermutation } from './columnPermutation.ts';
import { identifyRows } from './rowIdentity.ts';

/** Smaller tables are compared cell by cell in less time than a summary takes. */
const LEAST_CELLS = 20_000;

/** For a selected gold column the prediction columns that may answer it; `isSure` where one is proved to. */
export type Candidates = { readonly column: number; readonly answers: readonly number[]; readonly isSure: boolean };

/**
 * What can be proved of large tables under rules that look for gold columns in a prediction, without reading every cell as
 * Python would.
 *
 * @returns null for small tables and for tables of different length; 'differ' when some gold column cannot match any
 * prediction column; else the candidates of each selected gold column. Where one is sure it stands first, alone if
 * `oneIsEnough`.
 */
export function columnCandidates(
  gold: Table,
  selected: readonly number[],
  prediction: Table,
  {
    ignoreOrder,
    timestampsAreText,
    oneIsEnough,
    leastCells = LEAST_CELLS,
  }: { ignoreOrder: boolean; timestampsAreText: boolean; oneIsEnough: boolean; leastCells?: number },
): readonly Candidates[] | 'differ' | null {
  const rows = gold.rows.length;
  if (rows !== prediction.rows.length || rows === 0 || rows * selected.length < leastCells) return null;
  if (selected.some((column) => gold.columns[column] === undefined)) return null;
  const oracle = new ColumnOracle(gold, prediction, ignoreOrder, timestampsAreText);
  const found: Candidates[] = [];
  for (const column of selected) {
    const sure: number[] = [];
    const open: number[] = [];
    for (const answer of nearestFirst(column, prediction.columns.length)) {
      const decided = oracle.decide(column, answer);
      if (decided === true) sure.push(answer);
      else if (decided === null) open.push(answer);
      if (decided === true && oneIsEnough) break;
    }
    if (sure.length + open.length === 0) return 'differ';
    found.push({ column, answers: oneIsEnough && sure.length > 0 ? sure : [...sure, ...open], isSure: sure.length > 0 });
  }
  return found;
}

/** Every column, that of the same place first: a table is most often compared with one that is made like it. */
function* nearestFirst(column: number, width: number): Iterable<number> {
  if (column < width) yield column;
  for (let answer = 0; answer < width; answer++) if (answer !== column) yield answer;
}

/** Whether the rows of sure candidates, a different one for each column, are the same bag of rows. */
export function sameRowsBySureColumns(gold: Table, candidates: readonly Candidates[], prediction: Table): boolean {
  if (!candidates.every(({ isSure }) => isSure)) return false;
  const used = new Set<number>();
  const columns: number[] = [];
  for (const { answers } of candidates) {
    const free = answers.find((answer) => !used.has(answer));
    if (free === undefined) return false;
    used.add(free);
    columns.push(free);
  }
  const selected = candidates.map(({ column }) => column);
  const left = projectRows(gold, selected);
  const right = projectRows(prediction, columns);
  return sameBag(left, right) || Array.isArray(findColumnPermutation(left, right, false));
}

function sameBag(left: readonly Row[], right: readonly Row[]): boolean {
  const numbers = identifyRows(left, right);
  const surplus = new Int32Array(numbers.distinct);
  for (let row = 0; row < left.length; row++) {
    surplus[numbers.left[row]!]! += 1;
    surplus[numbers.right[row]!]! -= 1;
  }
  return surplus.every((count) => count === 0);
}

function projectRows(table: Table, columns: readonly number[]): readonly Row[] {
  const isWhole = columns.length === table.columns.length && columns.every((column, index) => column === index);
  return isWhole ? table.rows : table.rows.map((row) => columns.map((column) => row[column]!));
}
