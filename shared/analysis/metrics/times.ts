import type { Amount } from '../../model/metrics.ts';
import type { Mean, Share } from '../../model/share.ts';
import { meanOf, median, quantile, wilson } from '../interval.ts';
import { createGenerator } from '../random.ts';

/** Times of one instance in milliseconds, of runs that did not fail; `matches` under the rule that is looked through. */
export type TimedPair = { readonly gold: readonly number[]; readonly prediction: readonly number[]; readonly matches: boolean };

/** Prediction time over gold time by the median of each side's runs; null where a side has no time. */
export function timeRatio({ gold, prediction }: Pick<TimedPair, 'gold' | 'prediction'>): number | null {
  const [goldTime, time] = [median(gold), median(prediction)];
  return goldTime === null || time === null || goldTime <= 0 ? null : time / goldTime;
}

export type TimeRatios = {
  /** Instances in which both sides ran. */
  readonly n: number;
  readonly median: Amount | null;
  /** exp of the mean logarithm: a ratio of 2 and one of ½ cancel. */
  readonly geometricMean: Amount | null;
  readonly lowerQuartile: number | null;
  readonly upperQuartile: number | null;
  /** Predictions that took more than twice the gold's time. */
  readonly slow: Share;
};

const SLOW = 2;
const RESAMPLES = 1000;
/** Fixed, so that the same times give the same interval on every machine. */
const SEED = 20_260_706;

/** Called now and then by what takes long, to let others have their turn; rejects where the work is to stop. */
export type Breathe = () => Promise<void>;

/** Execution-time ratios of one system. Intervals are 2.5 and 97.5 % quantiles of 1,000 bootstrap resamples. */
export async function timeRatios(pairs: readonly TimedPair[], breathe: Breathe): Promise<TimeRatios> {
  const ratios = pairs.map(timeRatio).filter((ratio) => ratio !== null && ratio > 0) as number[];
  const { middle, geometricMean } = await bootstrapped(ratios, breathe);
  return {
    n: ratios.length,
    median: middle,
    geometricMean,
    lowerQuartile: quantile(ratios, 0.25),
    upperQuartile: quantile(ratios, 0.75),
    slow: wilson(ratios.filter((ratio) => ratio > SLOW).length, ratios.length),
  };
}

/** Median and geometric mean with their intervals, of the same resamples; null of no values. */
async function bootstrapped(
  values: readonly number[],
  breathe: Breathe,
): Promise<{ middle: Amount | null; geometricMean: Amount | null }> {
  const n = values.length;
  if (n === 0) return { middle: null, geometricMean: null };
  const random = createGenerator(SEED, 'bootstrap');
  const logarithms = values.map(Math.log);
  // A resample is known by how often each place in the order is drawn: its median needs no sorting.
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const sorted = order.map((index) => values[index]!);
  const placeOf = new Uint32Array(n);
  for (const [place, index] of order.entries()) placeOf[index] = place;
  const drawn = new Uint32Array(n);
  const medians: number[] = [];
  const means: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    await breathe();
    drawn.fill(0);
    let sum = 0;
    for (let draw = 0; draw < n; draw++) {
      const index = random.below(n);
      drawn[placeOf[index]!]!++;
      sum += logarithms[index]!;
    }
    medians.push(medianOfDrawn(sorted, drawn));
    means.push(Math.exp(sum / n));
  }
  const amount = (value: number, of: readonly number[]): Amount => ({
    value,
    n,
    low: quantile(of, 0.025)!,
    high: quantile(of, 0.975)!,
  });
  return {
    middle: amount(median(values)!, medians),
    geometricMean: amount(Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / n), means),
  };
}

/** The median of as many values as there are in order, the n-th taken as often as it was drawn. */
function medianOfDrawn(sorted: readonly number[], drawn: Uint32Array): number {
  const n = sorted.length;
  const half = Math.floor((n - 1) / 2);
  let place = 0;
  let taken = drawn[0]!;
  while (taken <= half) taken += drawn[++place]!;
  const below = sorted[place]!;
  if (n % 2 === 1) return below;
  while (taken <= half + 1) taken += drawn[++place]!;
  return below + (sorted[place]! - below) * 0.5;
}

/** Of BIRD: √(gold time / prediction time) where the prediction matches, 0 where not; the mean over all instances, in %. */
export function ves(pairs: readonly TimedPair[]): Mean {
  const values = pairs.map((pair) => {
    const ratio = pair.matches ? timeRatio(pair) : null;
    return ratio === null || ratio <= 0 ? 0 : 100 * Math.sqrt(1 / ratio);
  });
  return meanOf(values, { least: 0, greatest: Math.max(0, ...values) });
}

/** What R-VES grants at most: √1.25, in %. */
const MOST_R_VES = 100 * Math.sqrt(1.25);

/**
 * Of BIRD mini-dev: the square root of a reward by how many times faster than gold a matching prediction is, 0 where it
 * does not match; the mean over all instances, in %. As published, run-wise ratios beyond three standard deviations are
 * dropped; with one run there is nothing to drop, and where all are equal the published division by zero is not repeated.
 */
export function rVes(pairs: readonly TimedPair[]): Mean {
  const values = pairs.map((pair) => (pair.matches ? 100 * Math.sqrt(reward(speedUp(pair))) : 0));
  return meanOf(values, { least: 0, greatest: MOST_R_VES });
}

/** Gold time over prediction time, run by run; the mean without outliers. 0 where a side has no time. */
function speedUp({ gold, prediction }: TimedPair): number {
  const ratios = prediction.slice(0, gold.length).map((time, run) => (time > 0 ? gold[run]! / time : 0));
  if (ratios.length === 0) return 0;
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const deviation = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length);
  const kept = deviation === 0 ? ratios : ratios.filter((ratio) => Math.abs(ratio - mean) < 3 * deviation);
  return kept.length === 0 ? mean : kept.reduce((sum, ratio) => sum + ratio, 0) / kept.length;
}

function reward(speed: number): number {
  if (speed >= 2) return 1.25;
  if (speed >= 1) return 1;
  if (speed >= 0.5) return 0.75;
  return speed >= 0.25 ? 0.5 : 0.25;
}
