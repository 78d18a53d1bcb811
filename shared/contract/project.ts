import { z } from 'zod';
import { longMethod, method, nothing, progressSchema } from './method.ts';

export const sampleSummarySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  instances: z.number().int(),
  /** Instances in which every item is labelled by the current annotator. */
  labelledInstances: z.number().int(),
});

export const projectSummarySchema = z.object({
  path: z.string(),
  name: z.string(),
  benchmark: z.string().nullable(),
  instances: z.number().int(),
  golds: z.number().int(),
  systems: z.number().int(),
  predictions: z.number().int(),
  /** The run whose verdicts are shown; the latest one takes its place once it is judged. Null before the first. */
  run: z.number().int().nullable(),
  latestRun: z.number().int().nullable(),
  /** Queries of the latest run that have finished, and all that it needs. */
  executionsDone: z.number().int(),
  executionsNeeded: z.number().int(),
  /** Rules under which every prediction of the current run has a verdict. */
  judgedRules: z.array(z.string()),
  samples: z.array(sampleSummarySchema),
  annotator: z.string(),
  annotators: z.array(z.string()),
  /** Where a backup was written because this opening migrated the file. */
  backup: z.string().nullable(),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const projectMethods = {
  'project.create': method(z.object({ path: z.string().min(1), annotator: z.string().min(1) }), projectSummarySchema),
  'project.open': method(
    z.object({
      path: z.string().min(1),
      annotator: z.string().min(1),
      /** A large file is read for damage while it is worked with, and `damaged` tells what was found; else before it opens. */
      checkLater: z.boolean().optional(),
    }),
    projectSummarySchema,
  ),
  /** Makes (or opens, where it exists) the sample project at `path`: imported, executed and judged. */
  'project.openSample': longMethod(
    z.object({ path: z.string().min(1), annotator: z.string().min(1) }),
    projectSummarySchema,
    progressSchema,
  ),
  'project.summary': method(nothing, projectSummarySchema),
  'project.setAnnotator': method(z.object({ name: z.string().trim().min(1).max(80) }), projectSummarySchema),
  'project.close': method(nothing, nothing),
};
