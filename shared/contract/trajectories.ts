import { z } from 'zod';
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
export type SystemFigures = z.infer<typeof systemFiguresSchema>;

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

export const trajectoryMethods = {
  'trajectories.figures': method(nothing, z.array(systemFiguresSchema)),
  'outcomes.list': method(nothing, z.array(evaluationSchema)),
  'outcomes.ofInstance': method(z.object({ instance: z.number().int() }), z.array(outcomeSchema)),
};
