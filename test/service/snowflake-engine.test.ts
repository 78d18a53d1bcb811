import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Connection, ConnectionSettings } from '#shared/model/connection.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import type { EngineOutcome, ExecuteOptions } from '../../electron/service/engines/engine.ts';
import type { KnownObjects } from '../../electron/service/engines/snowflake/errors.ts';
import { SnowflakeEngine } from '../../electron/service/engines/snowflake/snowflake-engine.ts';
import { column, type ResultTable, type ServerError } from '../helpers/snowflake-protocol.ts';
import { type Fault, SnowflakeServer, type SnowflakeServerOptions } from '../helpers/snowflake-server.ts';

const LIMITS = { timeoutMs: 5_000, rowCap: 1_000, byteCap: 1_000_000 };
const NEVER = new AbortController().signal;

const servers: SnowflakeServer[] = [];
const engines: SnowflakeEngine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  for (const server of servers.splice(0)) await server.close();
});

const number: ResultTable = { columns: [column('N', 'fixed', { scale: 0 })], rows: [['1']] };

async function serve(options: Partial<SnowflakeServerOptions> = {}): Promise<SnowflakeServer> {
  const server = await SnowflakeServer.start({ answer: () => number, ...options });
  servers.push(server);
  return server;
}

const settings = (server: SnowflakeServer, more: Partial<ConnectionSettings> = {}): ConnectionSettings => ({
  name: 'test',
  account: 'test',
  user: 'u',
  method: 'password',
  warehouse: 'wh',
  role: 'analyst',
  database: null,
  schema: null,
  accessUrl: server.url,
  ...more,
});

function engineOn(
  server: SnowflakeServer,
  connection: Partial<Connection> = {},
  known: KnownObjects | null = null,
): SnowflakeEngine {
  const engine = new SnowflakeEngine({
    connection: { settings: settings(server), secret: { value: 'secret-of-the-test', passphrase: null }, ...connection },
    tag: 'assay',
    allowUnparsed: false,
    knownObjects: () => known,
  });
  engines.push(engine);
  return engine;
}

const execute = (
  engine: SnowflakeEngine,
  sql: string,
  options: Partial<ExecuteOptions> = {},
  location = 'GA4',
): Promise<EngineOutcome> => {
  const requestId = randomUUID();
  return engine.execute(
    { sql, location },
    { limits: LIMITS, signal: NEVER, request: () => requestId, onAccepted: () => {}, ...options },
  );
};

const tableOf = (outcome: EngineOutcome) => {
  if (outcome.status !== 'ok') throw new Error(`${outcome.code}: ${outcome.message}`);
  const { encoding, data } = outcome.result;
  return decodeTable((encoding === 'deflate' ? inflateRawSync(data) : Buffer.from(data)).toString('utf8'));
};

