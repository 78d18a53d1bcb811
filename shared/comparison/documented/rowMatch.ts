import type { DocumentedCell, DocumentedColumns } from './cells.ts';

/** Whether two numbers match. Of three ascending numbers, the outer two may match only where both inner pairs do. */
export type Closeness = (a: number, b: number) => boolean;

/** Pairs of rows looked at before the matching is given up. */
const PAIR_BUDGET = 20_000_000;

/** Whether the rows match one to one: text and NULL exactly, numbers within the tolerance. */
export function rowsMatch(
  gold: DocumentedColumns,
  prediction: DocumentedColumns,
  ignoreOrder: boolean,
  close: Closeness,
): boolean | 'too many rows' {
  const count = gold[0]?.length ?? 0;
  if (!ignoreOrder) {
    for (let row = 0; row < count; row++) if (!rowMatches(gold, row, prediction, row, close)) return false;
    return true;
  }
  const classes = classifyRows(gold, prediction, count);
  const goldGroups = groupRows(classes.gold, classes.count);
  const groups = groupRows(classes.prediction, classes.count);
  const budget = { left: PAIR_BUDGET };
  for (const [index, goldRows] of goldGroups.entries()) {
    const rows = groups[index]!;
    if (rows.length !== goldRows.length) return false;
    const matched = groupMatches(gold, goldRows, prediction, rows, close, budget);
    if (matched !== true) return matched;
  }
  return true;
}

/** Whether a row of one side matches a row of the other. */
export function rowMatches(
  gold: DocumentedColumns,
  goldRow: number,
  prediction: DocumentedColumns,
  row: number,
  close: Closeness,
): boolean {
  return gold.every((column, index) => cellMatches(column[goldRow]!, prediction[index]![row]!, close));
}

const cellMatches = (a: DocumentedCell, b: DocumentedCell, close: Closeness) =>
  typeof a === 'number' && typeof b === 'number' ? close(a, b) : a === b;

/** Numbers the rows of both sides by everything but their numbers: only rows of one class can match. */
function classifyRows(gold: DocumentedColumns, prediction: DocumentedColumns, count: number) {
  let left = new Int32Array(count);
  let right = new Int32Array(count);
  let classCount = 1;
  for (const [index, column] of gold.entries()) {
    const cells = new Map<DocumentedCell, number>();
    const classes = new Map<number, number>();
    const previousCount = classCount;
    const refine = (previous: Int32Array, values: readonly DocumentedCell[]) => {
      const next = new Int32Array(count);
      for (let row = 0; row < count; row++) {
        const value = values[row]!;
        // 0 stands for any number.
        let cell = typeof value === 'number' ? 0 : cells.get(value);
        if (cell === undefined) {
          cell = cells.size + 1;
          cells.set(value, cell);
        }
        const key = cell * previousCount + previous[row]!;
        let number = classes.get(key);
        if (number === undefined) {
          number = classes.size;
          classes.set(key, number);
        }
        next[row] = number;
      }
      return next;
    };
    left = refine(left, column);
    right = refine(right, prediction[index]!);
    classCount = classes.size;
  }
  return { gold: left, prediction: right, count: classCount };
}

function groupRows(classes: Int32Array, count: number): readonly (readonly number[])[] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (let row = 0; row < classes.length; row++) groups[classes[row]!]!.push(row);
  return groups;
}

function groupMatches(
  gold: DocumentedColumns,
  goldRows: readonly number[],
  prediction: DocumentedColumns,
  rows: readonly number[],
  close: Closeness,
  budget: { left: number },
): boolean | 'too many rows' {
  if (goldRows.length === 0) return true;
  if (goldRows.length === 1) return rowMatches(gold, goldRows[0]!, prediction, rows[0]!, close);
  const numeric = [...gold.keys()].filter((column) => typeof gold[column]![goldRows[0]!] === 'number');
  if (numeric.length === 0) return true;
  const sortRows = (columns: DocumentedColumns, list: readonly number[], order: readonly number[]) =>
    [...list].sort((a, b) => {
      for (const column of order) {
        const difference = (columns[column]![a] as number) - (columns[column]![b] as number);
        if (difference !== 0) return difference;
      }
      return a - b;
    });
  // Sorting pairs nearly always settle it; rows whose first numbers are close but cross need a matching.
  const variety = (column: number) => new Set(goldRows.map((row) => gold[column]![row])).size;
  const order = numeric
    .map((column) => ({ column, size: variety(column) }))
    .sort((a, b) => b.size - a.size)
    .map(({ column }) => column);
  const goldSorted = sortRows(gold, goldRows, order);
  const sorted = sortRows(prediction, rows, order);
  if (goldSorted.every((row, index) => rowMatches(gold, row, prediction, sorted[index]!, close))) return true;
  return matchByWindows(gold, goldSorted, prediction, sorted, order[0]!, close, budget);
}

/** A maximum matching (augmenting paths) in which a row looks only at rows whose leading number is close. */
function matchByWindows(
  gold: DocumentedColumns,
  goldRows: readonly number[],
  prediction: DocumentedColumns,
  rows: readonly number[],
  leading: number,
  close: Closeness,
  budget: { left: number },
): boolean | 'too many rows' {
  const leadOf = (index: number) => prediction[leading]![rows[index]!] as number;
  const neighbours: number[][] = [];
  let start = 0;
  for (const goldRow of goldRows) {
    const lead = gold[leading]![goldRow] as number;
    while (start < rows.length && leadOf(start) < lead && !close(lead, leadOf(start))) start += 1;
    const found: number[] = [];
    for (let index = start; index < rows.length && (leadOf(index) <= lead || close(lead, leadOf(index))); index++) {
      budget.left -= 1;
      if (budget.left < 0) return 'too many rows';
      if (rowMatches(gold, goldRow, prediction, rows[index]!, close)) found.push(index);
    }
    if (found.length === 0) return false;
    neighbours.push(found);
  }
  const takenBy = new Int32Array(rows.length).fill(-1);
  for (const source of goldRows.keys()) {
    if (!augment(source, neighbours, takenBy, budget)) return budget.left < 0 ? 'too many rows' : false;
  }
  return true;
}

/** Finds a free row for `source`, moving earlier rows where needed: a breadth-first augmenting path. */
function augment(
  source: number,
  neighbours: readonly (readonly number[])[],
  takenBy: Int32Array,
  budget: { left: number },
): boolean {
  const cameFrom = new Map<number, number>();
  const queue = [source];
  for (const row of queue) {
    for (const candidate of neighbours[row]!) {
      budget.left -= 1;
      if (budget.left < 0) return false;
      if (cameFrom.has(candidate)) continue;
      cameFrom.set(candidate, row);
      if (takenBy[candidate] !== -1) {
        queue.push(takenBy[candidate]!);
        continue;
      }
      let free = candidate;
      for (;;) {
        const owner = cameFrom.get(free)!;
        const previous = neighbours[owner]!.find((other) => takenBy[other] === owner);
        takenBy[free] = owner;
        if (owner === source) return true;
        free = previous!;
      }
    }
  }
  return false;
}
