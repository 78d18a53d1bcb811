import type { Row } from '../model/value.ts';
import { type CellIdentities, hashColumns, identifyCells, identifyRows, sameRow } from './rowIdentity.ts';

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
  const inPlace = Array.from({ length: columns }, (_, index) => index);
  if (sameRows(left, right, rowOrderCounts)) return inPlace;
  if (columns === 1) return null;
  if (rowOrderCounts) return pairEqualColumns(identifyCells(left, columns, right, columns));

  const [leftHashes, rightHashes] = [hashColumns(left, columns), hashColumns(right, columns)];
  // One round tells most tables apart; the others pay for the rest.
  if (!sameColours(refineColours(leftHashes, 1), refineColours(rightHashes, 1))) return null;
  const leftColours = refineColours(leftHashes, 3);
  const rightColours = refineColours(rightHashes, 3);
  if (!sameColours(leftColours, rightColours)) return null;
  const candidates = Array.from(leftColours, (colour) => inPlace.filter((column) => rightColours[column] === colour));
  // The nth left column of a colour takes the nth right one: right wherever equal colours mean equal columns.
  const guess = candidates.map(
    (alike, column) => alike[leftColours.subarray(0, column).filter((c) => c === leftColours[column]).length]!,
  );
  const permuted = right.map((row) => guess.map((column) => row[column]!));
  if (sameRows(left, permuted, false)) return guess;
  if (candidates.every((alike) => alike.length === 1)) return null;
  return new PermutationSearch(identifyCells(left, columns, right, columns), candidates).run();
}

function sameRows(left: readonly Row[], right: readonly Row[], rowOrderCounts: boolean): boolean {
  if (rowOrderCounts) return left.every((row, index) => sameRow(row, right[index]!));
  const numbers = identifyRows(left, right);
  return sameBag(numbers.left, numbers.right, numbers.distinct);
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
 * Backtracking over the left columns, rarest colour first; after every choice the rows, as far as they are chosen,
 * must still be the same bag.
 */
class PermutationSearch {
  private readonly cells: CellIdentities;
  private readonly rowCount: number;
  private readonly candidates: readonly (readonly number[])[];
  private budget = CELL_BUDGET;

  constructor(cells: CellIdentities, candidates: readonly (readonly number[])[]) {
    this.cells = cells;
    this.candidates = candidates;
    this.rowCount = cells.left[0]!.length;
  }

  run(): readonly number[] | null | 'too many orders' {
    const order = [...this.candidates.keys()].sort((a, b) => this.candidates[a]!.length - this.candidates[b]!.length);
    const permutation = new Array<number>(order.length);
    const start = new Int32Array(this.rowCount);
    const found = this.extend(0, order, permutation, { left: start, right: start, distinct: 1 });
    if (this.budget < 0) return 'too many orders';
    return found ? permutation : null;
  }

  private extend(
    depth: number,
    order: readonly number[],
    permutation: number[],
    prefix: { left: Int32Array; right: Int32Array; distinct: number },
  ): boolean {
    if (depth === order.length) return true;
    const column = order[depth]!;
    const used = new Set(order.slice(0, depth).map((chosen) => permutation[chosen]!));
    const tried: Int32Array[] = [];
    for (const candidate of this.candidates[column]!) {
      if (used.has(candidate)) continue;
      const vector = this.cells.right[candidate]!;
      // A column equal to one that failed here fails too: without this, equal columns alone would explode.
      if (tried.some((other) => sameColumn(other, vector))) continue;
      tried.push(vector);
      const next = this.lengthen(prefix, this.cells.left[column]!, vector);
      if (this.budget < 0) return false;
      if (next === null) continue;
      permutation[column] = candidate;
      if (this.extend(depth + 1, order, permutation, next)) return true;
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

/**
 * Colours of columns: hashes of their cells, refined in further rounds by the rows they stand in, so that few columns share one.
 * Sums make them independent of row and column order. Columns that can answer each other have equal colours.
 */
function refineColours(columns: readonly Int32Array[], rounds: number): Int32Array {
  const rowCount = columns[0]!.length;
  let colours = new Int32Array(columns.length);
  let rowColours = new Int32Array(rowCount);
  for (let round = 0; round < rounds; round++) {
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
