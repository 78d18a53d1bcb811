import { closeNumbers, type DocumentedCell, type DocumentedColumns } from './cells.ts';

/** Pairs of rows looked at before the matching is given up. */
const PAIR_BUDGET = 20_000_000;

/** Whether the rows match one to one: text and NULL exactly, numbers within the tolerance. */
export function rowsMatch(
  gold: DocumentedColumns,
  prediction: DocumentedColumns,
  ignoreOrder: boolean,
): boolean | 'too many rows' {
  const count = gold[0]?.length ?? 0;
  if (!ignoreOrder) {
    for (let row = 0; row < count; row++) if (!rowMatches(gold, row, prediction, row)) return false;
    return true;
  }
  const goldGroups = groupRows(gold, count);
  const groups = groupRows(prediction, count);
  if (goldGroups.size !== groups.size) return false;
  const budget = { left: PAIR_BUDGET };
  for (const [key, goldRows] of goldGroups) {
    const rows = groups.get(key);
    if (rows === undefined || rows.length !== goldRows.length) return false;
    const matched = groupMatches(gold, goldRows, prediction, rows, budget);
    if (matched !== true) return matched;
  }
  return true;
}

function rowMatches(gold: DocumentedColumns, goldRow: number, prediction: DocumentedColumns, row: number): boolean {
  return gold.every((column, index) => cellMatches(column[goldRow]!, prediction[index]![row]!));
}

const cellMatches = (a: DocumentedCell, b: DocumentedCell) =>
  typeof a === 'number' && typeof b === 'number' ? closeNumbers(a, b) : a === b;

/** Rows by everything but their numbers: only rows of one group can match. */
function groupRows(columns: DocumentedColumns, count: number): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    let key = '';
    for (const column of columns) {
      const cell = column[row]!;
      key += typeof cell === 'number' ? '#' : cell === null ? '-' : `"${cell.length}:${cell}`;
    }
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function groupMatches(
  gold: DocumentedColumns,
  goldRows: readonly number[],
  prediction: DocumentedColumns,
  rows: readonly number[],
  budget: { left: number },
): boolean | 'too many rows' {
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
  if (goldSorted.every((row, index) => rowMatches(gold, row, prediction, sorted[index]!))) return true;
  return matchByWindows(gold, goldSorted, prediction, sorted, order[0]!, budget);
}

/** A maximum matching (augmenting paths) in which a row looks only at rows whose leading number is close. */
function matchByWindows(
  gold: DocumentedColumns,
  goldRows: readonly number[],
  prediction: DocumentedColumns,
  rows: readonly number[],
  leading: number,
  budget: { left: number },
): boolean | 'too many rows' {
  const leadOf = (index: number) => prediction[leading]![rows[index]!] as number;
  const neighbours: number[][] = [];
  let start = 0;
  for (const goldRow of goldRows) {
    const lead = gold[leading]![goldRow] as number;
    while (start < rows.length && leadOf(start) < lead && !closeNumbers(lead, leadOf(start))) start += 1;
    const found: number[] = [];
    for (let index = start; index < rows.length && (leadOf(index) <= lead || closeNumbers(lead, leadOf(index))); index++) {
      budget.left -= 1;
      if (budget.left < 0) return 'too many rows';
      if (rowMatches(gold, goldRow, prediction, rows[index]!)) found.push(index);
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
