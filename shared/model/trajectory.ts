import { z } from 'zod';

/** A result table as a log shows it: text cells, cut where the log cut it. */
export const shownResultSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Rows that the execution returned, where the log says so. */
  rowCount: z.number().int().nullable(),
  /** The log shows only a part. */
  cut: z.boolean(),
});
export type ShownResult = z.infer<typeof shownResultSchema>;

/** One step of an agent: what it thought, what it called, what it saw. Fields are null where the log has none. */
export const stepSchema = z.object({
  thought: z.string().nullable(),
  tool: z.string().nullable(),
  /** The call's arguments as the log gives them: a name and its text. */
  call: z.array(z.object({ name: z.string(), text: z.string() })),
  /** SQL found in the call. */
  sql: z.string().nullable(),
  observation: z.string().nullable(),
  outcome: z.enum(['ok', 'error', 'unknown']),
  /** The error that the observation reports. */
  error: z.string().optional(),
  /** The execution result that the observation shows, of this step's SQL. */
  result: shownResultSchema.optional(),
  tokens: z.object({ input: z.number().nullable(), output: z.number().nullable() }).optional(),
  /** When the step was logged: ISO 8601, or what the log has. */
  at: z.string().optional(),
  seconds: z.number().optional(),
  /** The agent's turn, from 1, where several calls can belong to one; without it every step is a turn of its own. */
  round: z.number().int().optional(),
});
export type Step = z.infer<typeof stepSchema>;

export const trajectorySchema = z.object({
  steps: z.array(stepSchema),
  /** Did the agent hand in an answer itself? */
  terminated: z.boolean(),
  /** The submitted SQL and where it was found. */
  answer: z.string().nullable(),
  extractionMethod: z.string().nullable(),
  /** Why the run broke off, where the log says so. */
  error: z.string().optional(),
  /** Rounds that the run was allowed, where the log says so. */
  roundLimit: z.number().int().optional(),
});
export type Trajectory = z.infer<typeof trajectorySchema>;

/** The figures of one run, as Table 3 of the Spider2-AIFunc paper counts them. Rounds count from 1. */
export const trajectoryFiguresSchema = z.object({
  /** Turns of the agent. */
  rounds: z.number().int(),
  sqlCalls: z.number().int(),
  bashCalls: z.number().int(),
  /** The round of the first SQL execution, and of the first that succeeded. */
  firstSql: z.number().int().nullable(),
  firstSuccess: z.number().int().nullable(),
  /** The run ended by its limit of rounds, not by an answer. */
  limitReached: z.boolean(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
});
export type TrajectoryFigures = z.infer<typeof trajectoryFiguresSchema>;
