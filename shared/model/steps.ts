import { z } from 'zod';
import { stepSchema, trajectoryFiguresSchema } from './trajectory.ts';

const STEP_KINDS = ['sql', 'command', 'answer', 'thought'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const SEARCHED_FIELDS = ['thought', 'call', 'observation'] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** Where a text stands in a trajectory. */
export const hitSchema = z.object({
  step: z.number().int(),
  field: z.enum(SEARCHED_FIELDS),
  /** Index of the call's argument, 0 for other fields. */
  part: z.number().int(),
  start: z.number().int(),
});
export type Hit = z.infer<typeof hitSchema>;

/** A step as a list shows it. */
export const stepLineSchema = z.object({
  kind: z.enum(STEP_KINDS),
  title: z.string(),
  /** What came back, in one line; null where nothing came. */
  answer: z.string().nullable(),
  outcome: stepSchema.shape.outcome,
  seconds: z.number().nullable(),
});
export type StepLine = z.infer<typeof stepLineSchema>;

/** A trajectory without the texts of its steps. */
export const trajectoryOverviewSchema = z.object({
  steps: z.number().int(),
  errors: z.number().int(),
  terminated: z.boolean(),
  extractionMethod: z.string().nullable(),
  /** The steps that have SQL, in order. */
  sqlSteps: z.array(z.number().int()),
  hasAnswer: z.boolean(),
  figures: trajectoryFiguresSchema,
});
export type TrajectoryOverview = z.infer<typeof trajectoryOverviewSchema>;

/** A step whole, with the query before it that it can be compared with. */
export const stepViewSchema = z.object({
  step: stepSchema,
  /** The SQL of the nearest step before that has some. */
  previousSql: z.object({ step: z.number().int(), sql: z.string() }).nullable(),
  /** The submitted answer, beside the last step that has SQL. */
  answer: z.string().nullable(),
});
export type StepView = z.infer<typeof stepViewSchema>;

/**
 * Something to look for: as whole words, or any text. `sqlOnly`: a clause, which in prose is a word like any other.
 */
export const termSchema = z.object({ text: z.string().min(1).max(500), words: z.boolean(), sqlOnly: z.boolean() });
export type Term = z.infer<typeof termSchema>;

/** Where a term first appears: in the SQL that the agent wrote, and anywhere. */
export const firstSeenSchema = z.object({ inSql: hitSchema.nullable(), anywhere: hitSchema.nullable() });
export type FirstSeen = z.infer<typeof firstSeenSchema>;
