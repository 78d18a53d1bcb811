import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionSettings } from '#shared/model/connection.ts';
import { type Encryption, openConnections } from './connections.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-connections-'));
  file = path.join(folder, 'connections.json');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Not a cipher, but nothing of the text shows. */
const keychain: Encryption = {
  available: () => true,
  encrypt: (text) => Uint8Array.from(Buffer.from(text), (byte) => byte ^ 0x5a),
  decrypt: (bytes) => Buffer.from(Uint8Array.from(bytes, (byte) => byte ^ 0x5a)).toString('utf8'),
};
const noKeychain: Encryption = {
  available: () => false,
  encrypt: () => {
    throw new Error('there is no keychain');
  },
  decrypt: () => {
    throw new Error('there is no keychain');
  },
};

const settings: ConnectionSettings = {
  name: 'paper',
  account: 'ab12345',
  user: 'mk',
  method: 'password',
  warehouse: 'WH',
  role: null,
  database: null,
  schema: null,
  accessUrl: null,
};
const secret = { value: 'a very secret password', passphrase: null };

const everything = () =>
  fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), 'latin1'))
    .join();

test('a secret is kept encrypted, survives a restart, and is listed nowhere', () => {
  openConnections(file, keychain).save(settings, secret);
  const reopened = openConnections(file, keychain);
  expect(reopened.get('paper')).toEqual({ settings, secret });
  expect(reopened.list()).toEqual([{ settings, secret: 'in the keychain' }]);
  expect(everything()).not.toContain(secret.value);
  expect(fs.statSync(file).mode & 0o077).toBe(0);
});

test('without a keychain a secret lives in memory and is asked for after a restart', () => {
  const store = openConnections(file, noKeychain);
  store.save(settings, secret);
  expect(store.get('paper')?.secret).toEqual(secret);
  expect(store.list()).toEqual([{ settings, secret: 'in memory' }]);
  const reopened = openConnections(file, noKeychain);
  expect(reopened.list()).toEqual([{ settings, secret: 'missing' }]);
  expect(reopened.get('paper')).toEqual({ settings, secret: null });
  reopened.giveSecret('paper', secret);
  expect(reopened.get('paper')?.secret).toEqual(secret);
  expect(everything()).not.toContain(secret.value);
  expect(everything()).not.toContain(Buffer.from(secret.value).toString('base64').slice(0, 12));
});

test('settings change without the secret, a secret that the keychain lost is missing, a removed connection is gone', () => {
  const store = openConnections(file, keychain);
  store.save(settings, secret);
  store.save({ ...settings, warehouse: 'OTHER' }, null);
  expect(openConnections(file, keychain).get('paper')).toEqual({ settings: { ...settings, warehouse: 'OTHER' }, secret });
  const lost: Encryption = {
    ...keychain,
    decrypt: () => {
      throw new Error('no such key');
    },
  };
  expect(openConnections(file, lost).list()[0]?.secret).toBe('missing');
  store.remove('paper');
  expect(openConnections(file, keychain).get('paper')).toBeNull();
});

test('the external browser needs no secret, and a damaged file is set aside', () => {
  openConnections(file, keychain).save({ ...settings, method: 'external-browser' }, null);
  expect(openConnections(file, keychain).list()[0]?.secret).toBe('none needed');
  fs.writeFileSync(file, '{');
  expect(openConnections(file, keychain).list()).toEqual([]);
  expect(fs.readdirSync(folder).some((name) => name.includes('unreadable'))).toBe(true);
});
