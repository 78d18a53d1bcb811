import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { startService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const benchmark = path.join(folder, 'towns');
const service = startService();
afterAll(() => service.stop());

test('a database file that somebody changes within a run is told; a new run starts afresh', async () => {
  const { client } = service;
  makeBenchmark(benchmark, {
    databases: { left: 'CREATE TABLE t (a); INSERT INTO t VALUES (1)', right: 'CREATE TABLE t (a)' },
    instances: ['left', 'right'].map((db) => ({ db, question: 'How many?', gold: 'SELECT count(*) FROM t' })),
    predictions: { a: ['SELECT sum(a) FROM t', 'SELECT max(a) FROM t'] },
  });
  const execute = (again: boolean) => client.call('execution.start', { jobs: 1, limits: {}, again });
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(benchmark)] });
  expect(await execute(false)).toMatchObject({ changedDatabases: [] });

  const database = new DatabaseSync(path.join(benchmark, 'database', 'left', 'left.sqlite'));
  database.exec('INSERT INTO t VALUES (2)');
  database.close();
  await client.call('import.run', { items: [predictionsItem(benchmark, 'a')] });
  expect(await execute(false)).toMatchObject({ changedDatabases: ['left'] });
  expect(await execute(true)).toMatchObject({ changedDatabases: [] });
});
