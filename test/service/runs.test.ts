import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { DryRun, RunRequest, RunSummary } from '#shared/contract/execution.ts';
import { benchmarkItem, makeBenchmark, makeStrataBenchmark, predictionsItem, strataItems } from '../helpers/benchmark.ts';
import { assayOk } from '../helpers/command-line.ts';
import { readProject } from '../helpers/project-file.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// What a run is asked to run, and how it rests, stops and goes on.

const folder = temporaryFolder();
const REQUEST: RunRequest = { jobs: 2, limits: {}, again: false };
/** Instances of the strata benchmark; each four are one of S1, S2, S3 and rest. */
const INSTANCES = 12;

let service: TestService;
let client: AssayClient;
let file: string;
let made = 0;
afterEach(() => service.stop());

async function strataProject(): Promise<void> {
  const name = `strata${++made}`;
  file = path.join(folder, `${name}.assay`);
  makeStrataBenchmark(path.join(folder, name), INSTANCES);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', { items: strataItems(path.join(folder, name)) });
}

/** A project whose queries each take a while: so many golds, and a system that answers each differently. */
async function slowProject(instances: number): Promise<void> {
  const name = `slow${++made}`;
  file = path.join(folder, `${name}.assay`);
  const counting = (label: string) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT count(*), '${label}' FROM n`;
  const indices = Array.from({ length: instances }, (_, index) => index);
  makeBenchmark(path.join(folder, name), {
    databases: { numbers: 'CREATE TABLE t (a)' },
    instances: indices.map((index) => ({ db: 'numbers', question: `How many? (${index})`, gold: counting(`gold ${index}`) })),
    predictions: { a: indices.map((index) => counting(`a ${index}`)) },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', {
    items: [benchmarkItem(path.join(folder, name)), predictionsItem(path.join(folder, name), 'a')],
  });
}

type Ran = { sql: string; repetition: number; times: number };
const ran = async (): Promise<Ran[]> => {
  await client.call('project.close', null);
  const rows = readProject<Ran>(
    file,
    `SELECT sql, repetition, count(*) AS times FROM execution JOIN query ON query.id = query_id GROUP BY query_id, repetition, run_id ORDER BY execution.id`,
  );
  await client.call('project.open', { path: file, annotator: 'mk' });
  return rows;
};

test('a dry run says exactly what then runs, and writes nothing', async () => {
  await strataProject();
  const plan = await client.call('execution.plan', REQUEST);
  // Of the three systems' predictions half are the gold's text, or shared.
  expect(plan).toMatchObject({
    runId: null,
    repetitions: 1,
    references: 4 * INSTANCES,
    timeoutMs: 120_000,
    attempts: 3,
    snowflake: null,
  });
  expect(plan.executions).toBe(plan.queries);
  expect(plan.queries).toBeLessThan(plan.references);
  expect(plan.byUser.map(({ name }) => name)).toEqual(['gold', 'a', 'b', 'c']);
  expect(plan.byUser[0]).toEqual({ name: 'gold', isGold: true, queries: INSTANCES, shared: 9 });
  expect(plan.byEngine).toEqual([{ engine: 'sqlite', databases: 1, queries: plan.queries, executions: plan.queries }]);
  expect(await client.call('execution.current', null)).toBeNull();

  const run = await client.call('execution.start', REQUEST);
  expect(run).toMatchObject({ state: 'finished', done: plan.executions, total: plan.executions, repetitions: 1 });
  const after = await client.call('execution.plan', REQUEST);
  expect(after).toMatchObject({ runId: 1, executions: 0, skipped: [{ reason: 'ran in run 1 already', count: plan.executions }] });
});

test('a run takes the systems and instances that are asked for, and keeps a stratum as it was', async () => {
  await strataProject();
  const goldOnly = await client.call('execution.start', { ...REQUEST, systems: [] });
  expect(goldOnly).toMatchObject({ state: 'finished', done: INSTANCES, plan: { systems: [], instances: null } });
  await client.call('execution.start', REQUEST);
  await client.call('judge.run', { rules: ['multiset'] });

  const scope = { of: 'stratum', stratum: 'S1', rule: 'multiset', reading: 'disjoint' } as const;
  const run = await client.call('execution.start', { ...REQUEST, again: true, systems: ['a'], scope });
  // In S1 a and b answer differently from gold: gold and a, three instances.
  expect(run).toMatchObject({
    state: 'finished',
    done: 6,
    total: 6,
    plan: { systems: ['a'], instances: { title: 'S1 under multiset' } },
  });
  expect(run.plan.instances!.instanceIds).toHaveLength(3);
  await expect(client.call('execution.start', { ...REQUEST, systems: ['nobody'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    client.call('execution.start', { ...REQUEST, scope: { of: 'instances', instanceIds: ['nothing'], title: 'x' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.call('execution.start', { ...REQUEST, scope: { of: 'sample', sample: 'none' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('gold runs beside the predictions of its instance, and the window says how far apart they ran', async () => {
  await strataProject();
  const run = await client.call('execution.start', { ...REQUEST, jobs: 1 });
  const order = (await ran()).map(({ sql }) => Number(/, (\d+) FROM/.exec(sql)![1]));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(run.window!.seconds).toBeGreaterThan(0);
  expect(run.window!.longestInstanceSeconds).toBeLessThanOrEqual(run.window!.seconds);
  expect(run.window!.medianInstanceSeconds).toBeLessThanOrEqual(run.window!.longestInstanceSeconds);
});

test('repetitions run every query so often, and belong to their run', async () => {
  await strataProject();
  const { queries } = await client.call('execution.plan', { ...REQUEST, repetitions: 3 });
  const run = await client.call('execution.start', { ...REQUEST, repetitions: 3 });
  expect(run).toMatchObject({ state: 'finished', repetitions: 3, done: 3 * queries, total: 3 * queries });
  const rows = await ran();
  expect(rows).toHaveLength(3 * queries);
  expect(rows.every(({ times }) => times === 1)).toBe(true);
  await expect(client.call('execution.start', { ...REQUEST, repetitions: 2 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const [judged] = await client.call('judge.run', { rules: ['multiset'] });
  expect(judged!.ruleVersion).toBe('1.0, majority of 3');
  expect(judged!.systems[2]!.counts.match).toBe(INSTANCES / 4);
});

test('a query that has not run as often as it shall counts as not run', async () => {
  await strataProject();
  const { queries } = await client.call('execution.plan', REQUEST);
  const stopped = await client.call('execution.start', { ...REQUEST, jobs: 1, repetitions: 2, maxQueries: queries });
  expect(stopped.state).toBe('limit');
  const [half] = await client.call('judge.run', { rules: ['multiset'] });
  expect(half!.systems[0]!.counts['not run']).toBeGreaterThan(0);
  expect(half!.systems[0]!.counts['unstable gold']).toBe(0);
  await client.call('execution.resume', null);
  await client.call('execution.resume', null);
  const [whole] = await client.call('judge.run', { rules: ['multiset'] });
  expect(whole!.systems[0]!.counts['not run']).toBe(0);
});

test('the limit stops a run and says so; each start goes on by as many', async () => {
  await strataProject();
  const { executions } = await client.call('execution.plan', REQUEST);
  const first = await client.call('execution.start', { ...REQUEST, maxQueries: 10 });
  expect(first).toMatchObject({ state: 'limit', done: 10, total: executions, finishedAt: null });
  expect(first.stopReason).toBe(`stopped at its limit of 10; ${executions - 10} queries wait`);
  const plan = await client.call('execution.plan', { ...REQUEST, maxQueries: 10 });
  expect(plan.executions).toBe(10);
  expect(plan.skipped).toContainEqual({ reason: 'wait behind the limit of 10', count: executions - 20 });
  expect(await client.call('execution.resume', null)).toMatchObject({ state: 'limit', done: 20 });
  expect(await client.call('execution.start', REQUEST)).toMatchObject({ state: 'finished', done: executions, stopReason: null });
  expect((await ran()).every(({ times }) => times === 1)).toBe(true);
});

test('a pause lets the queries that run end, starts no other, and the run goes on where it was', async () => {
  await slowProject(30);
  const running = client.call('execution.start', REQUEST, {
    onProgress: ({ done }) => {
      if (done >= 5) void client.call('execution.pause', null);
    },
  });
  const paused = await running;
  expect(paused.state).toBe('paused');
  expect(paused.done).toBeGreaterThanOrEqual(5);
  expect(paused.done).toBeLessThan(60);
  expect(paused.stopReason).toBe(`paused; ${60 - paused.done} queries wait`);
  expect(paused.byStatus).toMatchObject({ ok: paused.done, error: 0, cancelled: 0 });
  expect(await client.call('execution.resume', null)).toMatchObject({ state: 'finished', done: 60 });
  const rows = await ran();
  expect(rows).toHaveLength(60);
  expect(rows.every(({ times }) => times === 1)).toBe(true);
});

test('a run that was killed is interrupted, and goes on with its own systems, repetitions and limit', async () => {
  await slowProject(20);
  let seen = 0;
  const reached = new Promise<void>((resolve) => {
    client
      .call(
        'execution.start',
        { ...REQUEST, systems: [], repetitions: 3, maxQueries: 50 },
        {
          onProgress: ({ done }) => {
            seen = done;
            if (done >= 8) resolve();
          },
        },
      )
      .catch(() => {});
  });
  await reached;
  await service.kill('SIGKILL');

  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: 'mk' });
  const found = await client.call('execution.current', null);
  expect(found).toMatchObject({ state: 'interrupted', total: 60, repetitions: 3, plan: { systems: [], maxQueries: 50 } });
  expect(found!.done).toBeGreaterThanOrEqual(seen);
  expect(found!.done).toBeLessThan(50);
  const resumed = await client.call('execution.resume', null);
  expect(resumed.done).toBe(Math.min(60, found!.done + 50));
  if (resumed.state === 'limit') await client.call('execution.resume', null);
  expect(await client.call('execution.current', null)).toMatchObject({ state: 'finished', done: 60 });
  const rows = await ran();
  expect(rows).toHaveLength(60);
  expect(rows.every(({ times, sql }) => times === 1 && sql.includes('gold'))).toBe(true);
});

test('what failed is listed with those who use it, and runs again alone; what it came to before stays on record', async () => {
  const name = `failing${++made}`;
  file = path.join(folder, `${name}.assay`);
  makeBenchmark(path.join(folder, name), {
    databases: { d: 'CREATE TABLE t (a)' },
    instances: [1, 2].map((index) => ({ db: 'd', question: `q${index}`, gold: `SELECT ${index} FROM t` })),
    predictions: { a: ['SELECT missing FROM t', 'SELECT 2 FROM t'], b: ['SELECT missing FROM t', 'DROP TABLE t'] },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  const items = ['a', 'b'].map((system) => predictionsItem(path.join(folder, name), system));
  await client.call('import.run', { items: [benchmarkItem(path.join(folder, name)), ...items] });
  const run = await client.call('execution.start', REQUEST);
  expect(run.byStatus).toMatchObject({ ok: 2, error: 1, refused: 1 });
  await client.call('judge.run', { rules: ['multiset'] });

  const { total, executions } = await client.call('execution.list', { status: 'error', limit: 10 });
  expect(total).toBe(1);
  expect(executions[0]).toMatchObject({
    sql: 'SELECT missing FROM t',
    errorCode: 'SQLITE_ERROR',
    errorMessage: 'no such column: missing',
  });
  expect(executions[0]!.uses.map(({ system }) => system?.name)).toEqual(['a', 'b']);
  expect(await client.call('execution.plan', { ...REQUEST, retry: ['error'] })).toMatchObject({ executions: 1, runId: 1 });

  const again = await client.call('execution.start', { ...REQUEST, retry: ['error'] });
  expect(again).toMatchObject({ runId: 1, state: 'finished', done: 1, total: 1, byStatus: { ok: 2, error: 1, refused: 1 } });
  const attempts = await client.call('execution.attempts', { query: executions[0]!.query });
  expect(attempts).toMatchObject([{ attempt: 1, repetition: 1, status: 'error', errorCode: 'SQLITE_ERROR' }]);
  const [judged] = await client.call('judge.run', { rules: ['multiset'] });
  expect(judged!.systems.map(({ counts }) => [counts.match, counts['prediction failed']])).toEqual([
    [1, 1],
    [0, 2],
  ]);
  await expect(client.call('execution.start', { ...REQUEST, retry: ['timeout'] })).rejects.toMatchObject({
    code: 'NOTHING_TO_DO',
  });
});

test.each([
  ['missing', (database: string) => fs.rmSync(database), 'DATABASE_MISSING'],
  ['damaged', (database: string) => fs.writeFileSync(database, 'this is no database'.repeat(500)), 'SQLITE_NOTADB'],
])('a %s database file counts against no system, and its queries run again once it is back', async (_what, breakFile, code) => {
  await strataProject();
  const database = path.join(folder, `strata${made}`, 'database', 'town', 'town.sqlite');
  const copy = `${database}.copy`;
  fs.copyFileSync(database, copy);
  breakFile(database);
  const { missingDatabases, executions: planned } = await client.call('execution.plan', REQUEST);
  expect(missingDatabases).toEqual(
    code === 'DATABASE_MISSING' ? [{ database: 'town', reason: expect.stringContaining(database), executions: planned }] : [],
  );
  const broken = await client.call('execution.start', REQUEST);
  expect(broken.byStatus).toMatchObject({ ok: 0, error: 0, environment: broken.total });
  const { executions } = await client.call('execution.list', { status: 'environment', limit: 1 });
  expect(executions[0]).toMatchObject({ errorCode: code });
  expect(broken.keptBy).toEqual([{ reason: executions[0]!.errorMessage, count: broken.total }]);
  const [judged] = await client.call('judge.run', { rules: ['multiset'] });
  for (const { counts } of judged!.systems) expect(counts).toMatchObject({ environment: INSTANCES, 'prediction failed': 0 });
  const overview = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
  expect(overview.strata).toMatchObject({ frame: 0, outside: [{ reason: 'environment', count: INSTANCES }] });
  for (const system of overview.systems) expect([system.executed.n, system.accuracy.n]).toEqual([0, 0]);
  const { tables } = await client.call('report.metrics', { rule: 'multiset' });
  for (const row of tables.find(({ id }) => id === 'denominators')!.rows) {
    for (const cell of row.slice(2)) expect(cell).toMatchObject({ n: 0 });
  }
  for (const row of tables.find(({ id }) => id === 'ves')!.rows)
    for (const cell of row.slice(2)) expect(cell).toMatchObject({ n: 0 });

  fs.copyFileSync(copy, database);
  const back = await client.call('execution.start', REQUEST);
  expect(back.byStatus).toMatchObject({ environment: 0, ok: back.total });
  const [rejudged] = await client.call('judge.run', { rules: ['multiset'] });
  expect(rejudged!.systems.map(({ counts }) => counts.match)).toEqual([9, 6, 3]);
});

test('the command line says what would run, runs it within its limit, and lists what failed', async () => {
  await strataProject();
  const plan = await client.call('execution.plan', { ...REQUEST, jobs: null, systems: ['a'], repetitions: 2 });
  await client.call('project.close', null);
  const options = ['--systems', 'a', '--repetitions', '2'];
  const said = (await assayOk(['execute', file, ...options, '--dry-run', '--json'])).json<DryRun>();
  expect(said).toEqual(plan);
  expect((await assayOk(['execute', file, ...options, '--dry-run'])).stdout).toContain(
    `${plan.executions} executions would run in a new run`,
  );
  const limited = (await assayOk(['execute', file, ...options, '--max-queries', '5', '--json'])).json<RunSummary>();
  expect(limited).toMatchObject({ state: 'limit', done: 5, total: plan.executions, repetitions: 2 });
  const whole = (await assayOk(['execute', file, '--resume', '--json'])).json<RunSummary>();
  expect(whole).toMatchObject({ state: 'limit', done: 10, plan: { systems: ['a'], maxQueries: 5 } });
  const listed = (await assayOk(['executions', file, '--status', 'ok', '--limit', '3', '--json'])).json<{
    total: number;
    executions: unknown[];
  }>();
  expect([listed.total, listed.executions.length]).toEqual([10, 3]);
  await client.call('project.open', { path: file, annotator: 'mk' });
});
