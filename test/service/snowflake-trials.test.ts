import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { makeSnowflakeProject } from '../helpers/snowflake-project.ts';
import { column } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer } from '../helpers/snowflake-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Queries run from the labelling room where the database is on Snowflake: by the project's connection, under a run's guards.

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');
const SLOW = 'SELECT 99 AS N FROM events';
const UNPARSED = 'SELECT N FROM events WHERE ((';

let server: SnowflakeServer;
let service: TestService;
let client: AssayClient;
let item: { instance: number; system: number; sample: null };

beforeAll(async () => {
  server = await SnowflakeServer.start({
    answer: (sql) => ({ columns: [column('N', 'fixed', { scale: 0 })], rows: [[/SELECT (\d+)/.exec(sql)?.[1] ?? '0']] }),
    password: 'pw',
    faultOf: (sql) => (sql === SLOW ? 'slow' : null),
  });
  const lines = ['[test]', 'account = "test"', 'user = "u"', 'password = "pw"', 'warehouse = "WH"'];
  fs.writeFileSync(
    path.join(folder, 'c.toml'),
    [...lines, 'host = "127.0.0.1"', 'protocol = "http"', `port = ${server.port}`].join('\n'),
  );
  makeSnowflakeProject(file, {
    location: 'GA4',
    instances: [{ gold: 'SELECT 1 AS N FROM events', predictions: { strong: 'SELECT 2 AS N FROM events' } }],
  });
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: 'mk' });
  const [entry] = await client.call('room.queue', { sample: null });
  const view = await client.call('room.instance', { instance: entry!.instance, sample: null });
  item = { instance: entry!.instance, system: view.predictions[0]!.system, sample: null };
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

const run = (scratch: string | null, more: { timeoutSeconds?: number; allowUnparsed?: boolean; signal?: AbortSignal } = {}) => {
  const { timeoutSeconds = 30, allowUnparsed, signal } = more;
  const asked = { ...item, scratch, gold: null, timeoutSeconds, ...(allowUnparsed === undefined ? {} : { allowUnparsed }) };
  return client.call('trial.run', asked, signal ? { signal } : {});
};
const served = () => server.served.map(({ sql }) => sql);

test('before a run has named a connection nothing is sent, and it is said how to choose one', async () => {
  await expect(run('SELECT 3 AS N FROM events')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(served()).toEqual([]);
});

test('a scratch query, and gold and prediction once more, run by the connection of the run', async () => {
  const connection = { from: 'file', path: path.join(folder, 'c.toml'), name: 'test' } as const;
  await client.call('execution.start', { jobs: 1, limits: {}, again: false, engine: 'snowflake', connection });
  const scratch = await run('SELECT 3 AS N FROM events');
  expect(scratch.executions).toMatchObject([{ side: 'scratch', status: 'ok', rowCount: 1, sameRows: false }]);
  const shown = await client.call('room.rows', {
    ...item,
    trial: { id: scratch.id, compare: 'sides' },
    from: 0,
    count: 10,
    onlyDifferences: false,
  });
  expect(shown.rows.map(({ gold, prediction }) => [gold, prediction])).toEqual([[[1n], [3n]]]);
  const again = await run(null);
  expect(again.executions).toMatchObject([
    { side: 'gold', status: 'ok', sameRows: true },
    { side: 'prediction', status: 'ok', sameRows: true },
  ]);
});

test('what may do more than read, or is more than one statement, is refused and never sent', async () => {
  const before = served();
  for (const sql of ['DROP TABLE events', 'SELECT 1; SELECT 2', 'SELECT SYSTEM$CANCEL_ALL_QUERIES(1)']) {
    expect((await run(sql)).executions).toMatchObject([{ status: 'refused' }]);
  }
  expect(served()).toEqual(before);
});

test('what cannot be parsed is sent only by consent', async () => {
  const before = served();
  expect((await run(UNPARSED)).executions).toMatchObject([{ status: 'environment', errorCode: 'NEEDS_CONSENT' }]);
  expect(served()).toEqual(before);
  await run(UNPARSED, { allowUnparsed: true });
  expect(served()).toEqual([...before, UNPARSED]);
});

test('the timeout holds on the server, and cancelling leaves nothing', async () => {
  expect((await run(SLOW, { timeoutSeconds: 1 })).executions).toMatchObject([{ status: 'timeout', errorCode: 'TIMEOUT' }]);
  const before = await client.call('trial.list', item);
  const cancel = new AbortController();
  const running = run(SLOW, { timeoutSeconds: 60, signal: cancel.signal });
  const sent = served().length;
  await expect.poll(() => served().length, { timeout: 20_000 }).toBeGreaterThan(sent);
  cancel.abort();
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await client.call('trial.list', item)).toEqual(before);
});
