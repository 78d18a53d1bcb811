import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectionInFile, connectionsInFile } from './connection-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-connection-files-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

const TOML = `
[dev]
account = "ab12345.eu-central-1"
user = "mk"
password = "p"
warehouse = "WH"
role = "ANALYST"

[browser]
account = "ab12345"
user = "mk@example.org"
authenticator = "externalbrowser"

[key]
account = "ab12345"
user = "mk"
authenticator = "SNOWFLAKE_JWT"
private_key_file = "key.p8"
private_key_file_pwd = "secret phrase"

[okta]
account = "ab12345"
user = "mk"
authenticator = "https://example.okta.com"
password = "p"

[empty]
account = "ab12345"
user = "mk"
`;

test('connections.toml gives each connection, or why it is of no use, and never a secret', () => {
  write('key.p8', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nxyz\n-----END ENCRYPTED PRIVATE KEY-----\n');
  const file = write('connections.toml', TOML);
  const listed = connectionsInFile(file);
  expect(listed.map(({ name, settings }) => [name, settings?.method ?? null])).toEqual([
    ['dev', 'password'],
    ['browser', 'external-browser'],
    ['key', 'key-pair'],
    ['okta', null],
    ['empty', null],
  ]);
  expect(listed[0]!.settings).toMatchObject({ account: 'ab12345.eu-central-1', warehouse: 'WH', role: 'ANALYST' });
  expect(listed[3]!.problem).toMatch(/authenticator/);
  expect(listed[4]!.problem).toMatch(/lacks its password/);
  expect(JSON.stringify(listed)).not.toMatch(/secret phrase|xyz/);
  expect(connectionInFile(file, 'dev').secret).toEqual({ value: 'p', passphrase: null });
  expect(connectionInFile(file, 'browser').secret).toBeNull();
  expect(connectionInFile(file, 'key').secret).toEqual({
    value: expect.stringContaining('xyz'),
    passphrase: 'secret phrase',
  });
  expect(() => connectionInFile(file, 'other')).toThrow(/no connection other/);
  expect(() => connectionInFile(file, null)).toThrow(/no connection default/);
});

test('the credential file of Spider 2.0 is one connection; a programmatic access token may stand for its password', () => {
  const file = write(
    'snowflake_credential.json',
    '{"user": "mk", "password": "p", "account": "RSRSBDK-YDB67606", "role": "PARTICIPANT"}',
  );
  expect(connectionInFile(file, null)).toEqual({
    settings: {
      name: 'snowflake_credential',
      account: 'RSRSBDK-YDB67606',
      user: 'mk',
      method: 'password',
      warehouse: null,
      role: 'PARTICIPANT',
      database: null,
      schema: null,
      accessUrl: null,
    },
    secret: { value: 'p', passphrase: null },
  });
  const token = write('token.json', '{"user": "mk", "token": "t", "account": "a"}');
  expect(connectionInFile(token, null).settings.method).toBe('token');
});

test('a .env file has one connection without a name and others by their names', () => {
  const file = write(
    '.env',
    '# comment\nSNOWFLAKE_ACCOUNT=a\nSNOWFLAKE_USER=u\nSNOWFLAKE_PASSWORD="p # q"\nSNOWFLAKE_CONNECTIONS_DEV_ACCOUNT=b\nSNOWFLAKE_CONNECTIONS_DEV_USER=v\nSNOWFLAKE_CONNECTIONS_DEV_TOKEN=t\nOTHER=x\n',
  );
  expect(connectionsInFile(file).map(({ name, settings }) => [name, settings?.account, settings?.method])).toEqual([
    ['default', 'a', 'password'],
    ['dev', 'b', 'token'],
  ]);
  expect(connectionInFile(file, null).secret?.value).toBe('p # q');
});

test.each([
  ['broken.toml', '[a]\npassword = "hidden'],
  ['broken.json', '{"password": "hidden"'],
  ['list.json', '["hidden"]'],
  ['empty.env', 'PASSWORD=hidden'],
])('%s is refused without a word of its text', (name, text) => {
  const file = write(name, text);
  try {
    connectionsInFile(file);
    expect.unreachable();
  } catch (error) {
    expect(String(error)).not.toContain('hidden');
    expect((error as Error).cause).toBeUndefined();
  }
});

test.skipIf(process.platform === 'win32')('a pipe is refused at once, as the file and as the key that a file names', () => {
  const pipe = path.join(folder, 'pipe.toml');
  execFileSync('mkfifo', [pipe]);
  expect(() => connectionsInFile(pipe)).toThrow('pipe.toml cannot be read: not a regular file.');
  const file = write('piped.toml', '[key]\naccount = "a"\nuser = "u"\nprivate_key_file = "pipe.toml"\n');
  expect(connectionsInFile(file)[0]!.problem).toMatch(/pipe\.toml.* cannot be read/);
});
