import { isTypedText, type Value } from '../model/value.ts';
import type { AlignableTable } from './alignableTable.ts';

/** The cells of a table as 32-bit hashes, column by column. */
export type HashedColumns = readonly Int32Array[];

/** Rows that are looked at to see what a column holds. */
const PROBED_ROWS = 1000;
/** A column with more different values among the probed rows is sampled by value: about so many rows are counted. */
const FEW_VALUES = 200;
const SAMPLED_ROWS = 1500;

/** How much a shared name, close numbers, kind and position speak for a pair of columns, beside shared values (at most 1). */
const NAME_WEIGHT = 0.3;
const CLOSE_WEIGHT = 0.2;
const KIND_WEIGHT = 0.02;
const POSITION_WEIGHT = 0.01;

/**
 * How well each prediction column would answer each gold column: the values they share, their names, number ranges and
 * positions. 0 for columns of different kinds without a shared value or name.
 */
export function columnLikeness<R>(gold: AlignableTable<R>, prediction: AlignableTable<R>): readonly (readonly number[])[] {
  const sampleLimit = sampledPart(Math.max(gold.rowCount, prediction.rowCount));
  const predictionSketches = sketchesOf(prediction, sampleLimit);
  const places = placesOfValues(predictionSketches);
  return sketchesOf(gold, sampleLimit).map((g) => {
    const common = commonValues(g, places, predictionSketches.length);
    return predictionSketches.map((p, column) => likeness(g, p, common[column]!));
  });
}

function sketchesOf<R>(table: AlignableTable<R>, sampleLimit: number): Sketch[] {
  const stride = Math.max(1, Math.floor(table.rowCount / PROBED_ROWS));
  const probed = Array.from({ length: Math.ceil(table.rowCount / stride) }, (_, index) => index * stride);
  const rows = [...table.read(probed)];
  return table.hashes.map((hashes, position) =>
    sketch(
      { hashes, position, name: table.columns[position]!, probed, cells: rows.map((row) => table.cell(row, position)) },
      sampleLimit,
    ),
  );
}

/** Aligned rows that are looked at to tell columns of alike values apart. */
const SAMPLED_PAIRS = 2000;

/**
 * How often each prediction column equals each gold column in rows that belong together, as a share.
 *
 * @param pairs gold row and prediction row in turn.
 */
export function columnAgreement(
  gold: HashedColumns,
  prediction: HashedColumns,
  pairs: readonly (readonly [number, number])[],
): readonly (readonly number[])[] {
  const stride = Math.max(1, Math.floor(pairs.length / SAMPLED_PAIRS));
  const sample = pairs.filter((_, index) => index % stride === 0);
  const answers = prediction.map((column) => Int32Array.from(sample, ([, row]) => column[row]!));
  return gold.map((column) => {
    const own = Int32Array.from(sample, ([row]) => column[row]!);
    return answers.map((answer) => {
      let equal = 0;
      for (let index = 0; index < own.length; index++) if (own[index] === answer[index]) equal += 1;
      return own.length === 0 ? 0 : equal / own.length;
    });
  });
}

/**
 * Pairs of rows by the values that occur once on each side of a column, for the mapped column with the most of them.
 *
 * @param columns for each gold column its prediction column, or null.
 */
export function pairByKey(
  gold: HashedColumns,
  prediction: HashedColumns,
  columns: readonly (number | null)[],
): readonly (readonly [number, number])[] {
  let best: readonly (readonly [number, number])[] = [];
  for (const [column, answer] of columns.entries()) {
    if (answer === null) continue;
    const goldRows = rowsOfSingleValues(gold[column]!);
    if (goldRows.size <= best.length) continue;
    const predictionRows = rowsOfSingleValues(prediction[answer]!);
    const pairs: (readonly [number, number])[] = [];
    for (const [hash, row] of goldRows) {
      const other = predictionRows.get(hash);
      if (other !== undefined) pairs.push([row, other]);
    }
    if (pairs.length > best.length) best = pairs;
    if (best.length >= SAMPLED_PAIRS) break;
  }
  return best;
}

/** Rows whose value occurs once in the column, of values that a large table is sampled by. */
function rowsOfSingleValues(column: Int32Array): ReadonlyMap<number, number> {
  const limit = sampledPart(column.length / 4);
  const rows = new Map<number, number>();
  const repeated = new Set<number>();
  for (let row = 0; row < column.length; row++) {
    const hash = column[row]!;
    if (scramble(hash) > limit) continue;
    if (rows.has(hash)) repeated.add(hash);
    else rows.set(hash, row);
  }
  for (const hash of repeated) rows.delete(hash);
  return rows;
}

