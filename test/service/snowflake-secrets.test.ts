import { type ChildProcess, fork, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectionSource } from '#shared/contract/connection.ts';
import { ASSAY, type AssayClient } from '#shared/contract/contract.ts';
import { keychainRequestSchema } from '#shared/contract/keychain.ts';
import { createClient } from '#shared/contract/rpc.ts';
import type { Connection } from '#shared/model/connection.ts';
import { BUILT } from '../helpers/service-client.ts';
import { makeSnowflakeProject } from '../helpers/snowflake-project.ts';
import { column, type ServerError } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer } from '../helpers/snowflake-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const credentials = temporaryFolder();
const PASSWORD = 'pa55 w0rd/"with"+odd=signs & more';
const TOKEN = 'eyJ-personal-access-token-0123456789';
const PASSPHRASE = 'the pass phrase of the key';
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
  .toString();

/** A careless server that tells everybody what it was given. */
const carelessError = (secret: string): ServerError => ({
  code: '001003',
  sqlState: '42000',
  message: `syntax error near ${secret}`,
});

const CONNECTIONS = {
  'connections.toml': {
    secret: PASSWORD,
    text: (port: number) =>
      `[paper]\naccount = "test"\nuser = "u"\npassword = '''${PASSWORD}'''\nwarehouse = "WH"\nhost = "127.0.0.1"\nprotocol = "http"\nport = ${port}\n`,
  },
  '.env': {
    secret: TOKEN,
    text: (port: number) =>
      `SNOWFLAKE_ACCOUNT=test\nSNOWFLAKE_USER=u\nSNOWFLAKE_TOKEN="${TOKEN}"\nSNOWFLAKE_WAREHOUSE=WH\nSNOWFLAKE_HOST=127.0.0.1\nSNOWFLAKE_PROTOCOL=http\nSNOWFLAKE_PORT=${port}\n`,
  },
  'snowflake_credential.json': {
    secret: PASSPHRASE,
    text: (port: number) =>
      JSON.stringify({
        account: 'test',
        user: 'u',
        private_key_file: 'key.p8',
        private_key_file_pwd: PASSPHRASE,
        warehouse: 'WH',
        host: '127.0.0.1',
        protocol: 'http',
        port,
      }),
  },
} as const;
type File = keyof typeof CONNECTIONS;

/** Every form in which a secret might lie about. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret, 'utf8').toString('hex'),
];

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

let servers: SnowflakeServer[] = [];
beforeAll(() => fs.writeFileSync(path.join(credentials, 'key.p8'), KEY));
afterAll(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

/** Everything that a process says, in the order of its saying. */
function listen(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return () => said;
}

const FILES = Object.keys(CONNECTIONS) as File[];

