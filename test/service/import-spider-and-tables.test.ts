import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import {
  type BenchmarkFormat,
  benchmarkAt,
  type ImportProject,
  importFolders,
  importProject,
  madeBenchmark,
  writeFiles,
} from '../helpers/import-project.ts';

// Spider and its relatives, tables of one’s own, and database files.

const { root, next } = importFolders();
let project: ImportProject;
let folder: string;
beforeEach(() => {
  ({ project, folder } = next());
});

const benchmark = (format: BenchmarkFormat, place = folder) => benchmarkAt(format, place);

test('Spider without schemas, and SParC whose turns are instances with blank lines between sessions', async () => {
  const session = (n: number) => ({
    database_id: 'shop',
    interaction: [
      { utterance: `A${n}?`, query: 'SELECT 1' },
      { utterance: `B${n}?`, query: 'SELECT 2' },
    ],
    final: {},
  });
  writeFiles(folder, { 'dev.json': [session(1), session(2)], 'system.txt': 'SELECT 1\nSELECT 2\n\nSELECT 3\nSELECT 4\n' });
  const [instances] = await project.run(benchmark('spider'));
  expect(instances).toMatchObject({ read: 4, kept: 4 });
  const [receipt] = await project.run({
    kind: 'predictions',
    format: 'lines',
    path: path.join(folder, 'system.txt'),
    system: 's',
    group: 'open',
  });
  expect(receipt).toMatchObject({ read: 4, kept: 4 });
  expect(project.rows('SELECT sql FROM prediction JOIN query ON query.id = query_id ORDER BY instance_id')).toEqual(
    [1, 2, 3, 4].map((n) => ({ sql: `SELECT ${n}` })),
  );
});

test('a generic table: columns are guessed, asked for where that fails, and remembered', async () => {
  writeFiles(folder, {
    'mine.csv': 'Number,Frage,Antwort,Basis\n1,Wie viele?,SELECT 1,shop\n2,"Welche, und wo?",,shop\n3,zu kurz\n',
    'guess.tsv': 'question\tdb_id\tsql\nHow?\tshop\tSELECT 1\n',
  });
  const item = { kind: 'benchmark', format: 'table', path: path.join(folder, 'mine.csv') } as const;
  await expect(project.run(item)).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    next: expect.stringContaining('Number, Frage, Antwort, Basis'),
  });
  const mapping = { id: 'Number', question: 'Frage', gold: 'Antwort', database: 'Basis' };
  const [receipt] = await project.run({ ...item, mapping });
  expect(receipt).toMatchObject({ read: 3, kept: 2, rejected: 1 });
  expect(receipt!.rejections[0]).toMatchObject({ line: 4, reason: 'the row has 2 cells, the header 4' });
  const [again] = await project.run(item);
  expect(again).toMatchObject({ unchanged: 2, rejected: 1 });
  const other = importProject(root);
  expect((await other.run({ ...item, path: path.join(folder, 'guess.tsv') }))[0]).toMatchObject({ kept: 1 });
});

test('database files: where they lie, and their schema where none is known', async () => {
  await project.run(madeBenchmark(folder));
  const databases = path.join(folder, 'files');
  fs.mkdirSync(databases);
  const db = new DatabaseSync(path.join(databases, 'SHOP.sqlite'));
  db.exec(
    'CREATE TABLE item (id INTEGER PRIMARY KEY, kind INTEGER REFERENCES kind (id)); CREATE TABLE kind (id INTEGER PRIMARY KEY)',
  );
  db.close();
  fs.writeFileSync(path.join(databases, 'BROKEN.sqlite'), 'not a database at all');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const duck = await DuckDBInstance.create(path.join(databases, 'DEPOT.duckdb'));
  const connection = await duck.connect();
  await connection.run('CREATE TABLE shelf (id BIGINT, label VARCHAR)');
  connection.closeSync();
  duck.closeSync();
  const [receipt] = await project.run(benchmark('databases', databases));
  expect(receipt).toMatchObject({ read: 3, kept: 2, rejected: 1 });
  expect(receipt!.rejections[0]).toMatchObject({
    file: 'BROKEN.sqlite',
    reason: expect.stringContaining('not a readable SQLite database'),
  });
  expect(project.rows('SELECT name, engine FROM benchmark_database ORDER BY name')).toEqual([
    { name: 'DEPOT', engine: 'duckdb' },
    { name: 'SHOP', engine: 'sqlite' },
  ]);
  const tables = project.rows('SELECT name, columns FROM schema_table ORDER BY name') as { name: string; columns: string }[];
  expect(tables.map(({ name }) => name)).toEqual(['item', 'kind', 'shelf']);
  expect(JSON.parse(tables[0]!.columns)).toMatchObject([
    { name: 'id', primaryKey: true },
    { name: 'kind', references: 'kind.id' },
  ]);
});

test('of a broken dev.json the records before and after the break are taken, and the break is named', async () => {
  const record = (n: number) => JSON.stringify({ db_id: 'd', question: `q${n}`, query: `SELECT ${n}` });
  const texts = [record(1), record(2).slice(0, -2), record(3), record(4)];
  writeFiles(folder, { 'dev.json': `[\n${texts.join(',\n')}\n]\n` });
  const [receipt] = await project.run(benchmark('spider'));
  expect(receipt).toMatchObject({ read: 4, kept: 3, rejected: 1 });
  expect(receipt!.rejections).toMatchObject([{ line: 2, reason: expect.stringContaining('not valid JSON') }]);
  expect(receipt!.notes[0]).toContain('dev.json is broken at line 3');
  expect(project.rows('SELECT position FROM instance ORDER BY 1')).toEqual([{ position: 1 }, { position: 3 }, { position: 4 }]);
});
