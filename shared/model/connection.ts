import { z } from 'zod';

/** How Snowflake is told who we are. */
export const AUTHENTICATION_METHODS = ['password', 'token', 'key-pair', 'oauth', 'external-browser'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

const name = z.string().trim().min(1).max(255);

/** A connection to Snowflake without its secret: what may be shown, listed and written to a file. */
export const connectionSettingsSchema = z.strictObject({
  name,
  account: name,
  /** Not needed for tokens that carry the user. */
  user: name.nullable(),
  method: z.enum(AUTHENTICATION_METHODS),
  warehouse: name.nullable(),
  role: name.nullable(),
  /** The database of checks; each database of a benchmark names its own. */
  database: name.nullable(),
  schema: name.nullable(),
  /** Where the account answers, when that is not `https://<account>.snowflakecomputing.com`. */
  accessUrl: z.url({ protocol: /^https?$/ }).nullable(),
});
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>;

/**
 * What proves who we are; none for the external browser. It lives in memory and in the operating system's keychain, and
 * is written nowhere else.
 */
export const connectionSecretSchema = z.strictObject({
  /** A password, a programmatic access token, an OAuth token, or a private key as PEM. */
  value: z.string().min(1).max(100_000),
  /** Of an encrypted private key. */
  passphrase: z.string().max(10_000).nullable(),
});
export type ConnectionSecret = z.infer<typeof connectionSecretSchema>;

export type Connection = { readonly settings: ConnectionSettings; readonly secret: ConnectionSecret | null };

/** True where a method needs a secret. */
export const needsSecret = (method: AuthenticationMethod): boolean => method !== 'external-browser';
