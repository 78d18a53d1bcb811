import { AssayError } from '#shared/contract/errors.ts';
import { type KeychainRequest, keychainReplySchema } from '#shared/contract/keychain.ts';
import type { Connection } from '#shared/model/connection.ts';

/** How long the process that keeps the connections may take to answer, in milliseconds: it may ask for a password. */
const PATIENCE = 60_000;

/** The way to the process that started this one and keeps the connections. */
export type KeychainChannel = {
  send(request: KeychainRequest): void;
  onMessage(listener: (message: unknown) => void): void;
};

export type Keychain = { connection(name: string): Promise<Connection | null> };

/** Asks for connections over a channel, on which other messages may pass too. */
export function openKeychain(channel: KeychainChannel): Keychain {
  const waiting = new Map<number, (connection: Connection | null) => void>();
  let last = 0;
  channel.onMessage((message) => {
    const reply = keychainReplySchema.safeParse(message);
    if (!reply.success) return;
    waiting.get(reply.data.id)?.(reply.data.connection);
    waiting.delete(reply.data.id);
  });
  return {
    connection: (name) =>
      new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new AssayError('NOT_FOUND', 'The keychain does not answer.', { next: 'Try again.' }));
        }, PATIENCE);
        waiting.set(id, (connection) => {
          clearTimeout(timer);
          resolve(connection);
        });
        channel.send({ type: 'keychain:get', id, name });
      }),
  };
}
