import { z } from 'zod';
import { attemptSchema, ENGINE_NAMES, EXECUTION_STATUSES, executionLimitsSchema } from '../model/execution.ts';
import { meanSchema } from '../model/share.ts';
import { s2ReadingSchema, stratumSchema } from '../model/stratum.ts';
import { JUDGING_MODES, verdictStateSchema } from '../model/verdict.ts';
import { connectionSourceSchema } from './connection.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

export const executionCountsSchema = z.record(z.enum(EXECUTION_STATUSES), z.number().int());

export const executionProgressSchema = z.object({
  /** What is counted, in the plural: executions, or those on the further databases of test suites, which come after. */
  what: z.string(),
  /** Finished and stored on disk. */
  done: z.number().int(),
  total: z.number().int(),
  byStatus: executionCountsSchema,
  etaSeconds: z.number().nullable(),
  running: z.array(z.object({ database: z.string(), sql: z.string(), seconds: z.number() })),
});
export type ExecutionProgress = z.infer<typeof executionProgressSchema>;

/** Which instances a run is about. A sample and a stratum are looked up once, at the start: the run keeps the ids. */
export const runScopeSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  /** `title` says why these, as the run then shows it. */
  z.object({ of: z.literal('instances'), instanceIds: z.array(z.string()).min(1), title: z.string() }),
  z.object({ of: z.literal('sample'), sample: z.string() }),
  z.object({ of: z.literal('stratum'), stratum: stratumSchema, rule: z.string(), reading: s2ReadingSchema }),
]);
export type RunScope = z.infer<typeof runScopeSchema>;

/** What a run was asked to run; it goes on with that after a pause or an interruption. */
export const runPlanSchema = z.object({
  /** Names; null: all. Golds always run. */
  systems: z.array(z.string()).nullable(),
  /** Null: all. */
  instances: z.object({ title: z.string(), instanceIds: z.array(z.string()) }).nullable(),
  engine: z.enum(ENGINE_NAMES).nullable(),
  /** Only these queries, by their numbers: those that are tried again. Null: all. */
  queries: z.array(z.number().int()).nullable(),
  connection: connectionSourceSchema.nullable(),
  jobs: z.number().int().nullable(),
  attempts: z.number().int(),
  allowUnparsed: z.boolean(),
  /** Executions after which it stops by itself, each time it is started; null: none. */
  maxQueries: z.number().int().nullable(),
});
export type RunPlan = z.infer<typeof runPlanSchema>;

/**
 * `interrupted`: it was running when its process ended. `not started`: no query has run in it; it was opened to judge
 * result tables that were handed in.
 */
export const RUN_STATES = [
  'not started',
  'running',
  'paused',
  'limit',
  'cancelled',
  'failed',
  'finished',
  'interrupted',
] as const;
export type RunState = (typeof RUN_STATES)[number];

