import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { Sample } from '#shared/contract/overview.ts';
import { makeBenchmark, strataItems } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Queries run from the labelling room: scratch copies, gold and prediction once more, a look at a table.

const folder = temporaryFolder();
const benchmark = path.join(folder, 'town');
const databaseFile = path.join(benchmark, 'database', 'town', 'town.sqlite');

let service: TestService;
let client: AssayClient;
let sample: Sample;
let item: { instance: number; system: number; sample: number };

beforeAll(async () => {
  makeBenchmark(benchmark, {
    databases: {
      town: `CREATE TABLE town (id INTEGER PRIMARY KEY, "the ""name""" TEXT, people INTEGER);
        INSERT INTO town VALUES (1, 'Arl', 1200), (2, 'Bern', 800), (3, 'Cull', 1200), (4, 'Dorn', NULL);`,
    },
    instances: [{ db: 'town', question: 'How many people?', gold: 'SELECT people FROM town ORDER BY id' }],
    predictions: { a: ['SELECT 1'], b: ['SELECT 2'], c: ['SELECT people FROM town ORDER BY id'] },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client);
  sample = await drawAll(client);
  const [entry] = await client.call('room.queue', { sample: sample.id });
  item = { instance: entry!.instance, system: entry!.items[0]!.system, sample: sample.id };
});
afterAll(() => service.stop());

const run = (scratch: string | null, timeoutSeconds = 30, signal?: AbortSignal) =>
  client.call('trial.run', { ...item, scratch, gold: null, timeoutSeconds }, signal ? { signal } : {});
const verdicts = async () => {
  const view = await client.call('room.instance', { instance: item.instance, sample: sample.id });
  return view.predictions.map(({ sql, execution, verdicts: found }) => ({ sql, execution, found }));
};

test('a scratch query is shown beside gold, and changes neither prediction nor verdict', async () => {
  const before = await verdicts();
  const trial = await run('SELECT people FROM town ORDER BY id LIMIT 3');
  expect(trial.executions).toMatchObject([{ side: 'scratch', status: 'ok', rowCount: 3, sameRows: false }]);
  const shown = await client.call('room.results', { ...item, trial: { id: trial.id, compare: 'sides' } });
  expect(shown.counts).toMatchObject({ equal: 3, onlyGold: 1 });
  const beside = await client.call('room.results', { ...item, trial: { id: trial.id, compare: 'prediction' } });
  expect(beside.rowCount).toBe(4);
  expect(await verdicts()).toEqual(before);
  expect((await client.call('room.results', item)).counts.equal).toBe(0);
  expect((await client.call('trial.list', item))[0]).toEqual(trial);
});

test('a scratch query may only read, and is stopped at its timeout', async () => {
  const refused = await run('DELETE FROM town');
  expect(refused.executions[0]).toMatchObject({ status: 'refused', rowCount: null });
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
  const stopped = await run(endless, 1);
  expect(stopped.executions[0]).toMatchObject({ status: 'timeout' });
});

test('what is cancelled ends at once and leaves nothing', async () => {
  const before = await client.call('trial.list', item);
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
  const cancel = new AbortController();
  const running = run(endless, 60, cancel.signal);
  setTimeout(() => cancel.abort(), 400);
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await client.call('trial.list', item)).toEqual(before);
});

test('gold and prediction run again in a window of their own, which says whether the rows are still the same', async () => {
  const same = await run(null);
  expect(same.executions).toMatchObject([
    { side: 'gold', sameRows: true },
    { side: 'prediction', sameRows: true },
  ]);
  const database = new DatabaseSync(databaseFile);
  database.exec("INSERT INTO town VALUES (5, 'Esk', 7)");
  database.close();
  const changed = await run(null);
  expect(changed.executions).toMatchObject([
    { side: 'gold', sameRows: false, rowCount: 5 },
    { side: 'prediction', sameRows: true },
  ]);
  const pair = await client.call('room.results', { ...item, trial: { id: changed.id, compare: 'gold' } });
  expect(pair.counts).toMatchObject({ equal: 4, onlyPrediction: 1 });
});

test('a trial is found only at its own item', async () => {
  const trial = await run('SELECT 1');
  const other = { ...item, system: item.system + 1 };
  await expect(client.call('room.results', { ...other, trial: { id: trial.id, compare: 'sides' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a look at a table shows its first rows and says that there are more', async () => {
  const rows = await client.call('peek.rows', { instance: item.instance, table: 'town', count: 2 });
  expect(rows).toEqual({
    columns: ['id', 'the "name"', 'people'],
    rows: [
      [1n, 'Arl', 1200n],
      [2n, 'Bern', 800n],
    ],
    cut: true,
  });
});

test('the values of a column come by frequency, whatever the column is called', async () => {
  const { instance } = item;
  const people = await client.call('peek.values', { instance, table: 'town', column: 'people', count: 10 });
  expect(people.rows[0]).toEqual([1200n, 2n]);
  expect(people).toMatchObject({ cut: false });
  const names = await client.call('peek.values', { instance, table: 'town', column: 'the "name"', count: 1 });
  expect(names).toMatchObject({ rows: [['Arl', 1n]], cut: true });
  await expect(
    client.call('peek.values', { instance, table: 'town', column: 'id" FROM town; --', count: 1 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an own row is found among the aligned rows, and among those that differ', async () => {
  const trial = await run('SELECT people FROM town WHERE id >= 2 ORDER BY id');
  const key = { ...item, trial: { id: trial.id, compare: 'sides' as const } };
  const all = await client.call('room.rows', { ...key, from: 0, count: 10, onlyDifferences: false });
  const first = all.rows.findIndex(({ goldIndex }) => goldIndex === 0);
  const answer = await client.call('room.rowOf', { ...key, side: 'gold', row: 0, onlyDifferences: false });
  expect(answer.index).toBe(first);
  expect((await client.call('room.rowOf', { ...key, side: 'gold', row: 99, onlyDifferences: true })).index).toBeNull();
});

test('a column that the database has lost is no text of its own name', async () => {
  const database = new DatabaseSync(databaseFile);
  database.exec('ALTER TABLE town RENAME COLUMN people TO inhabitants');
  database.close();
  await expect(
    client.call('peek.values', { instance: item.instance, table: 'town', column: 'people', count: 10 }),
  ).rejects.toMatchObject({ code: 'ENVIRONMENT', message: expect.stringContaining('people') });
});
