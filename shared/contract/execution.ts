import { z } from 'zod';
import { attemptSchema, ENGINE_NAMES, EXECUTION_STATUSES, executionLimitsSchema } from '../model/execution.ts';
import { meanSchema } from '../model/share.ts';
import { JUDGING_MODES, verdictStateSchema } from '../model/verdict.ts';
import { connectionSourceSchema } from './connection.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

export const executionCountsSchema = z.record(z.enum(EXECUTION_STATUSES), z.number().int());

export const executionProgressSchema = z.object({
  /** Finished and stored on disk. */
  done: z.number().int(),
  total: z.number().int(),
  byStatus: executionCountsSchema,
  etaSeconds: z.number().nullable(),
  running: z.array(z.object({ database: z.string(), sql: z.string(), seconds: z.number() })),
});
export type ExecutionProgress = z.infer<typeof executionProgressSchema>;

export const runSummarySchema = z.object({
  runId: z.number().int(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  limits: executionLimitsSchema,
  total: z.number().int(),
  done: z.number().int(),
  byStatus: executionCountsSchema,
  engines: z.array(z.string()),
  /** Databases whose files were changed by somebody during the run: its executions did not all see the same rows. */
  changedDatabases: z.array(z.string()),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const executionMethods = {
  /**
   * Runs every query of golds and predictions that the current run lacks; queries with the same text on the same
   * database run once. `again` opens a new run (a new window) and leaves the old one as it is. What the environment kept
   * from running before runs again.
   */
  'execution.start': longMethod(
    z.object({
      jobs: z.number().int().min(1).max(64).nullable(),
      limits: executionLimitsSchema.partial(),
      again: z.boolean(),
      /** Only queries of databases on this engine; without it, of all. */
      engine: z.enum(ENGINE_NAMES).optional(),
      /** How Snowflake is reached; needed where queries run there. */
      connection: connectionSourceSchema.optional(),
      /** Consent, for this start, to send Snowflake statements that the parser cannot read to make sure that they only read. */
      allowUnparsed: z.boolean().optional(),
      /** How often a query is sent before a passing trouble of the environment is its outcome (3). */
      attempts: z.number().int().min(1).max(10).optional(),
    }),
    runSummarySchema,
    executionProgressSchema,
  ),
  'execution.current': method(nothing, runSummarySchema.nullable()),
  /** Every time a query of the current run was sent to an engine on a network. */
  'execution.attempts': method(z.object({ query: z.number().int() }), z.array(attemptSchema)),
  /**
   * Judges every prediction of the current run; `rules` null = those that the project chose, else these join them. `mode`
   * says how queries that ran several times are judged, and holds until it is changed. Nothing is judged twice under one
   * rule version.
   */
  'judge.run': longMethod(
    z.object({ rules: z.array(z.string()).min(1).nullable(), mode: z.enum(JUDGING_MODES).optional() }),
    z.array(
      z.object({
        rule: z.string(),
        ruleVersion: z.string(),
        systems: z.array(
          z.object({
            system: z.string(),
            group: z.string(),
            counts: z.record(verdictStateSchema, z.number().int()),
            /** Of a rule that gives a score, over its frame; null of others. */
            meanScore: meanSchema.nullable(),
          }),
        ),
      }),
    ),
    progressSchema,
  ),
};
