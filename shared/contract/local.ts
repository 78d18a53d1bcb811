import { z } from 'zod';
import { AI_FUNCTIONS, type Json } from '../model/recording.ts';
import { connectionSourceSchema } from './connection.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';
import { builtSchema } from './runner.ts';

const aiCallSchema = z.object({
  function: z.enum(AI_FUNCTIONS),
  arguments: z.array(z.custom<Json>((value) => value !== undefined)),
});

export const compiledSchema = z.object({
  instanceId: z.string(),
  database: z.string(),
  /** `no schema`: there is no folder for the database, or none that gives a table (`message` says so): nothing is known. */
  state: z.enum(['compiles', 'fails', 'refused', 'no schema']),
  /** UNKNOWN_TABLE, UNKNOWN_COLUMN, UNKNOWN_FUNCTION, SYNTAX, NOT_SUPPORTED …; null where it compiles. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type Compiled = z.infer<typeof compiledSchema>;

const leftOutSchema = z.object({ file: z.string(), line: z.number().int().nullable(), reason: z.string() });
export type LeftOut = z.infer<typeof leftOutSchema>;

/** A query of the open project that does not compile, or whose database has no schema folder. */
const projectQuerySchema = compiledSchema.extend({
  /** The system whose prediction it is; null for gold. */
  system: z.string().nullable(),
});
export type CompiledQuery = z.infer<typeof projectQuerySchema>;

/** Working without a warehouse: databases from files, queries compiled against samples, AI functions from a recording. */
export const localMethods = {
  /** Makes a DuckDB file of a Spider2 schema folder or of a folder of Parquet, CSV and JSON files. */
  'local.build': longMethod(z.object({ folder: z.string(), target: z.string() }), builtSchema, progressSchema),
  /**
   * Compiles each `{instance_id}.sql` of a folder on the sample database of its instance. `tasks` is the benchmark's JSON
   * lines file, which says which database an instance is about; `schemas` the folder of database folders.
   */
  'local.compile': longMethod(
    z.object({ tasks: z.string(), schemas: z.string(), queries: z.string() }),
    z.object({
      compiled: z.array(compiledSchema),
      /** Lines of `tasks` that name no instance, or one again with another database, and files of queries that cannot be read or are of no instance of it. */
      leftOut: z.array(leftOutSchema),
    }),
    progressSchema,
  ),
  /**
   * The same for the golds and predictions of the open project that are in Snowflake's dialect. What is found is kept:
   * `local.compiled` tells it. Answers how many there are.
   */
  'local.compileProject': longMethod(z.object({ schemas: z.string() }), z.object({ queries: z.number().int() }), progressSchema),
  /** What the latest `local.compileProject` found; empty before. */
  'local.compiled': method(nothing, z.array(projectQuerySchema)),
  /**
   * Asks Snowflake for the calls that executions of the current run lacked, each in a query of one row, and stores the
   * answers. Every call costs what the account pays for it.
   */
  'recording.make': longMethod(
    z.object({ connection: connectionSourceSchema }),
    z.object({
      asked: z.number().int(),
      stored: z.number().int(),
      failed: z.array(z.object({ call: aiCallSchema, message: z.string() })),
    }),
    progressSchema,
  ),
  /** How many answers the project has, and how many calls of the current run lack one. */
  'recording.summary': method(nothing, z.object({ calls: z.number().int(), missing: z.number().int() })),
  /** The recording, or the missing calls without their answers, as the JSON lines of a file. */
  'recording.file': method(
    z.object({ which: z.enum(['answers', 'missing']) }),
    z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }),
  ),
  'recording.import': method(
    z.object({ path: z.string() }),
    z.object({
      read: z.number().int(),
      added: z.number().int(),
      /** Calls that were known with another answer; the new one holds. */
      changed: z.number().int(),
      unchanged: z.number().int(),
      rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    }),
  ),
  'recording.export': method(z.object({ path: z.string() }), z.object({ calls: z.number().int() })),
  /** Calls that executions of the current run lacked, each once. */
  'recording.missing': method(nothing, z.array(aiCallSchema)),
};
