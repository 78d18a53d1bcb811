import { z } from 'zod';
import { cappedBySchema } from '../model/execution.ts';

const batchSchema = z.object({
  t: z.literal('run'),
  /** Path of the database file. */
  database: z.string(),
  rowCap: z.number().int().positive(),
  byteCap: z.number().int().positive(),
  items: z.array(z.object({ id: z.number().int(), sql: z.string() })),
});

/** What the service tells a sql-runner: run these queries, one after the other, on one database. */
export const runnerRequestSchema = z.discriminatedUnion('engine', [
  batchSchema.extend({ engine: z.literal('sqlite') }),
  batchSchema.extend({
    /** Queries in Snowflake's dialect, on a DuckDB file. */
    engine: z.literal('duckdb'),
    /** The database's name in three-part names. */
    name: z.string(),
    /** Path of the recording that the AI functions answer from (a JSON line a call); null: every call is missing. */
    recording: z.string().nullable(),
    /** True: the queries are compiled and not run; a query that compiles has an empty result. */
    compileOnly: z.boolean(),
  }),
]);
export type RunnerRequest = z.infer<typeof runnerRequestSchema>;
export type DuckdbRequest = Extract<RunnerRequest, { engine: 'duckdb' }>;
export type RunnerEngine = RunnerRequest['engine'];
export type RunnerCaps = Pick<RunnerRequest, 'rowCap' | 'byteCap'>;

/** What the service tells a sql-runner before queries on DuckDB: load the engine and the parser, and open the file. */
export const loadRequestSchema = z.object({
  t: z.literal('load'),
  database: z.string(),
  name: z.string(),
  recording: z.string().nullable(),
});
export type LoadRequest = z.infer<typeof loadRequestSchema>;

/** What the service tells a sql-runner of its own: make a DuckDB file. */
export const buildRequestSchema = z.object({
  t: z.literal('build'),
  /** A Spider2 schema folder (DDL.csv and table JSON), or a folder of Parquet, CSV and JSON files. */
  kind: z.enum(['spider2-schema', 'data-files']),
  folder: z.string(),
  /** The DuckDB file to make; it takes the place of an older one only when it is whole. */
  target: z.string(),
});
export type BuildRequest = z.infer<typeof buildRequestSchema>;

const builtTableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number().int(),
});
export type BuiltTable = z.infer<typeof builtTableSchema>;
/** The tables of a database that was made, and what could not be taken from its folder. */
export const builtSchema = z.object({ tables: z.array(builtTableSchema), notes: z.array(z.string()) });
export type Built = z.infer<typeof builtSchema>;

export const storedResultSchema = z.object({
  /** SHA-256 (hex) of the encoded table, column names included. */
  hash: z.string(),
  /** SHA-256 (hex) of the rows alone: equal results of different queries share it. */
  rowsHash: z.string(),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  /** The encoded table; see shared/model/result-encoding. */
  encoding: z.enum(['plain', 'deflate']),
  /** How long the encoded table is before it is compressed. */
  bytes: z.number().int(),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type StoredResult = z.infer<typeof storedResultSchema>;

export const runnerOutcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), result: storedResultSchema, cappedBy: cappedBySchema, invalidTextCells: z.number().int() }),
  z.object({ status: z.enum(['error', 'refused', 'environment']), code: z.string(), message: z.string() }),
]);
export type RunnerOutcome = z.infer<typeof runnerOutcomeSchema>;

/** What a sql-runner sends: `ready` once, then one `done` an item, in the order of the request, or one `built`. Data of an untrusted process. */
export const runnerReplySchema = z.discriminatedUnion('t', [
  /** The engines with their versions, as stored with a run. */
  z.object({ t: z.literal('ready'), engines: z.object({ sqlite: z.string(), duckdb: z.string() }) }),
  z.object({
    t: z.literal('done'),
    id: z.number().int(),
    /** Milliseconds since 1970. */
    startedAt: z.number(),
    durationMs: z.number(),
    outcome: runnerOutcomeSchema,
  }),
  z.object({ t: z.literal('loaded') }),
  /** The answer to a build: what was made, or why nothing was. */
  z.object({ t: z.literal('built'), built: builtSchema.nullable(), error: z.string().nullable() }),
]);
export type RunnerEngines = Extract<z.infer<typeof runnerReplySchema>, { t: 'ready' }>['engines'];
export type RunnerReply = z.infer<typeof runnerReplySchema>;
export type RunnerDone = Extract<RunnerReply, { t: 'done' }>;
