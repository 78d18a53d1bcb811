import { z } from 'zod';

/** Raised whenever an explanation could change; stored with each. */
export const EXPLANATION_VERSION = '1.0';

/** Kinds of difference that, forgiven, would make a mismatch a match. */
export const NEAR_MISS_KINDS = [
  'column order',
  'extra columns',
  'missing columns',
  'row order',
  'ties',
  'duplicates',
  'missing rows',
  'extra rows',
  'case',
  'white space',
  'date format',
  'null vs zero',
  'type',
  'rounding',
  'scale factor',
  'transposed',
  'literal only',
] as const;
export type NearMissKind = (typeof NEAR_MISS_KINDS)[number];

/** What a match that only a loose rule grants may hide. */
export const WARNING_KINDS = [
  'rows scrambled',
  'null as zero',
  'tolerance hides a ratio',
  'column used twice',
  'literal only',
  'suite not tested',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** How the reason of a match begins that was not held to the further databases of its test suite. */
export const UNTESTED_ON_SUITE = 'not tested on the further databases of the test suite';

const noteOf = <K extends readonly [string, ...string[]]>(kinds: K) =>
  z.object({
    kind: z.enum(kinds),
    /** In words, with its numbers: `12 cells differ by rounding; a tolerance of 0.005 would match`. */
    words: z.string(),
  });

export const explanationSchema = z.object({
  /** Name of the gold that the prediction was held against. */
  gold: z.string(),
  /** True when the kinds together account for every difference. */
  isExplained: z.boolean(),
  nearMisses: z.array(noteOf(NEAR_MISS_KINDS)),
  /** Differences that no kind accounts for. */
  unexplained: z.object({ cells: z.number().int(), rows: z.number().int() }),
  warnings: z.array(noteOf(WARNING_KINDS)),
});
export type Explanation = z.infer<typeof explanationSchema>;
