import { z } from 'zod';
import { connectionSecretSchema, connectionSettingsSchema } from '../model/connection.ts';

/**
 * What the service and the process that keeps the connections (the desktop's main process) say to each other. It passes
 * between these two alone: no page sees a stored secret.
 */
export const keychainRequestSchema = z.object({ type: z.literal('keychain:get'), id: z.number().int(), name: z.string() });
export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

export const keychainReplySchema = z.object({
  type: z.literal('keychain:connection'),
  id: z.number().int(),
  /** Null where there is no connection of that name. */
  connection: z.object({ settings: connectionSettingsSchema, secret: connectionSecretSchema.nullable() }).nullable(),
});
export type KeychainReply = z.infer<typeof keychainReplySchema>;
