import { AssayError } from '#shared/contract/errors.ts';
import { type KeychainReply, type KeychainRequest, keychainReplySchema } from '#shared/contract/keychain.ts';
import type { Connection } from '#shared/model/connection.ts';

/** How long the process that keeps the connections may take to answer, in milliseconds: it may ask for a password. */
const PATIENCE = 60_000;

/** The way to the process that started this one and keeps the connections. */
export type KeychainChannel = {
  send(request: KeychainRequest): void;
  onMessage(listener: (message: unknown) => void): void;
};

export type Keychain = {
  connection(name: string): Promise<Connection | null>;
  /** @throws AssayError INVALID_INPUT where it cannot be kept */
  keep(connection: Connection): Promise<void>;
};

/** Asks for connections over a channel, on which other messages may pass too. */
export function openKeychain(channel: KeychainChannel): Keychain {
  const waiting = new Map<number, (reply: KeychainReply) => void>();
  let last = 0;
  channel.onMessage((message) => {
    const reply = keychainReplySchema.safeParse(message);
    if (!reply.success) return;
    waiting.get(reply.data.id)?.(reply.data);
    waiting.delete(reply.data.id);
  });
  const ask = (request: (id: number) => KeychainRequest) =>
    new Promise<KeychainReply>((resolve, reject) => {
      last += 1;
      const id = last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new AssayError('NOT_FOUND', 'The keychain does not answer.', { next: 'Try again.' }));
      }, PATIENCE);
      waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      channel.send(request(id));
    });
  return {
    async connection(name) {
      const reply = await ask((id) => ({ type: 'keychain:get', id, name }));
      return reply.type === 'keychain:connection' ? reply.connection : null;
    },
    async keep(connection) {
      const reply = await ask((id) => ({ type: 'keychain:put', id, connection }));
      if (reply.type === 'keychain:kept' && reply.problem !== null) {
        throw new AssayError('INVALID_INPUT', `The connection cannot be kept: ${reply.problem}.`);
      }
    },
  };
}
