import { isTypedText, type Table, type Value } from '../model/value.ts';

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
export function columnLikeness(
  gold: Table,
  goldHashes: HashedColumns,
  prediction: Table,
  predictionHashes: HashedColumns,
): readonly (readonly number[])[] {
  const sampleLimit = sampledPart(Math.max(gold.rows.length, prediction.rows.length));
  const goldSketches = goldHashes.map((hashes, column) => sketch(hashes, gold, column, sampleLimit));
  const predictionSketches = predictionHashes.map((hashes, column) => sketch(hashes, prediction, column, sampleLimit));
  return goldSketches.map((g) => predictionSketches.map((p) => likeness(g, p)));
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
  return gold.map((column) =>
    prediction.map((answer) => {
      let equal = 0;
      for (const [goldRow, predictionRow] of sample) if (column[goldRow] === answer[predictionRow]) equal += 1;
      return sample.length === 0 ? 0 : equal / sample.length;
    }),
  );
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
  readonly kind: 'number' | 'text' | 'empty';
  readonly quantiles: readonly number[];
};

/** The same values are sampled in every column: those with small scrambled hashes. */
const scramble = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
const sampledPart = (rows: number) => Math.min(1, SAMPLED_ROWS / Math.max(1, rows)) * 0xffffffff;

function sketch(hashes: Int32Array, table: Table, position: number, sampleLimit: number): Sketch {
  const stride = Math.max(1, Math.floor(hashes.length / PROBED_ROWS));
  const seen = new Set<number>();
  const numbers: number[] = [];
  let others = 0;
  for (let row = 0; row < hashes.length; row += stride) {
    seen.add(hashes[row]!);
    const cell = table.rows[row]![position]!;
    const number = numberIn(cell);
    if (!Number.isNaN(number)) numbers.push(number);
    else if (cell !== null) others += 1;
  }
  const limit = seen.size <= FEW_VALUES ? Number.POSITIVE_INFINITY : sampleLimit;
  const counts = new Map<number, number>();
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row]!;
    if (scramble(hash) <= limit) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  numbers.sort((a, b) => a - b);
  return {
    name: table.columns[position]!.toLowerCase(),
    position,
    counts,
    limit,
    kind: numbers.length > others ? 'number' : others > 0 ? 'text' : 'empty',
    quantiles: numbers.length === 0 ? [] : [0.1, 0.5, 0.9].map((share) => numbers[Math.floor(share * (numbers.length - 1))]!),
  };
}

/** The number a cell holds, NaN where it holds none. */
export function numberIn(cell: Value): number {
  if (typeof cell === 'number' || typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'object' && isTypedText(cell) && cell.type === 'decimal' ? Number(cell.text) : Number.NaN;
}

function likeness(gold: Sketch, prediction: Sketch): number {
  let score = sharedValues(gold, prediction);
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
function sharedValues(gold: Sketch, prediction: Sketch): number {
  const limit = Math.min(gold.limit, prediction.limit);
  let shared = 0;
  let all = 0;
  for (const [value, count] of gold.counts) {
    if (scramble(value) > limit) continue;
    const other = prediction.counts.get(value) ?? 0;
    shared += Math.min(count, other);
    all += Math.max(count, other);
  }
  for (const [value, count] of prediction.counts) {
    if (scramble(value) <= limit && !gold.counts.has(value)) all += count;
  }
  return all === 0 ? 0 : shared / all;
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
