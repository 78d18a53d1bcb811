import { z } from 'zod';
import { cappedBySchema } from '../model/execution.ts';

/** What the service tells a sql-runner: run these queries, one after the other, on one database. */
export const runnerRequestSchema = z.object({
  t: z.literal('run'),
  engine: z.literal('sqlite'),
  /** Path of the database file. */
  database: z.string(),
  rowCap: z.number().int().positive(),
  byteCap: z.number().int().positive(),
  items: z.array(z.object({ id: z.number().int(), sql: z.string() })),
});
export type RunnerRequest = z.infer<typeof runnerRequestSchema>;

export const storedResultSchema = z.object({
  /** SHA-256 (hex) of the encoded table, column names included. */
  hash: z.string(),
  /** SHA-256 (hex) of the rows alone: equal results of different queries share it. */
  rowsHash: z.string(),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  /** The encoded table; see shared/model/result-encoding. */
  encoding: z.enum(['plain', 'deflate']),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type StoredResult = z.infer<typeof storedResultSchema>;

export const runnerOutcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), result: storedResultSchema, cappedBy: cappedBySchema, invalidTextCells: z.number().int() }),
  z.object({ status: z.enum(['error', 'refused']), code: z.string(), message: z.string() }),
]);
export type RunnerOutcome = z.infer<typeof runnerOutcomeSchema>;

/** What a sql-runner sends: `ready` once, then one `done` an item, in the order of the request. Data of an untrusted process. */
export const runnerReplySchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready'), engine: z.string() }),
  z.object({
    t: z.literal('done'),
    id: z.number().int(),
    /** Milliseconds since 1970. */
    startedAt: z.number(),
    durationMs: z.number(),
    outcome: runnerOutcomeSchema,
  }),
]);
export type RunnerReply = z.infer<typeof runnerReplySchema>;
export type RunnerDone = Extract<RunnerReply, { t: 'done' }>;