export const runSummarySchema = z.object({
  runId: z.number().int(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  state: z.enum(RUN_STATES),
  /** Why it stopped before its end; null where it did not. */
  stopReason: z.string().nullable(),
  limits: executionLimitsSchema,
  /** How often each query runs. */
  repetitions: z.number().int(),
  plan: runPlanSchema,
  /** Executions that its plan asks for, and those of them that are there. */
  total: z.number().int(),
  done: z.number().int(),
  byStatus: executionCountsSchema,
  /** Why the environment kept executions from running: the five most frequent reasons. */
  keptBy: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  engines: z.array(z.string()),
  /** From its first execution to the end of its last; null before the first. */
  window: z
    .object({
      from: z.string(),
      to: z.string(),
      seconds: z.number(),
      /** Within an instance, from the first execution of gold or a prediction to the end of the last: median and longest, s. */
      medianInstanceSeconds: z.number(),
      longestInstanceSeconds: z.number(),
    })
    .nullable(),
  /** Databases whose files were changed by somebody during the run: its executions did not all see the same rows. */
  changedDatabases: z.array(z.string()),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** How an execution may have ended that is worth another try. */
export const RETRIED_STATUSES = ['error', 'timeout', 'refused', 'environment'] as const;
export type RetriedStatus = (typeof RETRIED_STATUSES)[number];

export const runRequestSchema = z.object({
  jobs: z.number().int().min(1).max(64).nullable(),
  limits: executionLimitsSchema.partial(),
  /** Opens a new run (a new window) and leaves the old one as it is. */
  again: z.boolean(),
  /** Only queries of databases on this engine; without it, of all. */
  engine: z.enum(ENGINE_NAMES).optional(),
  /** How Snowflake is reached; needed where queries run there. */
  connection: connectionSourceSchema.optional(),
  /** Consent, for this run, to send Snowflake statements that the parser cannot read to make sure that they only read. */
  allowUnparsed: z.boolean().optional(),
  /** How often a query is sent before a passing trouble of the environment is its outcome (3). */
  attempts: z.number().int().min(1).max(10).optional(),
  /** Systems whose predictions run, by name; without it all, none: gold alone. */
  systems: z.array(z.string()).optional(),
  /** Without it: all. */
  scope: runScopeSchema.optional(),
  /** How often each query runs. It belongs to a run from its opening: only a new run takes another number. */
  repetitions: z.number().int().min(1).max(100).optional(),
  /** Takes back the executions of the current run that ended so, and runs only these. What they came to stays among the attempts. */
  retry: z.array(z.enum(RETRIED_STATUSES)).min(1).optional(),
  /** Stops by itself after so many executions; starting again goes on. */
  maxQueries: z.number().int().min(1).optional(),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/** What a run would do, without doing it. */
export const dryRunSchema = z.object({
  /** The run that would go on; null: a new one. */
  runId: z.number().int().nullable(),
  repetitions: z.number().int(),
  timeoutMs: z.number().int(),
  attempts: z.number().int(),
  /** Golds and predictions in the scope that have a query. */
  references: z.number().int(),
  /** The different queries among them: the same text on the same database runs once. */
  queries: z.number().int(),
  /** Executions that would run now. */
  executions: z.number().int(),
  byEngine: z.array(
    z.object({
      engine: z.enum(ENGINE_NAMES),
      databases: z.number().int(),
      queries: z.number().int(),
      executions: z.number().int(),
    }),
  ),
  /** Gold first. A query that several share counts for each. */
  byUser: z.array(z.object({ name: z.string(), isGold: z.boolean(), queries: z.number().int(), shared: z.number().int() })),
  skipped: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Databases of these queries whose file is not there, with what to do: their executions would end as `environment`. */
  missingDatabases: z.array(z.object({ database: z.string(), reason: z.string(), executions: z.number().int() })),
  /** Of queries that Snowflake would get: those that would be refused, and those that wait for consent. */
  snowflake: z.object({ refused: z.number().int(), needConsent: z.number().int() }).nullable(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** One execution as a list shows it, with everything that uses its query. */
export const listedExecutionSchema = z.object({
  query: z.number().int(),
  repetition: z.number().int(),
  status: z.enum(EXECUTION_STATUSES),
  database: z.string(),
  sql: z.string(),
  durationMs: z.number(),
  rowCount: z.number().int().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  uses: z.array(
    z.object({
      instance: z.number().int(),
      instanceId: z.string(),
      /** Null: it is a gold. */
      system: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    }),
  ),
});
export type ListedExecution = z.infer<typeof listedExecutionSchema>;

export const executionMethods = {
  /**
   * Runs every query of golds and predictions that the current run lacks, within the scope; queries with the same text on
   * the same database run once. What the environment kept from running before runs again.
   */
  'execution.start': longMethod(runRequestSchema, runSummarySchema, executionProgressSchema),
  /** Goes on with the current run as it was asked for when it was paused, stopped or interrupted. */
  'execution.resume': longMethod(nothing, runSummarySchema, executionProgressSchema),
  /** Lets the queries that run now end, then stops; what was started answers with a run that is `paused`. */
  'execution.pause': method(nothing, nothing),
  /** What a start would run; writes nothing. */
  'execution.plan': method(runRequestSchema, dryRunSchema),
  /** Executions of the current run that ended so, at most `limit` of them; `total` counts all. */
  'execution.list': method(
    z.object({ status: z.enum(EXECUTION_STATUSES), limit: z.number().int().min(1).max(20_000) }),
    z.object({ total: z.number().int(), executions: z.array(listedExecutionSchema) }),
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
