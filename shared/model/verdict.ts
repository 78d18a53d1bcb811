import { z } from 'zod';

/**
 * The outcome for one prediction under one rule. DESIGN's states, and two more: `not judged`, where both sides ran but
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
] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];
export const verdictStateSchema = z.enum(VERDICT_STATES);

export const verdictSchema = z.object({
  rule: z.string(),
  ruleVersion: z.string(),
  state: verdictStateSchema,
  /** Why, where the state alone does not say. */
  reason: z.string().nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * Whether a verdict speaks of the system. Where gold failed, is unstable, the environment failed, or nothing could be
 * judged or run with a working gold, the instance is outside the frame and never counts against a system.
 */
export const isOutsideFrame = (state: VerdictState): boolean =>
  state === 'gold failed' || state === 'both failed' || state === 'unstable gold' || state === 'environment';
