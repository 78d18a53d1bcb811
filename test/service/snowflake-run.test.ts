import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { RunSummary } from '#shared/contract/execution.ts';
import { until } from '../helpers/processes.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { makeSnowflakeProject, readProject } from '../helpers/snowflake-project.ts';
import { column, type ResultTable } from '../helpers/snowflake-protocol.ts';
import { FAULTS, type Fault, faultsBySeed, SnowflakeServer, type SnowflakeServerOptions } from '../helpers/snowflake-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const QUERIES = 500;
const SEED = Number(process.env.ASSAY_FAULT_SEED ?? 7);

/** What a query must come to, by what goes wrong with it. */
const EXPECTED: Record<Fault | 'none', { status: string; code: string | null; attempts: number }> = {
  none: { status: 'ok', code: null, attempts: 1 },
  'lost request': { status: 'ok', code: null, attempts: 1 },
  'lost answer': { status: 'ok', code: null, attempts: 1 },
  unavailable: { status: 'ok', code: null, attempts: 1 },
  'expired token': { status: 'ok', code: null, attempts: 1 },
  'lost result': { status: 'ok', code: null, attempts: 1 },
  'lost chunk': { status: 'ok', code: null, attempts: 1 },
  late: { status: 'ok', code: null, attempts: 1 },
  cancelled: { status: 'ok', code: null, attempts: 2 },
  internal: { status: 'environment', code: 'ENGINE_TROUBLE', attempts: 3 },
  suspended: { status: 'environment', code: 'ACCOUNT_SUSPENDED', attempts: 1 },
  slow: { status: 'timeout', code: 'TIMEOUT', attempts: 1 },
};

/** `SELECT n` … answers n; every seventh has chunks. */
function answer(sql: string): ResultTable {
  const n = Number(/SELECT (\d+)/.exec(sql)?.[1] ?? 0);
  const columns = [column('N', 'fixed', { scale: 0 })];
  return n % 7 === 0 ? { columns, rows: [[String(n)]], chunks: [[['1'], ['2']], [['3']]] } : { columns, rows: [[String(n)]] };
}

const servers: SnowflakeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(options: Partial<SnowflakeServerOptions> = {}): Promise<SnowflakeServer> {
  const server = await SnowflakeServer.start({ answer, password: 'a secret, "quoted"', ...options });
  servers.push(server);
  return server;
}

/** A connections file for the server. */
function connectionsFile(name: string, server: SnowflakeServer): string {
  const file = path.join(folder, `${name}.toml`);
  const lines = ['[test]', 'account = "test"', 'user = "u"', `password = 'a secret, "quoted"'`, 'warehouse = "WH"'];
  fs.writeFileSync(file, [...lines, 'host = "127.0.0.1"', 'protocol = "http"', `port = ${server.port}`, ''].join('\n'));
  return file;
}

/** A project of single queries: golds without predictions, so that every query is one execution. */
function queriesProject(name: string, count: number): string {
  const file = path.join(folder, `${name}.assay`);
  makeSnowflakeProject(file, {
    location: 'GA4',
    instances: Array.from({ length: count }, (_, n) => ({ gold: `SELECT ${n} AS N FROM events`, predictions: {} })),
  });
  return file;
}

const start = (client: AssayClient, file: string, more: { timeoutMs?: number; jobs?: number } = {}): Promise<RunSummary> =>
  client.call('execution.start', {
    jobs: more.jobs ?? 16,
    limits: { timeoutMs: more.timeoutMs ?? 2_000 },
    again: false,
    engine: 'snowflake',
    connection: { from: 'file', path: file, name: 'test' },
  });

type Row = { sql: string; status: string; code: string | null; n: string | null; attempts: number };

const rowsOf = (file: string): Row[] =>
  readProject(
    file,
    (db) =>
      db
        .prepare(
          `SELECT sql, status, error_code AS code, CAST(result.data AS TEXT) AS n,
             (SELECT count(*) FROM execution_attempt AS a WHERE a.query_id = query.id AND a.run_id = execution.run_id) AS attempts
           FROM execution JOIN query ON query.id = query_id LEFT JOIN result ON hash = result_hash ORDER BY query.id`,
        )
        .safeIntegers(false)
        .all() as Row[],
  );

