import type { Mean, Share } from '../model/share.ts';

/** 97.5th percentile of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * A share with its Wilson score interval (95 %, without continuity correction).
 *
 * @param count successes, 0 … n
 * @param n trials; with 0 nothing is known, and the interval is 0 … 1
 * @throws RangeError when the counts are no whole numbers with 0 ≤ count ≤ n
 */
export function wilson(count: number, n: number): Share {
  if (!Number.isInteger(count) || !Number.isInteger(n) || count < 0 || n < count) {
    throw new RangeError(`No share: ${count} of ${n}.`);
  }
  if (n === 0) return { count, n, share: 0, low: 0, high: 1 };
  const share = count / n;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  // At the ends the formula gives 0 and 1 exactly, save for floating-point residue.
  return {
    count,
    n,
    share,
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The mean of values with its 95 % interval by the normal approximation (mean ± 1.96 standard errors), cut to the bounds
 * that the values have by nature.
 */
export function meanOf(values: readonly number[], bounds: { least: number; greatest: number }): Mean {
  const n = values.length;
  if (n === 0) return { mean: 0, n, low: 0, high: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = n === 1 ? Number.POSITIVE_INFINITY : Z * Math.sqrt(squares / (n - 1) / n);
  return { mean, n, low: Math.max(bounds.least, mean - half), high: Math.min(bounds.greatest, mean + half) };
}

/** Half of the interval's width, of 1: what a reader calls "plus or minus". */
export const halfWidth = (share: Share): number => (share.high - share.low) / 2;

/**
 * How many trials a share needs so that its interval is at most `width` wide, of 1. The share is rounded to whole
 * counts, as it would be observed.
 */
export function trialsForWidth(share: number, width: number): number {
  const wideAt = (n: number) => {
    const { low, high } = wilson(Math.round(share * n), n);
    return high - low > width;
  };
  let upper = 1;
  while (wideAt(upper) && upper < 2 ** 30) upper *= 2;
  let lower = Math.floor(upper / 2);
  while (upper - lower > 1) {
    const middle = Math.floor((lower + upper) / 2);
    if (wideAt(middle)) lower = middle;
    else upper = middle;
  }
  return upper;
}

/**
 * The q-th quantile with linear interpolation between order statistics (type 7 of Hyndman and Fan, the default of R
 * and NumPy); null of no values.
 */
export function quantile(values: readonly number[], q: number): number | null {
  if (values.length === 0) return null;
  // Numbers alone sort several times faster so, and resampling sorts a thousand times.
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * Math.min(1, Math.max(0, q));
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value; null of no values. */
export const median = (values: readonly number[]): number | null => quantile(values, 0.5);
