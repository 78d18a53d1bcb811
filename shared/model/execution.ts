import { z } from 'zod';

/** How one run of one query ended. Each is a result; none is an exception. */
export const EXECUTION_STATUSES = ['ok', 'error', 'timeout', 'cancelled', 'refused'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** What bounds an execution. Where a cap cuts, the execution says so, and rules judge only what the part proves. */
export const executionLimitsSchema = z.object({
  /** Milliseconds until the runner process is killed. */
  timeoutMs: z.number().int().positive(),
  /** Rows kept of a result. */
  rowCap: z.number().int().positive(),
  /** Bytes kept of a result, counted as encoded. */
  byteCap: z.number().int().positive(),
});
export type ExecutionLimits = z.infer<typeof executionLimitsSchema>;

export const DEFAULT_LIMITS: ExecutionLimits = { timeoutMs: 30_000, rowCap: 100_000, byteCap: 64 * 1024 * 1024 };

export const cappedBySchema = z.enum(['rows', 'bytes']).nullable();

/** One execution without its rows. */
export const executionSchema = z.object({
  status: z.enum(EXECUTION_STATUSES),
  startedAt: z.string(),
  durationMs: z.number(),
  /** Rows kept; null where there is no result. */
  rowCount: z.number().int().nullable(),
  columns: z.array(z.string()),
  cappedBy: cappedBySchema,
  /** Cells whose text is not valid UTF-8. */
  invalidTextCells: z.number().int(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type Execution = z.infer<typeof executionSchema>;
