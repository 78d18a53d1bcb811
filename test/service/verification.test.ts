import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { VerificationReport, VerificationRequest } from '#shared/contract/verification.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { assayOk } from '../helpers/command-line.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const REQUEST: VerificationRequest = { jobs: 2, limits: {}, passes: [5, 10, 10, 10], gapSeconds: 0, rule: 'aifunc' };

/** Golds of every kind, in the order of the instances. */
const GOLDS = {
  stable: 'SELECT name, share FROM town ORDER BY name',
  empty: 'SELECT name FROM town WHERE share > 99',
  'within tolerance': 'SELECT name, share + (random() % 1000) / 1e9 AS share FROM town ORDER BY name',
  random: 'SELECT name, abs(random() % 1000000) AS draw FROM town ORDER BY name',
  'random count': 'SELECT t.name FROM town t JOIN many ON many.i <= abs(random() % 3000)',
  failing: 'SELECT nowhere FROM town',
};
const NAMES = Object.keys(GOLDS);

let service: TestService;
let client: AssayClient;
let file: string;
let made = 0;
afterEach(() => service.stop());

async function open(): Promise<void> {
  const name = `verified${++made}`;
  file = path.join(folder, `${name}.assay`);
  makeBenchmark(path.join(folder, name), {
    databases: {
      town: `CREATE TABLE town (name TEXT, share REAL); INSERT INTO town VALUES ('Arl', 0.5), ('Bern', 0.25);
        CREATE TABLE many (i INTEGER); WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 3000) INSERT INTO many SELECT i FROM r`,
    },
    instances: Object.entries(GOLDS).map(([question, gold]) => ({ db: 'town', question, gold })),
    predictions: { a: NAMES.map(() => 'SELECT 1') },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', {
    items: [benchmarkItem(path.join(folder, name)), predictionsItem(path.join(folder, name), 'a')],
  });
}

const report = async (): Promise<VerificationReport> => (await client.call('verification.report', { id: null }))!;
const nameOf = ({ instance }: { instance: number }) => NAMES[instance - 1];

test('passes as in the paper: which golds agree with themselves, and which cells vary', async () => {
  await open();
  await client.call('execution.start', { jobs: 2, limits: {}, again: false });
  await client.call('judge.run', { rules: ['multiset'] });
  const before = await client.call('execution.current', null);
  expect(await client.call('verification.report', { id: null })).toBeNull();

  await client.call('verification.start', REQUEST);
  const { passes, unstable, ...whole } = await report();
  expect(whole).toMatchObject({
    id: 1,
    state: 'finished',
    rule: 'aifunc',
    golds: 6,
    environment: 0,
    verified: { count: 3, n: 6 },
  });
  expect(
    passes.map(({ runs, checked, consistent, consistentSoFar }) => [runs, checked, consistent.count, consistentSoFar.count]),
  ).toEqual([5, 10, 10, 10].map((runs) => [runs, 6, 3, 3]));
  expect(passes.map(({ newlyInconsistent }) => newlyInconsistent)).toEqual([3, 0, 0, 0]);

  expect(unstable.map(nameOf)).toEqual(['random', 'random count', 'failing']);
  const [random, counts, failing] = unstable;
  expect(random!.variation).toMatchObject({ kind: 'cells', results: 35, columns: [{ column: 'draw', rows: 2 }], cellCount: 2 });
  expect(random!.variation.cells[0]).toMatchObject({ row: 1, column: 'draw' });
  expect(random!.variation.cells[0]!.values.length).toBeGreaterThan(1);
  expect(random!.agreesBetweenPasses).toBe(false);
  expect(counts!.variation).toMatchObject({ kind: 'row count' });
  expect(failing).toMatchObject({ error: 'no such column: nowhere', variation: { kind: 'failures', results: 0 } });
  expect(failing!.passes.map(({ agreeing, runs, failed }) => [agreeing, runs, failed])).toEqual([
    [0, 5, 5],
    [0, 10, 10],
    [0, 10, 10],
    [0, 10, 10],
  ]);
  // Verdicts rest on the run of before.
  expect(await client.call('execution.current', null)).toEqual(before);
  expect((await client.call('project.summary', null)).judgedRules).toContain('multiset');
});

test('a database that is away says nothing about its golds', async () => {
  await open();
  const database = path.join(folder, `verified${made}`, 'database', 'town', 'town.sqlite');
  fs.rmSync(database);
  await client.call('verification.start', { ...REQUEST, passes: [3] });
  const { passes, environment, unstable, verified } = await report();
  expect(environment).toBe(6);
  expect(passes[0]).toMatchObject({ checked: 0, consistent: { n: 0 } });
  expect([unstable, verified.n]).toEqual([[], 0]);
});

test('a verification is paused, killed and resumed, and every run of it happens once', async () => {
  await open();
  await client.call(
    'verification.start',
    { ...REQUEST, jobs: 1, passes: [4, 4] },
    {
      onProgress: ({ done, total }) => {
        expect(total).toBe(48);
        if (done >= 6) void client.call('execution.pause', null);
      },
    },
  );
  const paused = await report();
  expect(['paused', 'finished']).toContain(paused.state);
  const again = client.call('verification.resume', null);
  again.catch(() => {});
  await service.kill('SIGKILL');

  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: 'mk' });
  await client.call('verification.resume', null);
  const done = await report();
  expect(done).toMatchObject({ state: 'finished', verified: { count: 3, n: 6 } });
  expect(done.passes.map(({ checked }) => checked)).toEqual([6, 6]);
  expect(await client.call('verification.list', null)).toMatchObject([{ id: 1, passes: [4, 4], state: 'finished' }]);
  await expect(client.call('verification.start', { ...REQUEST, rule: 'none' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('the command line verifies, waits between windows, and writes the report', async () => {
  await open();
  await client.call('project.close', null);
  const out = path.join(folder, 'out');
  const ids = (
    await assayOk(['verify', file, '--passes', '2,2', '--gap', '1', '--out', out, '--json'])
  ).json<VerificationReport>();
  expect(ids.passes.map(({ runs }) => runs)).toEqual([2, 2]);
  const [first, second] = ids.passes.map(({ window }) => window!);
  expect(Date.parse(second!.from) - Date.parse(first!.to)).toBeGreaterThanOrEqual(950);
  expect(JSON.parse(fs.readFileSync(path.join(out, 'verification.json'), 'utf8'))).toEqual(ids);
  const csv = fs.readFileSync(path.join(out, 'unstable-golds.csv'), 'utf8').trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + 2 * ids.unstable.length);
  expect(csv[0]).toMatch(/^instance,gold,database,pass,agreeing,runs/);
  const text = (await assayOk(['verify', file, '--report'])).stdout;
  expect(text).toContain('verified in every pass and between them: 3 of 6');
});