test(`${QUERIES} queries, a fifth of them with trouble: each ends in the right status, none runs twice, none is lost`, async () => {
  const faultOf = faultsBySeed(SEED, 0.2, FAULTS);
  const server = await serve({ faultOf });
  const file = queriesProject('faults', QUERIES);
  const connections = connectionsFile('faults', server);
  const run = await withProject(file, (client) => start(client, connections));
  expect(run.done).toBe(QUERIES);
  expect(run.engines).toEqual(['Snowflake 9.99.0']);

  const rows = rowsOf(file);
  expect(rows).toHaveLength(QUERIES);
  const wrong = rows.filter(({ sql, status, code, n, attempts }) => {
    const expected = EXPECTED[faultOf(sql) ?? 'none'];
    const value = /^SELECT (\d+)/.exec(sql)![1]!;
    const rightRows = expected.status !== 'ok' || n!.split('\n')[1] === `["i${value}"]`;
    return status !== expected.status || code !== expected.code || attempts !== expected.attempts || !rightRows;
  });
  expect(wrong.map((row) => ({ ...row, fault: faultOf(row.sql) }))).toEqual([]);

  const served = new Map<string, number>();
  for (const { sql } of server.served) served.set(sql, (served.get(sql) ?? 0) + 1);
  const twice = [...served].filter(([sql, times]) => times !== EXPECTED[faultOf(sql) ?? 'none'].attempts);
  expect(twice).toEqual([]);
  expect(served.size).toBe(QUERIES);
  expect(rows.filter(({ sql }) => faultOf(sql) !== null).length).toBeGreaterThan(QUERIES * 0.15);
}, 300_000);

test('a service that is killed in the middle goes on exactly where it was', async () => {
  // Everything takes a moment, so that the kill finds queries in every state: unsent, sent, taken, finished.
  const faultOf = faultsBySeed(SEED, 1, ['late', 'late', 'late', 'lost answer', 'lost result']);
  const server = await serve({ faultOf });
  const file = queriesProject('killed', 120);
  const connections = connectionsFile('killed', server);
  let service: TestService | null = null;
  for (let kills = 0; kills < 2; kills++) {
    service = startService();
    await service.client.call('project.open', { path: file, annotator: 'mk' });
    const before = server.served.length;
    const running = start(service.client, connections, { timeoutMs: 60_000 });
    running.catch(() => {});
    expect(await until(() => server.served.length >= before + 25, 60_000, 5)).toBe(true);
    await service.kill('SIGKILL');
  }
  const underWay = readProject(file, (db) =>
    db
      .prepare(
        'SELECT engine_query_id IS NULL AS unknown, count(*) AS n FROM execution_attempt WHERE ended_at IS NULL GROUP BY 1',
      )
      .all(),
  );
  expect(underWay.length).toBeGreaterThan(0);

  const run = await withProject(file, (client) => start(client, connections, { timeoutMs: 60_000 }));
  expect(run).toMatchObject({ done: 120, byStatus: { ok: 120 } });
  const rows = rowsOf(file);
  expect(rows.every(({ n, sql }) => n!.split('\n')[1] === `["i${/^SELECT (\d+)/.exec(sql)![1]}"]`)).toBe(true);
  const times = new Map<string, number>();
  for (const { sql } of server.served) times.set(sql, (times.get(sql) ?? 0) + 1);
  expect([...times].filter(([, n]) => n !== 1)).toEqual([]);
  expect(times.size).toBe(120);
  expect(rows.every(({ attempts }) => attempts === 1)).toBe(true);
}, 300_000);

test('repetitions are sent each under an id of its own, and a kill in the middle repeats none', async () => {
  const faultOf = faultsBySeed(SEED, 1, ['late', 'late', 'lost answer', 'lost result']);
  const server = await serve({ faultOf });
  const file = queriesProject('repeated', 30);
  const connection = { from: 'file', path: connectionsFile('repeated', server), name: 'test' } as const;
  const service = startService();
  await service.client.call('project.open', { path: file, annotator: 'mk' });
  service.client
    .call('execution.start', { jobs: 8, limits: { timeoutMs: 60_000 }, again: true, connection, repetitions: 3 })
    .catch(() => {});
  expect(await until(() => server.served.length >= 40, 60_000, 5)).toBe(true);
  await service.kill('SIGKILL');

  const run = await withProject(file, async (client) => {
    expect(await client.call('execution.current', null)).toMatchObject({ state: 'interrupted', repetitions: 3, total: 90 });
    return client.call('execution.resume', null);
  });
  expect(run).toMatchObject({ state: 'finished', done: 90, byStatus: { ok: 90 } });
  const times = new Map<string, number>();
  for (const { sql } of server.served) times.set(sql, (times.get(sql) ?? 0) + 1);
  expect([...times.values()]).toEqual(Array(30).fill(3));
  expect(new Set(server.served.map(({ requestId }) => requestId)).size).toBe(90);
}, 300_000);

