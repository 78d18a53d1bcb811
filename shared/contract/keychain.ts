import { z } from 'zod';
import { connectionSecretSchema, connectionSettingsSchema } from '../model/connection.ts';

/**
 * What the service and the process that keeps the connections (the desktop's main process) say to each other. It passes
 * between these two alone: no page sees a stored secret.
 */
const connectionSchema = z.object({ settings: connectionSettingsSchema, secret: connectionSecretSchema.nullable() });

export const keychainRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('keychain:get'), id: z.number().int(), name: z.string() }),
  /** Keep this one, in the place of the one of its name. */
  z.object({ type: z.literal('keychain:put'), id: z.number().int(), connection: connectionSchema }),
]);
export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

export const keychainReplySchema = z.discriminatedUnion('type', [
  /** Null where there is no connection of that name. */
  z.object({ type: z.literal('keychain:connection'), id: z.number().int(), connection: connectionSchema.nullable() }),
  /** `problem`: why it could not be kept; null where it was. */
  z.object({ type: z.literal('keychain:kept'), id: z.number().int(), problem: z.string().nullable() }),
]);
export type KeychainReply = z.infer<typeof keychainReplySchema>;
