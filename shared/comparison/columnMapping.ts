import { type AlignableTable, hashesOfRows } from './alignableTable.ts';
import type { ColumnSketch } from './columnSketch.ts';

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
  gold: readonly ColumnSketch[],
  prediction: readonly ColumnSketch[],
): readonly (readonly number[])[] {
  const places = placesOfValues(prediction);
  return gold.map((g) => {
    const common = commonValues(g, places, prediction.length);
    return prediction.map((p, column) => likeness(g, p, common[column]!));
  });
}

/** A gold row and a prediction row. */
export type RowPair = readonly [gold: number, prediction: number];

/** Aligned rows that are looked at to tell columns of alike values apart. */
const SAMPLED_PAIRS = 2000;

/** How often each prediction column equals each gold column in rows that belong together, as a share. */
export function columnAgreement<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  pairs: readonly RowPair[],
): readonly (readonly number[])[] {
  const stride = Math.max(1, Math.floor(pairs.length / SAMPLED_PAIRS));
  const sample = pairs.filter((_, index) => index % stride === 0);
  const hashesOf = (table: AlignableTable<R>, rows: readonly number[]) => hashesOfRows(table, rows, [...table.columns.keys()]);
  const [own, answers] = [
    hashesOf(
      gold,
      sample.map(([row]) => row),
    ),
    hashesOf(
      prediction,
      sample.map(([, row]) => row),
    ),
  ];
  return gold.columns.map((_, column) =>
    prediction.columns.map((_, answer) => {
      let equal = 0;
      for (let index = 0; index < sample.length; index++) {
        if (own[index * gold.columns.length + column] === answers[index * prediction.columns.length + answer]) equal += 1;
      }
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
  gold: readonly ColumnSketch[],
  prediction: readonly ColumnSketch[],
  columns: readonly (number | null)[],
): readonly RowPair[] {
  let best: readonly RowPair[] = [];
  for (const [column, answer] of columns.entries()) {
    if (answer === null) continue;
    const pairs: RowPair[] = [];
    for (const { hash, count, row } of gold[column]!.values) {
      const other = count === 1 ? prediction[answer]!.values.get(hash) : null;
      if (other?.count === 1) pairs.push([row, other.row]);
    }
    if (pairs.length > best.length) best = pairs;
  }
  return best;
}

/** For each value the columns that hold it, each followed by how often it does. */
function placesOfValues(sketches: readonly ColumnSketch[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [column, { values }] of sketches.entries()) {
    for (const { hash, count } of values) {
      const known = places.get(hash);
      if (known === undefined) places.set(hash, [column, count]);
      else known.push(column, count);
    }
  }
  return places;
}

/** For each of the other table's columns, how large the part is that its bag of counted values has in common with this one's. */
function commonValues({ values }: ColumnSketch, places: ReadonlyMap<number, readonly number[]>, columns: number): Float64Array {
  const common = new Float64Array(columns);
  for (const { hash, count } of values) {
    const holders = places.get(hash);
    if (holders === undefined) continue;
    for (let at = 0; at < holders.length; at += 2) common[holders[at]!]! += Math.min(count, holders[at + 1]!);
  }
  return common;
}

function likeness(gold: ColumnSketch, prediction: ColumnSketch, common: number): number {
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
function sharedValues(gold: ColumnSketch, prediction: ColumnSketch, common: number): number {
  const isSampled = gold.isSampled || prediction.isSampled;
  const all = (sketch: ColumnSketch) => (isSampled ? sketch.sampled : sketch.counted);
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
