import type { Row } from '../model/value.ts';
import { type CellIdentities, identifyCells, identifyRows } from './rowIdentity.ts';

/** Cells looked at before the search gives up: some ten seconds of work, far beyond what real tables need. */
const CELL_BUDGET = 400_000_000;

/**
 * Finds an order of the right table's columns under which both tables hold the same rows, as a bag or, with
 * `rowOrderCounts`, row by row. Both must have equally many rows and columns, at least one of each.
 *
 * @returns for each left column the right column that answers it, `null` where there is none, 'too many orders' where
 * the tables are so symmetric that the search was given up.
 */
export function findColumnPermutation(
  left: readonly Row[],
  right: readonly Row[],
  rowOrderCounts: boolean,
): readonly number[] | null | 'too many orders' {
  const columns = left[0]!.length;
  const byPosition = identifyRows(left, right);
  const inPlace = rowOrderCounts
    ? byPosition.left.every((number, index) => number === byPosition.right[index])
    : sameBag(byPosition.left, byPosition.right, byPosition.distinct);
  if (inPlace) return Array.from({ length: columns }, (_, index) => index);
  const cells = identifyCells(left, columns, right, columns);
  return rowOrderCounts ? pairEqualColumns(cells) : new PermutationSearch(cells).run();
}

function sameBag(left: Int32Array, right: Int32Array, distinct: number): boolean {
  const surplus = new Int32Array(distinct);
  for (let index = 0; index < left.length; index++) {
    surplus[left[index]!]! += 1;
    surplus[right[index]!]! -= 1;
  }
  return surplus.every((count) => count === 0);
}

/** With row order fixed, columns pair up exactly when they are equal as vectors, so that any pairing will do. */
function pairEqualColumns({ left, right }: CellIdentities): readonly number[] | null {
  const free = new Set(right.keys());
  const permutation: number[] = [];
  for (const column of left) {
    const partner = [...free].find((candidate) => sameColumn(column, right[candidate]!));
    if (partner === undefined) return null;
    free.delete(partner);
    permutation.push(partner);
  }
  return permutation;
}

function sameColumn(left: Int32Array, right: Int32Array): boolean {
  for (let row = 0; row < left.length; row++) {
    if (left[row] !== right[row]) return false;
  }
  return true;
}

const mix = (a: number, b: number) => {
  let hash = Math.imul(a ^ Math.imul(b + 0x7f4a7c15, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35);
};

/**
 * Backtracking over the left columns. Colours (hashes of a column's cells, refined by the rows they stand in) leave
 * few candidates each; after every choice the rows, as far as they are chosen, must still be the same bag.
 */
class PermutationSearch {
  private readonly cells: CellIdentities;
  private readonly rowCount: number;
  private budget = CELL_BUDGET;

  constructor(cells: CellIdentities) {
    this.cells = cells;
    this.rowCount = cells.left[0]!.length;
  }

  run(): readonly number[] | null | 'too many orders' {
    const leftColours = refineColours(this.cells.left);
    const rightColours = refineColours(this.cells.right);
    if (!sameColours(leftColours, rightColours)) return null;
    const candidates = Array.from(leftColours, (colour) => [...rightColours.keys()].filter((c) => rightColours[c] === colour));
    const order = [...candidates.keys()].sort((a, b) => candidates[a]!.length - candidates[b]!.length);
    const permutation = new Array<number>(order.length);
    const start = new Int32Array(this.rowCount);
    const found = this.extend(0, order, candidates, permutation, { left: start, right: start, distinct: 1 });
    if (this.budget < 0) return 'too many orders';
    return found ? permutation : null;
  }

  private extend(
    depth: number,
    order: readonly number[],
    candidates: readonly (readonly number[])[],
    permutation: number[],
    prefix: { left: Int32Array; right: Int32Array; distinct: number },
  ): boolean {
    if (depth === order.length) return true;
    const column = order[depth]!;
    const used = new Set(order.slice(0, depth).map((chosen) => permutation[chosen]!));
    const tried: Int32Array[] = [];
    for (const candidate of candidates[column]!) {
      if (used.has(candidate)) continue;
      const vector = this.cells.right[candidate]!;
      // A column equal to one that failed here fails too: without this, equal columns alone would explode.
      if (tried.some((other) => sameColumn(other, vector))) continue;
      tried.push(vector);
      const next = this.lengthen(prefix, this.cells.left[column]!, vector);
      if (this.budget < 0) return false;
      if (next === null) continue;
      permutation[column] = candidate;
      if (this.extend(depth + 1, order, candidates, permutation, next)) return true;
    }
    return false;
  }

  /** Adds one column to the row prefixes; null when the two bags of prefixes differ. */
  private lengthen(prefix: { left: Int32Array; right: Int32Array; distinct: number }, left: Int32Array, right: Int32Array) {
    this.budget -= 2 * this.rowCount;
    const numbers = new Map<number, number>();
    const counts: number[] = [];
    const numberRows = (prefixes: Int32Array, column: Int32Array, step: 1 | -1): Int32Array | null => {
      const result = new Int32Array(this.rowCount);
      for (let row = 0; row < this.rowCount; row++) {
        const key = prefixes[row]! * this.cells.distinct + column[row]!;
        let number = numbers.get(key);
        if (number === undefined) {
          if (step === -1) return null;
          number = counts.push(0) - 1;
          numbers.set(key, number);
        }
        counts[number]! += step;
        if (counts[number]! < 0) return null;
        result[row] = number;
      }
      return result;
    };
    const nextLeft = numberRows(prefix.left, left, 1);
    const nextRight = nextLeft && numberRows(prefix.right, right, -1);
    return nextLeft && nextRight && { left: nextLeft, right: nextRight, distinct: counts.length };
  }
}

/** Two rounds of colour refinement. Sums make the colours independent of row and column order. */
function refineColours(columns: readonly Int32Array[]): Int32Array {
  const rowCount = columns[0]!.length;
  let colours = new Int32Array(columns.length);
  let rowColours = new Int32Array(rowCount);
  for (let round = 0; round < 3; round++) {
    const refined = new Int32Array(columns.length);
    const nextRowColours = new Int32Array(rowCount);
    for (const [column, cells] of columns.entries()) {
      let sum = 0;
      for (let row = 0; row < rowCount; row++) sum = (sum + mix(rowColours[row]!, cells[row]!)) | 0;
      refined[column] = mix(colours[column]!, sum);
      for (let row = 0; row < rowCount; row++) nextRowColours[row]! += mix(refined[column]!, cells[row]!);
    }
    colours = refined;
    rowColours = nextRowColours;
  }
  return colours;
}

function sameColours(left: Int32Array, right: Int32Array): boolean {
  const a = left.toSorted();
  const b = right.toSorted();
  return a.every((colour, index) => colour === b[index]);
}