test('every value arrives exactly', async () => {
  const typed: [type: string, scale: number | null, raw: string | null, value: unknown][] = [
    ['fixed', 0, '99999999999999999999999999999999999999', 99999999999999999999999999999999999999n],
    ['fixed', 0, '-1', -1n],
    ['fixed', 2, '12.50', { type: 'decimal', text: '12.50' }],
    [
      'fixed',
      37,
      '0.1234567890123456789012345678901234567',
      { type: 'decimal', text: '0.1234567890123456789012345678901234567' },
    ],
    ['real', null, '1.5', 1.5],
    ['real', null, 'inf', Infinity],
    ['real', null, '1e-300', 1e-300],
    ['text', null, 'Zürich\u0000', 'Zürich\u0000'],
    ['text', null, '', ''],
    ['text', null, null, null],
    ['boolean', null, '1', true],
    ['boolean', null, '0', false],
    ['date', null, '19000', { type: 'date', text: '2022-01-08' }],
    ['date', null, '-1', { type: 'date', text: '1969-12-31' }],
    ['time', 9, '45296.123456789', { type: 'time', text: '12:34:56.123456789' }],
    ['timestamp_ntz', 9, '1700000000.123456789', { type: 'timestamp', text: '2023-11-14 22:13:20.123456789' }],
    ['timestamp_ntz', 3, '1700000000.500', { type: 'timestamp', text: '2023-11-14 22:13:20.5' }],
    ['timestamp_ntz', 9, '-0.250000000', { type: 'timestamp', text: '1969-12-31 23:59:59.75' }],
    ['timestamp_ltz', 9, '1700000000.000000000', { type: 'timestamp', text: '2023-11-14 14:13:20 -08:00' }],
    ['timestamp_ltz', 9, '1690000000.000000000', { type: 'timestamp', text: '2023-07-21 21:26:40 -07:00' }],
    ['timestamp_tz', 9, '1700000000.000000001 1770', { type: 'timestamp', text: '2023-11-15 03:43:20.000000001 +05:30' }],
    [
      'variant',
      null,
      '{\n  "id": 12345678901234567890,\n  "x": undefined\n}',
      { type: 'json', text: '{\n  "id": 12345678901234567890,\n  "x": undefined\n}' },
    ],
    ['array', null, '[1]', { type: 'json', text: '[1]' }],
    [
      'geography',
      null,
      '{"coordinates":[1.5,2],"type":"Point"}',
      { type: 'json', text: '{"coordinates":[1.5,2],"type":"Point"}' },
    ],
    ['binary', null, '00FF', Uint8Array.of(0, 255)],
  ];
  const server = await serve({
    answer: () => ({
      columns: typed.map(([type, scale], index) => column(index < 2 ? 'SAME' : `C${index}`, type, { scale })),
      rows: [typed.map(([, , raw]) => raw)],
    }),
  });
  const table = tableOf(await execute(engineOn(server), 'SELECT * FROM t'));
  expect(table.columns.slice(0, 3)).toEqual(['SAME', 'SAME', 'C2']);
  expect(table.rows[0]).toEqual(typed.map(([, , , value]) => value));
});

test('rows in chunks come in order, and caps say where they cut', async () => {
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => [String(from + index)]);
  const table: ResultTable = { ...number, rows: rows(0, 2), chunks: [rows(2, 50), rows(50, 120)] };
  const server = await serve({ answer: () => table, faultOf: (sql) => (sql.includes('lost') ? 'lost chunk' : null) });
  const engine = engineOn(server);
  const all = await execute(engine, "SELECT n, 'lost' FROM t");
  expect(all).toMatchObject({ status: 'ok', cappedBy: null, result: { rowCount: 120 } });
  const some = await execute(engine, 'SELECT n FROM t', { limits: { ...LIMITS, rowCap: 60 } });
  expect(some).toMatchObject({ status: 'ok', cappedBy: 'rows', result: { rowCount: 60 } });
  const few = tableOf(await execute(engine, 'SELECT n FROM t', { limits: { ...LIMITS, byteCap: 30 } }));
  expect(few.rows).toEqual([[0n], [1n], [2n], [3n]]);
  const none = await execute(engine, 'SELECT n FROM t', { limits: { ...LIMITS, byteCap: 30 } });
  expect(none).toMatchObject({ cappedBy: 'bytes' });
});

test('each query runs where its location says, once, alone, tagged and limited in time', async () => {
  const server = await serve();
  const engine = engineOn(server);
  await execute(engine, 'SELECT 1 FROM a', {}, 'GA4');
  await execute(engine, 'SELECT 2 FROM a', {}, 'GA4');
  await execute(engine, 'SELECT 3 FROM a', {}, '"odd name".RAW?role=OTHER');
  await execute(engine, 'SELECT 4 FROM a', {}, 'GA4');
  expect(server.served.map(({ at }) => [at.DATABASE, at.SCHEMA, at.WAREHOUSE, at.ROLE])).toEqual([
    ['GA4', null, 'WH', 'ANALYST'],
    ['GA4', null, 'WH', 'ANALYST'],
    ['odd name', 'RAW', 'WH', 'OTHER'],
    ['GA4', 'RAW', 'WH', 'ANALYST'],
  ]);
  expect(server.served[0]!.parameters).toMatchObject({
    STATEMENT_TIMEOUT_IN_SECONDS: 5,
    MULTI_STATEMENT_COUNT: 1,
    USE_CACHED_RESULT: false,
    QUERY_TAG: `assay:${server.served[0]!.requestId}`,
  });
  expect(server.logins).toBe(1);
});

