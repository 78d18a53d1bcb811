import { halfWidth, trialsForWidth, wilson } from '#shared/analysis/interval.ts';
import { SAMPLED_STRATA, type Stratum } from '#shared/model/stratum.ts';

/** The share by which the precision of a sample is told: what the paper's larger codes have. */
const EXAMPLE_SHARE = 0.4;

/** `available` could be drawn; `size` is the whole stratum, earlier samples included. */
export type DrawSize = {
  readonly stratum: Stratum;
  readonly count: number;
  readonly available: number;
  readonly size: number;
};

/**
 * What the drawn strata can tell, in words: of the smallest that is not drawn whole, the interval of a code seen in 40 %
 * of it, and how many instances would halve that; of those drawn whole, that they are no sample. Null where nothing is
 * drawn.
 */
export function precisionText(sizes: readonly DrawSize[]): string | null {
  const drawn = sizes.filter(({ count }) => count > 0);
  const whole = drawn.filter(({ count, size }) => count >= size);
  const sampled = drawn.filter(({ count, size }) => count < size);
  const parts = [intervalText(sampled), censusText(whole)].filter((text) => text !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

function intervalText(sampled: readonly DrawSize[]): string | null {
  const smallest = sampled.reduce<DrawSize | null>(
    (least, size) => (least === null || size.count < least.count ? size : least),
    null,
  );
  if (smallest === null) return null;
  const share = wilson(Math.round(EXAMPLE_SHARE * smallest.count), smallest.count);
  const needed = trialsForWidth(EXAMPLE_SHARE, halfWidth(share));
  const percent = (value: number) => Math.round(value * 100);
  const short = sampled.filter(({ available }) => available < needed).map(({ stratum }) => stratum);
  return (
    `A code seen in ${percent(share.share)} % of a stratum of ${smallest.count} has a 95 % interval of ${percent(share.low)} to ` +
    `${percent(share.high)} %. To halve it takes about ${needed} instances${short.length > 0 ? `, more than ${listed(short)}` : ''}.`
  );
}

function censusText(whole: readonly DrawSize[]): string | null {
  if (whole.length === 0) return null;
  const sizes = whole.map(({ stratum, count }) => `all ${count} of ${stratum}`).join(' and ');
  return (
    `With ${sizes} the draw is a census there: its shares have no sampling error, and an interval then speaks of a larger ` +
    'population of like questions.'
  );
}

const listed = (strata: readonly Stratum[]) => `${strata.join(' or ')} ${strata.length === 1 ? 'holds' : 'hold'}`;

/** A name that no sample has yet: main, then main 2, main 3 … */
export function freeName(taken: readonly string[]): string {
  if (!taken.includes('main')) return 'main';
  let number = 2;
  while (taken.includes(`main ${number}`)) number += 1;
  return `main ${number}`;
}

/** A day as a seed: easy to note, easy to read again. */
export const seedOfDay = (day: Date): number => day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();

/** The sizes of drawn strata in a few characters, `30 / 30 / 25`. */
export const sizesText = (strata: readonly { stratum: Stratum; instanceIds: readonly string[] }[]): string =>
  SAMPLED_STRATA.map((stratum) =>
    (strata.find((each) => each.stratum === stratum)?.instanceIds.length ?? 0).toLocaleString('en-US'),
  ).join(' / ');

/** A hash shortened in the middle, `a41f…09c2`. */
export const shortHash = (hash: string): string => (hash.length > 9 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash);
