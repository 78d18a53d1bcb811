import { z } from 'zod';

/**
 * How one run of one query ended. Each is a result; none is an exception. `environment`: what the query needs was not
 * there (the account, a share, the warehouse, the network), so the outcome says nothing about the query or its author.
 */
export const EXECUTION_STATUSES = ['ok', 'error', 'timeout', 'cancelled', 'refused', 'environment'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** Where a query runs. Each database of a benchmark names its engine. */
export const ENGINE_NAMES = ['sqlite', 'duckdb', 'snowflake'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** How often a query is sent to an engine before a passing trouble of the environment is its outcome. */
export const DEFAULT_ATTEMPTS = 3;

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

export const DEFAULT_LIMITS: ExecutionLimits = { timeoutMs: 120_000, rowCap: 100_000, byteCap: 64 * 1024 * 1024 };

export const cappedBySchema = z.enum(['rows', 'bytes']).nullable();

/** One execution without its rows. */
export const executionSchema = z.object({
  status: z.enum(EXECUTION_STATUSES),
  startedAt: z.string(),
  durationMs: z.number(),
  /** Rows kept; null where there is no result. */
  rowCount: z.number().int().nullable(),
  /** Bytes of the result as it is encoded, at least; null where there is none. */
  bytes: z.number().int().nullable(),
  columns: z.array(z.string()),
  cappedBy: cappedBySchema,
  /** Cells whose text is not valid UTF-8. */
  invalidTextCells: z.number().int(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** A result table that came with an import: nothing was run, and no time was measured. */
  imported: z.boolean().optional(),
});
export type Execution = z.infer<typeof executionSchema>;

/** Bytes of a cell of common size. */
const CELL_BYTES = 16;

/** How many cells of common size a result weighs: few cells of megabytes take as long to read as very many. */
export const weightInCells = (rows: number, columns: number, bytes: number): number =>
  Math.max(rows * columns, bytes / CELL_BYTES);

/** One time that a query was sent to an engine. A query has several where an earlier one ended in passing trouble. */
export const attemptSchema = z.object({
  /** Which of the query's runs within its run. */
  repetition: z.number().int(),
  attempt: z.number().int(),
  sentAt: z.string(),
  /** Null while it runs. */
  endedAt: z.string().nullable(),
  status: z.enum(EXECUTION_STATUSES).nullable(),
  /** The engine's own id of the query; null where the engine never answered. */
  engineQueryId: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** That a benchmark's database file is not there, and what to do; '' where no place is known for it. */
export const missingFileInWords = (file: string): string =>
  file === ''
    ? 'no database file is known: import the folder that holds it (drop it on the window, or assay import … --databases FOLDER)'
    : `the database file ${file} does not exist: put it there, or import the folder that holds it (drop it on the window, or assay import … --databases FOLDER)`;
