import { z } from 'zod';
import { executionSchema } from '../model/execution.ts';
import { connectionSourceSchema } from './connection.ts';
import { longMethod, method, rowSchema } from './method.ts';

const itemInSample = z.object({
  instance: z.number().int(),
  system: z.number().int(),
  sample: z.number().int().nullable(),
});

const TRIAL_SIDES = ['gold', 'prediction', 'scratch'] as const;
export type TrialSide = (typeof TRIAL_SIDES)[number];

/** One execution outside every run. It never changes a prediction, a gold or a verdict. */
export const trialExecutionSchema = executionSchema.extend({
  side: z.enum(TRIAL_SIDES),
  /** The gold's name where it is one. */
  gold: z.string().nullable(),
  sql: z.string(),
  /** Whether the rows are, in order, those of the sample's run: of the gold, else of the prediction. Null where a side has none. */
  sameRows: z.boolean().nullable(),
  /** When the run that it is compared with executed the query; null where it never did. */
  runAt: z.string().nullable(),
});
export type TrialExecution = z.infer<typeof trialExecutionSchema>;

/** Executions that ran one after the other: a window of their own. */
export const trialSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  annotator: z.string(),
  executions: z.array(trialExecutionSchema),
});
export type Trial = z.infer<typeof trialSchema>;

const tableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(rowSchema),
  /** Only so many rows were asked for, and there may be more. */
  cut: z.boolean(),
});
export type PeekTable = z.infer<typeof tableSchema>;

/** Seconds until a query that a person waits for is stopped. */
export const TRIAL_SECONDS = { initial: 30, most: 600 };

export const trialMethods = {
  /**
   * Runs a scratch query, or (`scratch` null) gold and prediction once more, on the instance's database. Read-only like
   * every execution. What is cancelled leaves nothing.
   */
  'trial.run': longMethod(
    itemInSample.extend({
      scratch: z.string().min(1).max(2_000_000).nullable(),
      /** The gold to run again; null: the first. */
      gold: z.string().nullable(),
      timeoutSeconds: z.number().int().min(1).max(TRIAL_SECONDS.most),
      /** How Snowflake is reached where the database is there; without it as the newest run did. */
      connection: connectionSourceSchema.optional(),
      /** Consent to send Snowflake what cannot be parsed; it holds for this once. */
      allowUnparsed: z.boolean().optional(),
    }),
    trialSchema,
    z.object({ side: z.enum(TRIAL_SIDES) }),
  ),
  /** The trials of an item, the newest first. */
  'trial.list': method(itemInSample, z.array(trialSchema)),
  /** The first rows of a table of the instance's database. */
  'peek.rows': longMethod(
    z.object({ instance: z.number().int(), table: z.string(), count: z.number().int().min(1).max(100) }),
    tableSchema,
    z.never(),
  ),
  /** The most frequent values of a column, with how often they stand there. */
  'peek.values': longMethod(
    z.object({
      instance: z.number().int(),
      table: z.string(),
      column: z.string(),
      count: z.number().int().min(1).max(1_000),
    }),
    tableSchema,
    z.never(),
  ),
};