/** What is remembered of a column: how often its (sampled) values occur, and the spread of its numbers. */
type Sketch = {
  readonly name: string;
  readonly position: number;
  readonly counts: ReadonlyMap<number, number>;
  /** Values whose scrambled hash is above this were not counted. */
  readonly limit: number;
  /** How many cells were counted, and of how many a sketch that is sampled would be made. */
  readonly counted: number;
  readonly sampled: number;
  readonly kind: 'number' | 'text' | 'empty';
  readonly quantiles: readonly number[];
};

/** The same values are sampled in every column: those with small scrambled hashes. */
const scramble = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
const sampledPart = (rows: number) => Math.min(1, SAMPLED_ROWS / Math.max(1, rows)) * 0xffffffff;

/** A column, and the cells of the rows of it that are looked at. */
type ProbedColumn = {
  readonly hashes: Int32Array;
  readonly position: number;
  readonly name: string;
  readonly probed: readonly number[];
  readonly cells: readonly Value[];
};

function sketch({ hashes, position, name, probed, cells }: ProbedColumn, sampleLimit: number): Sketch {
  const seen = new Set<number>();
  const numbers: number[] = [];
  let others = 0;
  for (const [index, row] of probed.entries()) {
    seen.add(hashes[row]!);
    const cell = cells[index]!;
    const number = numberIn(cell);
    if (!Number.isNaN(number)) numbers.push(number);
    else if (cell !== null) others += 1;
  }
  const limit = seen.size <= FEW_VALUES ? Number.POSITIVE_INFINITY : sampleLimit;
  const counts = new Map<number, number>();
  let counted = 0;
  let sampled = 0;
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row]!;
    const place = scramble(hash);
    if (place > limit) continue;
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    counted += 1;
    if (place <= sampleLimit) sampled += 1;
  }
  numbers.sort((a, b) => a - b);
  return {
    name: name.toLowerCase(),
    position,
    counts,
    limit,
    counted,
    sampled,
    kind: numbers.length > others ? 'number' : others > 0 ? 'text' : 'empty',
    quantiles: numbers.length === 0 ? [] : [0.1, 0.5, 0.9].map((share) => numbers[Math.floor(share * (numbers.length - 1))]!),
  };
}

/** The number a cell holds, NaN where it holds none. */
export function numberIn(cell: Value): number {
  if (typeof cell === 'number' || typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'object' && isTypedText(cell) && cell.type === 'decimal' ? Number(cell.text) : Number.NaN;
}

/** For each value the columns that hold it, each followed by how often it does. */
function placesOfValues(sketches: readonly Sketch[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [column, { counts }] of sketches.entries()) {
    for (const [value, count] of counts) {
      const known = places.get(value);
      if (known === undefined) places.set(value, [column, count]);
      else known.push(column, count);
    }
  }
  return places;
}

/** For each of the other table's columns, how large the part is that its bag of counted values has in common with this one's. */
function commonValues({ counts }: Sketch, places: ReadonlyMap<number, readonly number[]>, columns: number): Float64Array {
  const common = new Float64Array(columns);
  for (const [value, count] of counts) {
    const holders = places.get(value);
    if (holders === undefined) continue;
    for (let at = 0; at < holders.length; at += 2) common[holders[at]!]! += Math.min(count, holders[at + 1]!);
  }
  return common;
}

function likeness(gold: Sketch, prediction: Sketch, common: number): number {
  let score = sharedValues(gold, prediction, common);
  if (gold.name === prediction.name) score += NAME_WEIGHT;
  // NULLs alone may stand for anything.
  const sameKind = gold.kind === prediction.kind || gold.kind === 'empty' || prediction.kind === 'empty';
  if (gold.kind === 'number' && prediction.kind === 'number')
    score += CLOSE_WEIGHT * closeness(gold.quantiles, prediction.quantiles);
  if (sameKind) score += KIND_WEIGHT;
  if (score > 0 && gold.position === prediction.position) score += POSITION_WEIGHT;
  return score;
}

/** Shared part of the two bags of values, of the values that both sketches count. */
function sharedValues(gold: Sketch, prediction: Sketch, common: number): number {
  const isSampled = gold.limit !== prediction.limit;
  const all = (sketch: Sketch) => (isSampled ? sketch.sampled : sketch.counted);
  const union = all(gold) + all(prediction) - common;
  return union === 0 ? 0 : common / union;
}

function closeness(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) {
    const a = left[index]!;
    const b = right[index]!;
    const scale = Math.max(Math.abs(a), Math.abs(b));
    sum += scale === 0 ? 1 : Math.max(0, 1 - Math.abs(a - b) / scale);
  }
  return sum / left.length;
}
