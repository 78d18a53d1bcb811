import { isTypedText, type Value } from '../model/value.ts';
import { type AlignableTable, allRows } from './alignableTable.ts';
import { ValueCounts } from './valueCounts.ts';

/** Rows that are looked at to see what kind of values a column holds. */
const PROBED_ROWS = 1000;
/** A column of more different values is sampled by value: about so many of a table's rows are counted. */
const FEW_VALUES = 1000;
const SAMPLED_ROWS = 2000;

/** What is remembered of a column: how often its (sampled) values occur, and the spread of its numbers. */
export type ColumnSketch = {
  /** In lower case. */
  readonly name: string;
  readonly position: number;
  readonly values: ValueCounts;
  /** Whether only sampled values were counted. */
  readonly isSampled: boolean;
  /** How many cells were counted, and how many of them hold a sampled value. */
  readonly counted: number;
  readonly sampled: number;
  readonly kind: 'number' | 'text' | 'empty';
  /** Of its numbers: a tenth is below the first, half below the second, nine tenths below the third. */
  readonly quantiles: readonly number[];
};

/** The same values are sampled in every column: those with small scrambled hashes. */
const scramble = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;

const EVERY_VALUE = 0xffffffff;

/** Up to which scrambled hash values are sampled in tables of so many rows. */
export const sampleLimit = (rows: number): number => Math.min(1, SAMPLED_ROWS / Math.max(1, rows)) * EVERY_VALUE;

/** Sketches the columns of a table in one reading. Two tables are compared by sketches of the same limit. */
export function sketchColumns<R>(table: AlignableTable<R>, limit: number): readonly ColumnSketch[] {
  const columns = table.columns.map((name, position) => new GrowingSketch(name, position, limit));
  const stride = Math.max(1, Math.floor(table.rowCount / PROBED_ROWS));
  const hashes = new Int32Array(columns.length);
  let row = 0;
  for (const read of allRows(table)) {
    table.hash(read, hashes, 0);
    for (let column = 0; column < columns.length; column++) columns[column]!.count(hashes[column]!, row);
    if (row % stride === 0) for (const [column, sketch] of columns.entries()) sketch.probe(table.cell(read, column));
    row += 1;
  }
  return columns.map((column) => column.whole());
}

class GrowingSketch {
  readonly #name: string;
  readonly #position: number;
  readonly #limit: number;
  readonly #sampled = new ValueCounts();
  /** Null once there are too many different ones, and where every value is sampled. */
  #all: ValueCounts | null;
  readonly #numbers: number[] = [];
  #others = 0;

  constructor(name: string, position: number, limit: number) {
    this.#name = name;
    this.#position = position;
    this.#limit = limit;
    this.#all = limit === EVERY_VALUE ? null : new ValueCounts();
  }

  count(hash: number, row: number): void {
    if (scramble(hash) <= this.#limit) this.#sampled.add(hash, row);
    if (this.#all === null) return;
    this.#all.add(hash, row);
    if (this.#all.size > FEW_VALUES) this.#all = null;
  }

  probe(cell: Value): void {
    const number = numberIn(cell);
    if (!Number.isNaN(number)) this.#numbers.push(number);
    else if (cell !== null) this.#others += 1;
  }

  whole(): ColumnSketch {
    const numbers = this.#numbers.sort((a, b) => a - b);
    const values = this.#all ?? this.#sampled;
    return {
      name: this.#name.toLowerCase(),
      position: this.#position,
      values,
      isSampled: this.#all === null,
      counted: values.total,
      sampled: this.#sampled.total,
      kind: numbers.length > this.#others ? 'number' : this.#others > 0 ? 'text' : 'empty',
      quantiles: numbers.length === 0 ? [] : [0.1, 0.5, 0.9].map((share) => numbers[Math.floor(share * (numbers.length - 1))]!),
    };
  }
}

/** The number a cell holds, NaN where it holds none. */
export function numberIn(cell: Value): number {
  if (typeof cell === 'number' || typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'object' && isTypedText(cell) && cell.type === 'decimal' ? Number(cell.text) : Number.NaN;
}
