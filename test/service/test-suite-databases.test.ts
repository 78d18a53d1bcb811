import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { UNTESTED_ON_SUITE } from '#shared/model/why.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { writeFiles } from '../helpers/import-project.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// A Spider folder whose database has further .sqlite files beside it, as the test suites have: a match of the suite's rule
// must hold on each; other rules speak of the database itself.

const folder = temporaryFolder();
const benchmark = path.join(folder, 'towns');
const PREDICTIONS = {
  right: 'SELECT count(name) FROM town',
  'baked in': 'SELECT 2',
  'fails there': 'SELECT count(*) FROM other',
  wrong: 'SELECT 7',
};

const FIRST = 'SELECT min(name) FROM town';

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  makeBenchmark(benchmark, {
    databases: {
      TOWNS:
        "CREATE TABLE town (name TEXT NOT NULL); INSERT INTO town VALUES ('Arl'), ('Bern'); CREATE TABLE other AS SELECT * FROM town",
    },
    instances: [
      { db: 'TOWNS', question: 'How many towns?', gold: 'SELECT count(*) FROM town' },
      { db: 'TOWNS', question: 'Which town comes first?', gold: FIRST },
    ],
    predictions: Object.fromEntries(Object.entries(PREDICTIONS).map(([system, sql]) => [system, [sql, FIRST]])),
  });
  for (const [name, towns] of [
    ['TOWNS_1', "'Arl', 'Bern'"],
    ['TOWNS_2', "'Arl', 'Bern', 'Chur'"],
  ] as const) {
    const db = new DatabaseSync(path.join(benchmark, 'database', 'TOWNS', `${name}.sqlite`));
    db.exec('CREATE TABLE town (name TEXT NOT NULL)');
    for (const town of towns.split(', ')) db.exec(`INSERT INTO town VALUES (${town})`);
    if (name === 'TOWNS_1') db.exec('CREATE TABLE other AS SELECT * FROM town');
    db.close();
  }
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  await client.call('import.run', {
    items: [benchmarkItem(benchmark), ...Object.keys(PREDICTIONS).map((system) => predictionsItem(benchmark, system))],
  });
});
afterAll(() => service.stop());

test('the import says that the database is a suite', async () => {
  const receipts = await client.call('import.receipts', null);
  expect(receipts.flatMap(({ notes }) => notes).join(' ')).toContain('2 further databases of test suites');
});

test('a match of the suite’s rule must hold on each database, and a verdict names the one on which it breaks', async () => {
  const stages: string[] = [];
  const request = { jobs: 2, limits: {}, again: false };
  await client.call('execution.start', request, {
    onProgress: ({ what, done, total }) => stages.push(`${what} ${done}/${total}`),
  });
  expect(stages.at(-1)).toBe('executions on further databases of test suites 12/12');
  await client.call('judge.run', { rules: null });
  const { instance } = (await client.call('instances.list', null))[0]!;
  const { predictions } = await client.call('room.instance', { instance, sample: null });
  const verdicts = (rule: string) =>
    Object.fromEntries(
      predictions.map(({ name, verdicts }) => {
        const { state, reason } = verdicts.find((verdict) => verdict.rule === rule)!;
        return [name, [state, reason]];
      }),
    );
  expect(verdicts('test-suite')).toEqual({
    right: ['match', null],
    'baked in': ['mismatch', 'on TOWNS_2: other rows than the gold'],
    'fails there': ['prediction failed', expect.stringMatching(/^on TOWNS_2: no such table: other/)],
    wrong: ['mismatch', null],
  });
  expect(verdicts('multiset')).toEqual({
    right: ['match', null],
    'baked in': ['match', null],
    'fails there': ['match', null],
    wrong: ['mismatch', null],
  });
});

test('a match against a table without a query is not held to the suite, and says so', async () => {
  const handedIn = writeFiles(path.join(folder, 'tables'), { 'towns-0002.csv': 'name\nArl\n' });
  await client.call('import.run', {
    items: [{ kind: 'predictions', format: 'csv-folder', path: handedIn, system: 'table', group: 'open' }],
  });
  await client.call('judge.run', { rules: ['test-suite'] });
  const { instance } = (await client.call('instances.list', null))[1]!;
  const { predictions } = await client.call('room.instance', { instance, sample: null });
  expect(predictions.find(({ name }) => name === 'table')!.verdicts.find(({ rule }) => rule === 'test-suite')).toMatchObject({
    state: 'match',
    reason: `${UNTESTED_ON_SUITE} (2 databases): the prediction is a stored result table`,
  });
  const { systems } = await client.call('overview.get', { rule: 'test-suite', reading: 'disjoint' });
  expect(systems.find(({ name }) => name === 'table')!.warnings).toEqual([{ kind: 'suite not tested', count: 1 }]);
});

test('a further database that somebody changes within a run is told', async () => {
  const execute = (again: boolean) => client.call('execution.start', { jobs: 1, limits: {}, again });
  expect(await execute(true)).toMatchObject({ changedDatabases: [] });
  const db = new DatabaseSync(path.join(benchmark, 'database', 'TOWNS', 'TOWNS_2.sqlite'));
  db.exec("INSERT INTO town VALUES ('Davos')");
  db.close();
  // The run goes on with what has come meanwhile.
  writeFiles(benchmark, { 'late.txt': `SELECT count(rowid) FROM town\n${FIRST}\n` });
  await client.call('import.run', { items: [predictionsItem(benchmark, 'late')] });
  expect(await execute(false)).toMatchObject({ changedDatabases: ['TOWNS_2'] });
});
