import { SAMPLED_STRATA, type SampleSizes, type Stratum } from '../model/stratum.ts';
import { drawWithoutReplacement } from './random.ts';

export type DrawnStratum = {
  readonly stratum: (typeof SAMPLED_STRATA)[number];
  /** Instances of the stratum that could be drawn: without those left out and, where strata overlap, drawn before. */
  readonly frame: number;
  readonly asked: number;
  /** In the order of drawing; fewer than asked where the stratum holds fewer. */
  readonly instanceIds: readonly string[];
};

/**
 * Draws from S1, S2 and S3, each by simple random sampling from its own stream of the seed: changing the size of one
 * stratum leaves the others' instances as they are, and a larger size extends the smaller sample.
 *
 * Under the paper's reading S3 lies in S2. No instance is drawn twice: S2 is drawn first, then S3 from what S2 left.
 * In that order both stay simple random samples of their whole stratum (the other way round, S2 would hold too few of
 * S3), but the size of S2 then bears on S3's instances.
 *
 * @param strata as `stratify` gives them
 * @param without ids of earlier samples that must not be drawn again
 */
export function drawSample(
  strata: readonly { readonly stratum: Stratum; readonly instanceIds: readonly string[] }[],
  sizes: SampleSizes,
  seed: number,
  without: readonly string[] = [],
): DrawnStratum[] {
  const taken = new Set(without);
  return SAMPLED_STRATA.map((stratum) => {
    const ids = strata.find((entry) => entry.stratum === stratum)?.instanceIds ?? [];
    const free = ids.filter((id) => !taken.has(id));
    const drawn = drawWithoutReplacement(free, sizes[stratum], seed, `sample/${stratum}`);
    for (const id of drawn) taken.add(id);
    return { stratum, frame: free.length, asked: sizes[stratum], instanceIds: drawn };
  });
}
