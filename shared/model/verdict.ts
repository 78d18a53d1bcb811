import { z } from 'zod';

/**
 * The outcome for one prediction under one rule. DESIGN's states, and three more: `no prediction`, where the system has none
 * for the instance, which counts as not matching; `not judged`, where both sides ran but
 * a cap or a broken evaluation configuration leaves the rule without an answer (guessing there would be worse), and
 * `environment`, where gold or prediction could not run because the account, a share, the warehouse or the network failed.
 */
export const VERDICT_STATES = [
  'match',
  'mismatch',
  'gold failed',
  'prediction failed',
  'both failed',
  'timed out',
  'unstable gold',
  'environment',
  'not judged',
  'not run',
  'no prediction',
] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];
export const verdictStateSchema = z.enum(VERDICT_STATES);

export const verdictSchema = z.object({
  rule: z.string(),
  ruleVersion: z.string(),
  state: verdictStateSchema,
  /** Why, where the state alone does not say. */
  reason: z.string().nullable(),
  /** 0 … 1: 1 or 0 for rules that only match or not; null where no tables were compared. */
  score: z.number().min(0).max(1).nullable(),
  /** Name of the gold that was matched; null without one. */
  gold: z.string().nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * Whether a verdict speaks of the system. Where gold failed, is unstable, the environment failed, or nothing could be
 * judged or run with a working gold, the instance is outside the frame and never counts against a system.
 */
export const isOutsideFrame = (state: VerdictState): boolean =>
  state === 'gold failed' || state === 'both failed' || state === 'unstable gold' || state === 'environment';

/**
 * How the runs of queries that ran several times are judged, as the Spider2-AIFunc evaluator does it: `majority`
 * compares the most frequent result of each side, `any` takes one pair of runs that match.
 */
export const JUDGING_MODES = ['majority', 'any'] as const;
export type JudgingMode = (typeof JUDGING_MODES)[number];

/** Rules that give a score between 0 and 1: shown as a mean, never as match or mismatch; only a score of 1 counts as a match. */
const SCORE_RULES: ReadonlySet<string> = new Set(['bird-soft-f1']);
export const givesScore = (rule: string): boolean => SCORE_RULES.has(rule);
