import { fork } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASSAY } from '#shared/contract/contract.ts';
import { keychainRequestSchema } from '#shared/contract/keychain.ts';
import { createClient } from '#shared/contract/rpc.ts';
import type { Connection } from '#shared/model/connection.ts';
import { BUILT } from '../helpers/service-client.ts';
import { column } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer } from '../helpers/snowflake-server.ts';

const PASSWORD = 'kept-in-the-keychain';
let server: SnowflakeServer;
beforeAll(async () => {
  server = await SnowflakeServer.start({
    password: PASSWORD,
    answer: () => ({ columns: [column('N', 'fixed', { scale: 0 })], rows: [['1']] }),
  });
});
afterAll(() => server.close());

const kept = (secret: string | null): Connection => ({
  settings: {
    name: 'kept',
    account: 'test',
    user: 'u',
    method: 'password',
    warehouse: 'WH',
    role: null,
    database: null,
    schema: null,
    accessUrl: server.url,
  },
  secret: secret === null ? null : { value: secret, passphrase: null },
});

/** A service started by somebody who keeps one connection; null: by nobody who keeps any. */
async function check(keeper: ((name: string) => Connection | null) | null) {
  const args = ['--files', BUILT, ...(keeper === null ? [] : ['--keychain'])];
  const child = fork(path.join(BUILT, 'service', 'main.cjs'), args, { execArgv: [], serialization: 'advanced' });
  child.on('message', (message) => {
    const request = keychainRequestSchema.safeParse(message);
    if (!request.success || keeper === null || request.data.type !== 'keychain:get') return;
    child.send({ type: 'keychain:connection', id: request.data.id, connection: keeper(request.data.name) });
  });
  const client = createClient(ASSAY, {
    post: (message) => void child.send(message, () => {}),
    // As main's relay does: what the two processes say to each other does not reach the client.
    onMessage: (listener) => void child.on('message', (message) => 't' in (message as object) && listener(message)),
    onClose: (listener) => void child.once('exit', (code) => listener(String(code))),
  });
  try {
    return await client.call('connection.check', { connection: { from: 'keychain', name: 'kept' } });
  } finally {
    child.disconnect();
  }
}

test('the service gets a kept connection from whoever started it', async () => {
  const asked: string[] = [];
  const checked = await check((name) => {
    asked.push(name);
    return kept(PASSWORD);
  });
  expect(checked.ok).toBe(true);
  expect(asked).toEqual(['kept']);
});

test('a secret that is not known is asked for, an unknown connection and a missing keychain are named', async () => {
  await expect(check(() => kept(null))).rejects.toMatchObject({ code: 'SECRET_NEEDED' });
  await expect(check(() => null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(check(null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
