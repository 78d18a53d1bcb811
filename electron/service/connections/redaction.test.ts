import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Connection } from '#shared/model/connection.ts';
import { hideSecretsOf, redacted, redactedDeep } from './redaction.ts';

const connectionWith = (value: string, passphrase: string | null = null): Connection => ({
  settings: {
    name: 'c',
    account: 'a',
    user: 'u',
    method: 'password',
    warehouse: null,
    role: null,
    database: null,
    schema: null,
    accessUrl: null,
  },
  secret: { value, passphrase },
});

test('a secret is hidden in every form in which libraries print it, and inside of data', () => {
  const secret = 'p&ss "w0rd"/x';
  hideSecretsOf(connectionWith(secret));
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify({ secret }), Buffer.from(secret).toString('base64')]) {
    expect(redacted(`before ${form} after`)).toMatch(/^before .*«hidden».* after$/);
  }
  const date = new Date(0);
  expect(redactedDeep({ list: [{ text: `x${secret}` }], n: 1, date, bytes: Uint8Array.of(1) })).toEqual({
    list: [{ text: 'x«hidden»' }],
    n: 1,
    date,
    bytes: Uint8Array.of(1),
  });
});

test('a secret that holds another one goes whole, lines of a key go one by one, and short texts stay', () => {
  hideSecretsOf(connectionWith('outer-inner-secret', 'inner'));
  expect(redacted('outer-inner-secret')).toBe('«hidden»');
  hideSecretsOf(connectionWith('-----BEGIN KEY-----\nMIIabcdefgh\n-----END KEY-----\n'));
  expect(redacted('at line MIIabcdefgh of the key')).toBe('at line «hidden» of the key');
  hideSecretsOf(connectionWith('abc'));
  expect(redacted('abc')).toBe('abc');
});

test('the last words of a crash are redacted too', () => {
  const module = path.join(import.meta.dirname, 'redaction.ts');
  const program = `
    const { hideSecretsOf, redactOwnOutput } = await import(${JSON.stringify(module)});
    redactOwnOutput();
    hideSecretsOf({ secret: { value: 'crashing-secret', passphrase: null } });
    console.error('said crashing-secret');
    setTimeout(() => { throw new Error('thrown crashing-secret'); }, 1);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('said «hidden»');
  expect(ended.stderr).toContain('Error: thrown «hidden»');
  expect(ended.stderr).not.toContain('crashing-secret');
});
