import { z } from 'zod';

/** S1–S3 partition the instances by how hard they are for the strong systems; `rest` is what every system matches. */
export const STRATA = ['S1', 'S2', 'S3', 'rest'] as const;
export type Stratum = (typeof STRATA)[number];
export const stratumSchema = z.enum(STRATA);

/** Strata that are drawn from: in `rest` there is nothing to label. */
export const SAMPLED_STRATA = ['S1', 'S2', 'S3'] as const;

/**
 * How S2 is read. `disjoint`: some strong systems succeed and some fail. `paper`: the wording of arXiv 2607.06229, "at
 * least one strong model succeeds", which taken literally contains S3; an instance of both is counted in both.
 */
export const S2_READINGS = ['disjoint', 'paper'] as const;
export type S2Reading = (typeof S2_READINGS)[number];
export const s2ReadingSchema = z.enum(S2_READINGS);

export const STRATUM_DEFINITIONS: Record<
  Stratum,
  { title: string; short: string; paperTitle?: string; formula: string; paperFormula?: string }
> = {
  S1: { title: 'Every strong system fails', short: 'every strong fails', formula: 'count(strong, match) = 0' },
  S2: {
    title: 'Some strong systems succeed and some fail',
    short: 'some strong fail',
    formula: '0 < count(strong, match) < count(strong)',
    paperTitle: 'At least one strong system succeeds',
    paperFormula: 'count(strong, match) > 0 and some system fails',
  },
  S3: {
    title: 'Every strong system succeeds, at least one other fails',
    short: 'only others fail',
    formula: 'count(strong, match) = count(strong) and count(other, match) < count(other)',
  },
  rest: { title: 'Every system matches', short: 'every system matches', formula: 'count(all, match) = count(all)' },
};

export const sampleSizesSchema = z.object({
  S1: z.number().int().min(0),
  S2: z.number().int().min(0),
  S3: z.number().int().min(0),
});
export type SampleSizes = z.infer<typeof sampleSizesSchema>;

/** The paper's sizes. */
export const DEFAULT_SIZES: SampleSizes = { S1: 30, S2: 30, S3: 25 };
