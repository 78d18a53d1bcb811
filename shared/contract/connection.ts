import { z } from 'zod';
import { connectionSettingsSchema } from '../model/connection.ts';
import { longMethod, method, progressSchema } from './method.ts';

/**
 * Where the service finds a connection for the time of a call. Secrets are never among the parameters of a method: they
 * come from the named file, from the service's own environment variables, or from the process that started the service.
 */
export const connectionSourceSchema = z.discriminatedUnion('from', [
  /** connections.toml, .env or snowflake_credential.json; `name` null takes the only one. */
  z.object({ from: z.literal('file'), path: z.string().min(1), name: z.string().min(1).nullable() }),
  /** `SNOWFLAKE_ACCOUNT` …, or `SNOWFLAKE_CONNECTIONS_<NAME>_ACCOUNT` … */
  z.object({ from: z.literal('environment'), name: z.string().min(1).nullable() }),
  /** Kept by the desktop app, its secret in the operating system's keychain. */
  z.object({ from: z.literal('keychain'), name: z.string().min(1) }),
]);
export type ConnectionSource = z.infer<typeof connectionSourceSchema>;

export const listedConnectionSchema = z.object({
  name: z.string(),
  settings: connectionSettingsSchema.nullable(),
  /** Why it is of no use; null where it is. */
  problem: z.string().nullable(),
});
export type ListedConnection = z.infer<typeof listedConnectionSchema>;

/** One thing that a check tried. */
export const connectionStepSchema = z.object({
  step: z.enum(['log in', 'answer', 'run on the warehouse']),
  ok: z.boolean(),
  /** What was found, or what went wrong. */
  detail: z.string(),
  /** Stable name of what went wrong, e.g. ACCOUNT_SUSPENDED; null where nothing did. */
  code: z.string().nullable(),
  milliseconds: z.number(),
});
export type ConnectionStep = z.infer<typeof connectionStepSchema>;

export const connectionCheckSchema = z.object({
  ok: z.boolean(),
  /** Engine and version; null where nobody answered. */
  version: z.string().nullable(),
  steps: z.array(connectionStepSchema),
});
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

export const connectionMethods = {
  /** The connections of a file, without their secrets. */
  'connection.read': method(z.object({ path: z.string().min(1) }), z.array(listedConnectionSchema)),
  /** Puts a connection of a file, with its secret, where the desktop app keeps connections; a page never sees the secret. */
  'connection.keep': method(z.object({ path: z.string().min(1), name: z.string().min(1) }), connectionSettingsSchema),
  /** Logs in and runs a query that needs the warehouse: a suspended account still answers `SELECT 1`. */
  'connection.check': longMethod(z.object({ connection: connectionSourceSchema }), connectionCheckSchema, progressSchema),
  /** Reads tables and columns of every Snowflake database of the open project into it. */
  'connection.readSchemas': longMethod(
    z.object({ connection: connectionSourceSchema }),
    z.array(z.object({ database: z.string(), tables: z.number().int(), problem: z.string().nullable() })),
    progressSchema,
  ),
};