test.each([...FILES.map((name) => ({ name, kept: false })), { name: 'connections.toml' as const, kept: true }])(
  'after a full run with $name (in the keychain: $kept) no byte of its secret is found anywhere else',
  async ({ name, kept }) => {
    const { secret, text } = CONNECTIONS[name];
    const world = fs.mkdtempSync(path.join(credentials, 'world-'));
    const server = await SnowflakeServer.start({
      answer: (sql) =>
        sql.includes('wrong') ? carelessError(secret) : { columns: [column('N', 'fixed', { scale: 0 })], rows: [['1']] },
    });
    servers.push(server);
    const file = path.join(credentials, name);
    fs.writeFileSync(file, text(server.port));
    const project = path.join(world, 'p.assay');
    makeSnowflakeProject(project, {
      location: 'GA4',
      instances: [1, 2, 3, 4].map((n) => ({
        gold: `SELECT ${n} FROM t`,
        predictions: { 'strong a': `SELECT ${n} AS x FROM t`, b: `SELECT wrong, ${n} FROM t`, c: 'SELECT 1; SELECT 2' },
      })),
    });

    const env = { ...process.env, HOME: world, USERPROFILE: world, XDG_CACHE_HOME: path.join(world, 'cache') };
    const child = fork(path.join(BUILT, 'service', 'main.cjs'), ['--files', BUILT, ...(kept ? ['--keychain'] : [])], {
      execArgv: [],
      serialization: 'advanced',
      silent: true,
      cwd: world,
      env,
    });
    const said = listen(child);
    const wire: string[] = [];
    // What the desktop's main process does; the page hears nothing of it.
    const keychain = new Map<string, Connection>();
    child.on('message', (message) => {
      const request = keychainRequestSchema.safeParse(message).data;
      if (request?.type === 'keychain:put') {
        keychain.set(request.connection.settings.name, request.connection);
        child.send({ type: 'keychain:kept', id: request.id, problem: null });
      } else if (request?.type === 'keychain:get') {
        child.send({ type: 'keychain:connection', id: request.id, connection: keychain.get(request.name) ?? null });
      } else wire.push(JSON.stringify(message, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
    });
    const client: AssayClient = createClient(ASSAY, {
      post: (message) => void child.send(message, () => {}),
      onMessage: (listener) => void child.on('message', (message) => 't' in (message as object) && listener(message)),
      onClose: (listener) => void child.once('exit', (code) => listener(String(code))),
    });
    const connection: ConnectionSource = kept ? { from: 'keychain', name: 'paper' } : { from: 'file', path: file, name: null };
    if (kept) {
      await client.call('connection.keep', { path: file, name: 'paper' });
      expect(keychain.get('paper')?.secret?.value).toBe(secret);
    }
    await client.call('project.open', { path: project, annotator: 'mk' });
    await client.call('connection.read', { path: file });
    expect((await client.call('connection.check', { connection })).ok).toBe(true);
    const run = await client.call('execution.start', { jobs: 2, limits: {}, again: false, connection });
    expect(run.byStatus).toMatchObject({ ok: 8, error: 4, refused: 1 });
    await client.call('judge.run', { rules: ['multiset'] });
    const sample = await client.call('sample.draw', {
      name: 's',
      rule: 'multiset',
      reading: 'disjoint',
      seed: 1,
      sizes: { S1: 10, S2: 10, S3: 10 },
      without: [],
    });
    await client.call('report.export', { sample: sample.id, directory: path.join(world, 'report') });
    for (const item of [
      { kind: 'benchmark' },
      { kind: 'receipts' },
      { kind: 'predictions', system: 'b', format: 'jsonl' },
    ] as const) {
      await client.call('export.run', { item, directory: path.join(world, `export-${item.kind}`) });
    }
    await client
      .call('connection.check', { connection: { from: 'file', path: path.join(credentials, 'none.toml'), name: null } })
      .catch(() => {});
    child.disconnect();
    await new Promise((resolve) => child.once('exit', resolve));

    const cli = spawn(
      process.execPath,
      [
        path.join(BUILT, 'cli', 'main.cjs'),
        'execute',
        project,
        '--engine',
        'snowflake',
        '--connections-file',
        file,
        '--again',
        '--json',
      ],
      { cwd: world, env, stdio: 'pipe' },
    );
    const saidByCli = listen(cli);
    expect(await new Promise((resolve) => cli.once('close', resolve))).toBe(0);

    const places = new Map([
      ['output of the service', said()],
      ['messages of the service', wire.join('\n')],
      ['output of the command line', saidByCli()],
      ...filesBelow(world).map((found): [string, string] => [path.relative(world, found), fs.readFileSync(found, 'latin1')]),
    ]);
    expect(places.size).toBeGreaterThan(5);
    const secrets = [secret, ...server.secrets, ...(name === 'snowflake_credential.json' ? KEY.split('\n').slice(1, 4) : [])];
    const found = [...places].flatMap(([place, content]) =>
      secrets.flatMap((hidden) =>
        formsOf(hidden)
          .filter((form) => content.includes(form))
          .map((form) => `${place}: ${form}`),
      ),
    );
    expect(found).toEqual([]);
    expect(places.get('p.assay')).toContain(Buffer.from('syntax error near «hidden»').toString('latin1'));
  },
  120_000,
);

test('a login that fails does not repeat what it was given', async () => {
  const server = await SnowflakeServer.start({ answer: () => carelessError(''), password: 'something else' });
  servers.push(server);
  const file = path.join(credentials, 'refused.toml');
  fs.writeFileSync(file, CONNECTIONS['connections.toml'].text(server.port));
  const cli = spawn(process.execPath, [path.join(BUILT, 'cli', 'main.cjs'), 'connection', 'check', '--connections-file', file], {
    stdio: 'pipe',
  });
  const said = listen(cli);
  expect(await new Promise((resolve) => cli.once('close', resolve))).toBe(1);
  expect(said()).toContain('LOGIN_FAILED');
  expect(formsOf(PASSWORD).filter((form) => said().includes(form))).toEqual([]);
});

test.each([
  ['broken.toml', `[paper]\npassword = "${TOKEN}\n`],
  ['broken.json', `{"password": "${TOKEN}"`],
  ['strange.toml', `[paper]\naccount = "a"\nuser = "u"\nauthenticator = "${TOKEN}"\n`],
])('what is wrong with %s is said without its text', async (name, text) => {
  const file = path.join(credentials, name);
  fs.writeFileSync(file, text);
  const cli = spawn(process.execPath, [path.join(BUILT, 'cli', 'main.cjs'), 'connection', 'check', '--connections-file', file], {
    stdio: 'pipe',
  });
  const said = listen(cli);
  expect(await new Promise((resolve) => cli.once('close', resolve))).not.toBe(0);
  expect(said()).not.toContain(TOKEN.slice(0, 12));
  expect(said().length).toBeGreaterThan(20);
});
