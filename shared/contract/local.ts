import { z } from 'zod';
import { AI_FUNCTIONS, type Json } from '../model/recording.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';
import { builtSchema } from './runner.ts';

const aiCallSchema = z.object({
  function: z.enum(AI_FUNCTIONS),
  arguments: z.array(z.custom<Json>((value) => value !== undefined)),
});

export const compiledSchema = z.object({
  instanceId: z.string(),
  database: z.string(),
  /** `no schema`: there is no folder for the database, so nothing is known. */
  state: z.enum(['compiles', 'fails', 'refused', 'no schema']),
  /** UNKNOWN_TABLE, UNKNOWN_COLUMN, UNKNOWN_FUNCTION, SYNTAX, NOT_SUPPORTED …; null where it compiles. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type Compiled = z.infer<typeof compiledSchema>;

/** Working without a warehouse: databases from files, queries compiled against samples, AI functions from a recording. */
export const localMethods = {
  /** Makes a DuckDB file of a Spider2 schema folder or of a folder of Parquet, CSV and JSON files. */
  'local.build': method(z.object({ folder: z.string(), target: z.string() }), builtSchema),
  /**
   * Compiles each `{instance_id}.sql` of a folder on the sample database of its instance. `tasks` is the benchmark's JSON
   * lines file, which says which database an instance is about; `schemas` the folder of database folders.
   */
  'local.compile': longMethod(
    z.object({ tasks: z.string(), schemas: z.string(), queries: z.string() }),
    z.array(compiledSchema),
    progressSchema,
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
