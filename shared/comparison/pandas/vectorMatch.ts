import type { Sequence, Vector } from './vector.ts';

const ABSOLUTE_TOLERANCE = 1e-2;
/** The default of `math.isclose`, which the published comparison does not override. */
const RELATIVE_TOLERANCE = 1e-9;

/** Python's `math.isclose(a, b, abs_tol=1e-2)`. */
export function isClose(a: number, b: number, absoluteTolerance = ABSOLUTE_TOLERANCE): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const difference = Math.abs(b - a);
  return (
    difference <= Math.abs(RELATIVE_TOLERANCE * b) ||
    difference <= Math.abs(RELATIVE_TOLERANCE * a) ||
    difference <= absoluteTolerance
  );
}

/** The published `vectors_match`: cell by cell, after both sides were sorted by text where order is ignored. */
export function vectorsMatch(gold: Vector, prediction: Vector, ignoreOrder: boolean): boolean {
  if (gold.length !== prediction.length) return false;
  if (!ignoreOrder) return sequencesMatch(gold.inOrder, prediction.inOrder);
  // Sorting text is slow: what follows decides nearly every pair without it, with the same verdict.
  if (gold.textCount !== prediction.textCount || gold.textHash !== prediction.textHash) return false;
  if (gold.textCount === gold.length) return sameTexts(gold, prediction);
  if (gold.textCount === 0) {
    const decided = compareAscending(gold.ascending, prediction.ascending);
    if (decided === 'apart') return false;
    if (decided === 'equal' && gold.hasPlainNumbers && prediction.hasPlainNumbers) return true;
  }
  return sequencesMatch(gold.sortedByText, prediction.sortedByText);
}

function sequencesMatch(gold: Sequence, prediction: Sequence): boolean {
  for (let row = 0; row < gold.numbers.length; row++) {
    const goldText = gold.texts === null ? null : gold.texts[row]!;
    const predictionText = prediction.texts === null ? null : prediction.texts[row]!;
    if (goldText !== null || predictionText !== null) {
      if (goldText !== predictionText) return false;
    } else if (!isClose(gold.numbers[row]!, prediction.numbers[row]!)) return false;
  }
  return true;
}

/** Whether two vectors of nothing but text hold the same texts equally often. */
function sameTexts(gold: Vector, prediction: Vector): boolean {
  const counts = new Map<string | null, number>();
  for (const text of gold.inOrder.texts ?? []) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of prediction.inOrder.texts ?? []) {
    const count = counts.get(text) ?? 0;
    if (count === 0) return false;
    counts.set(text, count - 1);
  }
  return true;
}

/**
 * No order of the cells can match them when the ascending numbers are apart by more than the tolerance; it is taken
 * twice here, to stay clear of where the relative part moves with the pair.
 */
function compareAscending(gold: Float64Array, prediction: Float64Array): 'equal' | 'close' | 'apart' {
  let isEqual = true;
  for (let index = 0; index < gold.length; index++) {
    const a = gold[index]!;
    const b = prediction[index]!;
    if (a === b) continue;
    isEqual = false;
    const reach = Math.max(2 * ABSOLUTE_TOLERANCE, 2 * RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b)));
    if (!(Math.abs(a - b) <= reach) || !Number.isFinite(a) || !Number.isFinite(b)) return 'apart';
  }
  return isEqual ? 'equal' : 'close';
}