test('a query that reached the server without an answer is found by its tag, one that did not is sent under its old id', async () => {
  let holdsAnswers = true;
  const server = await serve({ faultOf: (sql) => (holdsAnswers && /SELECT [01] /.test(sql) ? 'lost answer' : null) });
  const file = queriesProject('unanswered', 3);
  const connections = connectionsFile('unanswered', server);
  const service = startService();
  await service.client.call('project.open', { path: file, annotator: 'mk' });
  start(service.client, connections, { jobs: 1 }).catch(() => {});
  // The answer to the first one is lost; the service is killed while it waits to ask again.
  expect(await until(() => server.served.length === 1, 30_000, 2)).toBe(true);
  await service.kill('SIGKILL');
  holdsAnswers = false;
  const sent = readProject(file, (db) => db.prepare('SELECT request_id, engine_query_id FROM execution_attempt').all());
  expect(sent).toEqual([{ request_id: server.served[0]!.requestId, engine_query_id: null }]);

  const run = await withProject(file, (client) => start(client, connections, { jobs: 1 }));
  expect(run.byStatus.ok).toBe(3);
  expect(server.served.map(({ sql }) => sql).sort()).toEqual([0, 1, 2].map((n) => `SELECT ${n} AS N FROM events`));
}, 120_000);

test('when nothing runs at all any more the run stops, loses nothing, and goes on once the environment is back', async () => {
  const server = await serve({ suspended: true });
  const file = queriesProject('suspended', 60);
  const connections = connectionsFile('suspended', server);
  await expect(withProject(file, (client) => start(client, connections, { jobs: 4 }))).rejects.toMatchObject({
    code: 'ENVIRONMENT',
    message: expect.stringContaining('ACCOUNT_SUSPENDED'),
  });
  const stopped = rowsOf(file);
  expect(stopped.length).toBeLessThan(40);
  expect(new Set(stopped.map(({ status }) => status))).toEqual(new Set(['environment']));
  server.suspend(false);
  const run = await withProject(file, (client) => start(client, connections));
  expect(run.byStatus).toMatchObject({ ok: 60, environment: 0 });
});

test('what the environment kept from running counts against no system and leaves the frame', async () => {
  const server = await serve({ faultOf: (sql) => (/SELECT 2\d /.test(sql) ? 'suspended' : null) });
  const file = path.join(folder, 'judged.assay');
  makeSnowflakeProject(file, {
    location: 'GA4',
    instances: [
      { gold: 'SELECT 11 FROM t', predictions: { 'strong a': 'SELECT 11 FROM t', b: 'SELECT 12 FROM t' } },
      { gold: 'SELECT 12 FROM u', predictions: { 'strong a': 'SELECT 21 FROM t', b: 'SELECT 12 FROM v' } },
      { gold: 'SELECT 22 FROM t', predictions: { 'strong a': 'SELECT 13 FROM t', b: 'SELECT 14 FROM t' } },
    ],
  });
  const connections = connectionsFile('judged', server);
  await withProject(file, async (client) => {
    await start(client, connections);
    const [judged] = await client.call('judge.run', { rules: ['multiset'] });
    expect(judged!.systems.map(({ system, counts }) => [system, counts.match, counts.mismatch, counts.environment])).toEqual([
      ['strong a', 1, 0, 2],
      ['b', 1, 1, 1],
    ]);
    const strata = await client.call('strata.get', { rule: 'multiset', reading: 'disjoint' });
    expect(strata.frame).toBe(1);
    expect(strata.outside).toEqual([{ reason: 'environment', count: 2 }]);
  });
});

test('a statement that cannot be read waits for consent, and counts against nobody until then', async () => {
  const server = await serve();
  const file = path.join(folder, 'consent.assay');
  const strange = 'SELECT 5 FROM t STRANGE (GRAMMAR';
  makeSnowflakeProject(file, {
    location: 'GA4',
    instances: [{ gold: 'SELECT 5 FROM t', predictions: { a: strange, b: 'DROP TABLE t' } }],
  });
  const connections = connectionsFile('consent', server);
  await withProject(file, async (client) => {
    const waiting = await start(client, connections);
    expect(waiting.byStatus).toMatchObject({ ok: 1, environment: 1, refused: 1 });
    expect(server.served).toHaveLength(1);
    const connection = { from: 'file', path: connections, name: 'test' } as const;
    const agreed = { jobs: 1, limits: {}, again: false, engine: 'snowflake', connection, allowUnparsed: true } as const;
    expect((await client.call('execution.start', agreed)).byStatus).toMatchObject({ ok: 2, environment: 0, refused: 1 });
  });
  expect(rowsOf(file).map(({ sql, code }) => [sql, code])).toContainEqual([strange, null]);
});

test('a cancelled run stops its queries on the server and stores none of them', async () => {
  const server = await serve({ faultOf: () => 'slow' });
  const file = queriesProject('cancelled', 10);
  const connections = connectionsFile('cancelled', server);
  await withProject(file, async (client) => {
    const controller = new AbortController();
    const running = client.call(
      'execution.start',
      {
        jobs: 3,
        limits: { timeoutMs: 60_000 },
        again: false,
        engine: 'snowflake',
        connection: { from: 'file', path: connections, name: null },
      },
      { signal: controller.signal },
    );
    expect(await until(() => server.served.length === 3, 30_000)).toBe(true);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });
  expect(server.served.every(({ error }) => error?.code === '000604')).toBe(true);
  expect(rowsOf(file)).toEqual([]);
});
