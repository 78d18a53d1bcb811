import type { Row, Value } from '../model/value.ts';
import { hashCell, sameCell } from './cellEquality.ts';

/**
 * Numbers for the rows of two tables such that two rows share a number exactly when they are equal cell by cell
 * ({@link sameCell}) and equally long. Numbers are dense, from 0, in the order of first appearance (left first).
 */
export type RowIdentities = {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** How many different rows there are. */
  readonly distinct: number;
};

/** Finds {@link RowIdentities} in time linear in the number of cells. */
export function identifyRows(left: readonly Row[], right: readonly Row[]): RowIdentities {
  const numbering = new Numbering<Row>(left.length + right.length, hashRow, sameRow);
  const number = (rows: readonly Row[]) => mapToIntegers(rows, (row) => numbering.numberOf(row));
  return { left: number(left), right: number(right), distinct: numbering.distinct };
}

/** `Int32Array.from` with a function takes the slow road over an iterator. */
function mapToIntegers<T>(items: readonly T[], integerOf: (item: T) => number): Int32Array {
  const result = new Int32Array(items.length);
  for (let index = 0; index < items.length; index++) result[index] = integerOf(items[index]!);
  return result;
}

/** The cell hashes of a table, column by column. */
export function hashColumns(rows: readonly Row[], columns: number): readonly Int32Array[] {
  const hashes = Array.from({ length: columns }, () => new Int32Array(rows.length));
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    for (let column = 0; column < columns; column++) hashes[column]![row] = hashCell(cells[column]!);
  }
  return hashes;
}

/** Cell numbers by column: equal cells of either table, in whatever column, share a number. */
export type CellIdentities = {
  readonly left: readonly Int32Array[];
  readonly right: readonly Int32Array[];
  readonly distinct: number;
};

/** Numbers the cells of two tables, column by column. Every row must have `columns` cells of its own table. */
export function identifyCells(
  left: readonly Row[],
  leftColumns: number,
  right: readonly Row[],
  rightColumns: number,
): CellIdentities {
  const numbering = new Numbering<Value>(16, hashCell, sameCell);
  const numberColumns = (rows: readonly Row[], columns: number) =>
    Array.from({ length: columns }, (_, column) => mapToIntegers(rows, (row) => numbering.numberOf(row[column]!)));
  return {
    left: numberColumns(left, leftColumns),
    right: numberColumns(right, rightColumns),
    distinct: numbering.distinct,
  };
}

/** Hands out dense numbers, the same for equal items. An open-addressing table: a `Map` with text keys would have to print every cell. */
export class Numbering<T> {
  private slots: Int32Array;
  private hashes: Int32Array;
  private readonly items: T[] = [];
  private readonly hash: (item: T) => number;
  private readonly same: (a: T, b: T) => boolean;

  constructor(capacity: number, hash: (item: T) => number, same: (a: T, b: T) => boolean) {
    let size = 16;
    while (size < capacity * 2) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
    this.hashes = new Int32Array(size / 2);
    this.hash = hash;
    this.same = same;
  }

  get distinct(): number {
    return this.items.length;
  }

  numberOf(item: T): number {
    const hash = this.hash(item) | 0;
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const number = this.slots[slot]!;
      if (number === -1) break;
      if (this.hashes[number] === hash && this.same(this.items[number]!, item)) return number;
      slot = (slot + 1) & mask;
    }
    if (this.items.length === this.hashes.length) {
      this.grow();
      return this.numberOf(item);
    }
    this.slots[slot] = this.items.length;
    this.hashes[this.items.length] = hash;
    return this.items.push(item) - 1;
  }

  private grow(): void {
    const hashes = new Int32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    this.slots = new Int32Array(hashes.length * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.items.length; number++) {
      const hash = hashes[number]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot] !== -1) slot = (slot + 1) & mask;
      this.slots[slot] = number;
    }
  }
}

function hashRow(row: Row): number {
  let hash = 0x1b873593 ^ row.length;
  for (let index = 0; index < row.length; index++) {
    hash = Math.imul(hash ^ hashCell(row[index]!), 0x5bd1e995);
    hash ^= hash >>> 13;
  }
  return hash | 0;
}

/** True when two rows are equally long and equal cell by cell. */
export function sameRow(left: Row, right: Row): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!sameCell(left[index]!, right[index]!)) return false;
  }
  return true;
}

/** How often each row number occurs. */
export function countRows(numbers: Int32Array, distinct: number): Int32Array {
  const counts = new Int32Array(distinct);
  for (let index = 0; index < numbers.length; index++) counts[numbers[index]!]! += 1;
  return counts;
}