test('a statement that does more than read never reaches the server', async () => {
  const server = await serve();
  let asked = 0;
  const outcome = await execute(engineOn(server), 'DELETE FROM t', {
    request: () => {
      asked += 1;
      return randomUUID();
    },
  });
  expect(outcome).toMatchObject({ status: 'refused', code: 'NOT_A_QUERY' });
  expect(asked).toBe(0);
  expect(server.log).toEqual([]);
});

test('a query that takes too long is ended by the engine’s own timeout', async () => {
  const server = await serve({ faultOf: () => 'slow' });
  const outcome = await execute(engineOn(server), 'SELECT 1 FROM t', { limits: { ...LIMITS, timeoutMs: 1_000 } });
  expect(outcome).toMatchObject({ status: 'timeout', code: 'TIMEOUT' });
});

test('a cancelled query is stopped on the server', async () => {
  const server = await serve({ faultOf: () => 'slow' });
  const controller = new AbortController();
  const running = execute(engineOn(server), 'SELECT 1 FROM t', {
    signal: controller.signal,
    onAccepted: () => controller.abort(),
  });
  expect(await running).toMatchObject({ status: 'cancelled' });
  expect(server.aborts).toBe(1);
  expect(server.served[0]!.error?.code).toBe('000604');
});

const KNOWN: KnownObjects = { database: 'GA4', tables: ['PUBLIC.EVENTS', 'RAW.SESSIONS'] };
const missing = (what: string): ServerError => ({
  code: '002003',
  sqlState: '42S02',
  message: `SQL compilation error:\n${what} does not exist or not authorized.`,
});

test.each([
  ['a syntax error', { code: '001003', sqlState: '42000', message: 'SQL compilation error: syntax error' }, 'error', '001003'],
  ['an invented table', missing("Object 'GA4.PUBLIC.INVENTED'"), 'error', '002003'],
  ['an invented table of another database', missing("Object 'OTHER.PUBLIC.EVENTS'"), 'error', '002003'],
  ['a table of the benchmark that is gone', missing("Object 'GA4.PUBLIC.EVENTS'"), 'environment', 'OBJECT_MISSING'],
  ['the same without its database', missing("Object 'EVENTS'"), 'environment', 'OBJECT_MISSING'],
  ['a schema of the benchmark that is gone', missing("Schema 'GA4.RAW'"), 'environment', 'SCHEMA_MISSING'],
  ['an invented schema', missing("Schema 'GA4.INVENTED'"), 'error', '002003'],
  ['the database itself', missing("Database 'GA4'"), 'environment', 'DATABASE_MISSING'],
  [
    'a revoked share',
    { code: '003030', sqlState: '02000', message: 'Shared database is no longer available for use.' },
    'environment',
    'SHARE_MISSING',
  ],
  [
    'a suspended account',
    { code: '000666', sqlState: '57014', message: 'Your account is suspended.' },
    'environment',
    'ACCOUNT_SUSPENDED',
  ],
  [
    'a missing warehouse',
    { code: '000606', sqlState: '57P03', message: 'No active warehouse selected.' },
    'environment',
    'WAREHOUSE_MISSING',
  ],
  [
    'a spent quota',
    { code: '090073', sqlState: '22000', message: 'Warehouse cannot be resumed.' },
    'environment',
    'QUOTA_EXCEEDED',
  ],
  [
    'missing rights on the benchmark',
    {
      code: '003001',
      sqlState: '42501',
      message: "SQL access control error:\nInsufficient privileges to operate on table 'EVENTS'",
    },
    'environment',
    'NOT_AUTHORISED',
  ],
  [
    'missing rights elsewhere',
    {
      code: '003001',
      sqlState: '42501',
      message: "SQL access control error:\nInsufficient privileges to operate on table 'GRANTS'",
    },
    'error',
    '003001',
  ],
  [
    'an AI service that is busy',
    {
      code: '100351',
      sqlState: 'P0000',
      message: 'Request failed for external function COMPLETE$V1 with remote service error: 429 \'"busy"\'',
    },
    'environment',
    'REMOTE_SERVICE',
  ],
  [
    'an AI function used wrongly',
    {
      code: '100351',
      sqlState: 'P0000',
      message: 'Request failed for external function COMPLETE$V1 with remote service error: 400 \'"unknown model"\'',
    },
    'error',
    '100351',
  ],
] as const)('%s is told apart from other failures', async (_what, error, status, code) => {
  const server = await serve({ answer: () => error });
  const outcome = await execute(engineOn(server, {}, KNOWN), 'SELECT 1 FROM t');
  expect(outcome).toMatchObject({ status, code });
});

