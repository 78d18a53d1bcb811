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

/** Execution-time ratios of one system. Intervals are 2.5 and 97.5 % quantiles of 1,000 bootstrap resamples. */
export function timeRatios(pairs: readonly TimedPair[]): TimeRatios {
  const ratios = pairs.map(timeRatio).filter((ratio) => ratio !== null && ratio > 0) as number[];
  const geometric = (values: readonly number[]) =>
    Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
  const [middle, geometricMean] = bootstrapped(ratios, [(values) => median(values)!, geometric]);
  return {
    n: ratios.length,
    median: middle ?? null,
    geometricMean: geometricMean ?? null,
    lowerQuartile: quantile(ratios, 0.25),
    upperQuartile: quantile(ratios, 0.75),
    slow: wilson(ratios.filter((ratio) => ratio > SLOW).length, ratios.length),
  };
}

/** Each statistic with its interval, of the same resamples; none of no values. */
function bootstrapped(values: readonly number[], statistics: readonly ((values: readonly number[]) => number)[]): Amount[] {
  if (values.length === 0) return [];
  const random = createGenerator(SEED, 'bootstrap');
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const drawn = values.map(() => values[random.below(values.length)]!);
    return statistics.map((statistic) => statistic(drawn));
  });
  return statistics.map((statistic, at) => {
    const of = resampled.map((row) => row[at]!);
    return { value: statistic(values), n: values.length, low: quantile(of, 0.025)!, high: quantile(of, 0.975)! };
  });
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
