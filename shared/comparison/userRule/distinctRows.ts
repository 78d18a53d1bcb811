import type { DocumentedColumns } from '../documented/cells.ts';
import { type Closeness, rowMatches } from '../documented/rowMatch.ts';
import type { Found } from '../mappingSearch.ts';

/** Pairs of rows looked at before the comparison is given up. */
const PAIR_BUDGET = 20_000_000;

/** The columns without rows that repeat an earlier one exactly. */
export function withoutRepeats(columns: DocumentedColumns): DocumentedColumns {
  const count = columns[0]?.length ?? 0;
  const seen = new Set<string>();
  const kept: number[] = [];
  for (let row = 0; row < count; row++) {
    const key = JSON.stringify(columns.map((column) => column[row]!));
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(row);
  }
  return kept.length === count ? columns : columns.map((column) => kept.map((row) => column[row]!));
}

/** Whether every row of each side has a match on the other, however often either occurs. */
export function sameDistinctRows(gold: DocumentedColumns, prediction: DocumentedColumns, close: Closeness): Found {
  const budget = { left: PAIR_BUDGET };
  const there = covers(gold, prediction, close, budget);
  return there === true ? covers(prediction, gold, close, budget) : there;
}

/** Whether every row of `left` has a match in `right`. */
function covers(left: DocumentedColumns, right: DocumentedColumns, close: Closeness, budget: { left: number }): Found {
  const groups = groupRows(right);
  for (const [key, rows] of groupRows(left)) {
    const candidates = groups.get(key);
    if (candidates === undefined) return false;
    const leading = left.findIndex((column) => typeof column[rows[0]!] === 'number');
    if (leading === -1) continue;
    const lead = (index: number) => right[leading]![candidates[index]!] as number;
    candidates.sort((a, b) => (right[leading]![a] as number) - (right[leading]![b] as number));
    for (const row of rows) {
      const number = left[leading]![row] as number;
      let index = firstReached(candidates.length, (at) => lead(at) >= number || close(number, lead(at)));
      let found = false;
      for (; !found && index < candidates.length && (lead(index) <= number || close(number, lead(index))); index++) {
        budget.left -= 1;
        if (budget.left < 0) return 'gave up';
        found = rowMatches(left, row, right, candidates[index]!, close);
      }
      if (!found) return false;
    }
  }
  return true;
}

/** Rows by everything but their numbers: only rows of one group can match. */
function groupRows(columns: DocumentedColumns): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
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

/** The first index for which the test holds; from there on it holds for all. */
function firstReached(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
