import { z } from 'zod';
import {
  firstSeenSchema,
  hitSchema,
  stepLineSchema,
  stepViewSchema,
  termSchema,
  trajectoryOverviewSchema,
} from '../model/steps.ts';
import { verdictStateSchema } from '../model/verdict.ts';
import { method, nothing } from './method.ts';

const meanSchema = z.object({ mean: z.number().nullable(), runs: z.number().int() });

/** Means over the runs of a system, as Table 3 of the Spider2-AIFunc paper has them. */
export const systemFiguresSchema = z.object({
  system: z.string(),
  group: z.string(),
  runs: z.number().int(),
  rounds: z.number(),
  sqlCalls: z.number(),
  bashCalls: z.number(),
  firstSql: meanSchema,
  firstSuccess: meanSchema,
  /** Share of the runs. */
  limitReached: z.number(),
});

/** What another evaluator said of a system, with its version: apart from our verdicts. */
export const evaluationSchema = z.object({
  id: z.number().int(),
  evaluator: z.string(),
  evaluatorVersion: z.string(),
  system: z.string(),
  file: z.string(),
  importedAt: z.string(),
  outcomes: z.number().int(),
  byState: z.partialRecord(verdictStateSchema, z.number().int()),
});
export type ImportedEvaluation = z.infer<typeof evaluationSchema>;

export const outcomeSchema = z.object({
  evaluator: z.string(),
  evaluatorVersion: z.string(),
  system: z.string(),
  /** The evaluator's own word. */
  status: z.string(),
  /** The nearest of our states. */
  state: verdictStateSchema,
  score: z.number().nullable(),
  reason: z.string().nullable(),
});

/** One trajectory; `rollout` 0 without it. */
const trajectoryKey = z.object({
  instance: z.number().int(),
  system: z.number().int(),
  rollout: z.number().int().min(0).optional(),
});

export const trajectoryMethods = {
  /** What there is to see of a trajectory; null where there is none. */
  'steps.overview': method(trajectoryKey, trajectoryOverviewSchema.nullable()),
  'steps.lines': method(
    trajectoryKey.extend({ from: z.number().int().min(0), count: z.number().int().min(1).max(1_000) }),
    z.array(stepLineSchema),
  ),
  'steps.step': method(trajectoryKey.extend({ step: z.number().int().min(0) }), stepViewSchema),
  /** Everywhere a text stands, ignoring case; `cut` says that only the first hits are listed. */
  'steps.search': method(
    trajectoryKey.extend({ text: z.string().max(10_000) }),
    z.object({ hits: z.array(hitSchema), cut: z.boolean() }),
  ),
  /** Where each term first appears, in the order of the terms. */
  'steps.first': method(trajectoryKey.extend({ terms: z.array(termSchema).max(500) }), z.array(firstSeenSchema)),
  'trajectories.figures': method(nothing, z.array(systemFiguresSchema)),
  'outcomes.list': method(nothing, z.array(evaluationSchema)),
  'outcomes.ofInstance': method(z.object({ instance: z.number().int() }), z.array(outcomeSchema)),
};