test('a warehouse or a database that is not there is the environment’s failure, whatever the query', async () => {
  const server = await serve({ databases: ['GA4'] });
  expect(await execute(engineOn(server), 'SELECT 1', {}, 'GONE')).toMatchObject({
    status: 'environment',
    code: 'DATABASE_MISSING',
  });
  const other = engineOn(server, { settings: settings(server, { warehouse: 'NONE' }) });
  expect(await execute(other, 'SELECT 1', {}, 'GA4')).toMatchObject({ status: 'environment', code: 'WAREHOUSE_MISSING' });
  expect(server.served).toEqual([]);
  expect(await execute(engineOn(server), 'SELECT 1', {}, 'no name!')).toMatchObject({
    status: 'environment',
    code: 'LOCATION_INVALID',
  });
});

test.each(['lost request', 'lost answer', 'unavailable', 'expired token', 'lost result'] satisfies Fault[])(
  'a query survives the trouble "%s" and runs once',
  async (fault) => {
    const server = await serve({ faultOf: () => fault });
    expect(await execute(engineOn(server), 'SELECT 1 FROM t')).toMatchObject({ status: 'ok' });
    expect(server.served).toHaveLength(1);
  },
);

test('nobody there is the environment’s failure', async () => {
  const server = await serve();
  const engine = engineOn(server);
  await server.close();
  expect(await execute(engine, 'SELECT 1 FROM t')).toMatchObject({ status: 'environment', code: 'NETWORK', transient: true });
});

test('the check needs the warehouse: a suspended account answers, and fails the check', async () => {
  const server = await serve({ password: 'secret-of-the-test' });
  const good = await engineOn(server).check(NEVER);
  expect(good).toMatchObject({ ok: true, version: 'Snowflake 9.99.0' });
  expect(good.steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['log in', true],
    ['answer', true],
    ['run on the warehouse', true],
  ]);
  server.suspend(true);
  const suspended = await engineOn(server).check(NEVER);
  expect(suspended).toMatchObject({ ok: false, version: 'Snowflake 9.99.0' });
  expect(suspended.steps.at(-1)).toMatchObject({ step: 'run on the warehouse', ok: false, code: 'ACCOUNT_SUSPENDED' });
});

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encrypted = pair.privateKey
  .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'pass phrase' })
  .toString();

test.each([
  ['token', { value: 'a-personal-token', passphrase: null }],
  ['oauth', { value: 'an-oauth-token', passphrase: null }],
  ['key-pair', { value: encrypted, passphrase: 'pass phrase' }],
] as const)('logs in with a %s', async (method, secret) => {
  const server = await serve();
  const engine = engineOn(server, { settings: settings(server, { method }), secret });
  expect((await engine.check(NEVER)).ok).toBe(true);
});

test('a login that fails says so, and is no failure of a query', async () => {
  const server = await serve({ password: 'another' });
  const checked = await engineOn(server).check(NEVER);
  expect(checked.steps).toMatchObject([{ step: 'log in', ok: false, code: 'LOGIN_FAILED' }]);
  const key = engineOn(server, {
    settings: settings(server, { method: 'key-pair' }),
    secret: { value: encrypted, passphrase: 'wrong' },
  });
  expect((await key.check(NEVER)).steps).toMatchObject([{ ok: false, code: 'CONNECTION_INVALID' }]);
});

test('tables and columns of a database are described', async () => {
  const server = await serve({
    answer: () => ({
      columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'COLUMN_NAME', 'DATA_TYPE'].map((name) => column(name, 'text')),
      rows: [
        ['RAW', 'T', 'A', 'NUMBER'],
        ['RAW', 'T', 'B', 'TEXT'],
        ['RAW', 'U', 'A', 'DATE'],
      ],
    }),
  });
  const tables = await engineOn(server).describeSchema('GA4', NEVER);
  expect(tables.map(({ name, columns }) => [name, columns.map((found) => `${found.name} ${found.type}`)])).toEqual([
    ['RAW.T', ['A NUMBER', 'B TEXT']],
    ['RAW.U', ['A DATE']],
  ]);
});
