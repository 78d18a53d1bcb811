import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Receipt } from '#shared/model/receipt.ts';
import { conditionColumns } from '../../electron/service/importers/apply.ts';
import { detect } from '../../electron/service/importers/detect/detect.ts';
import {
  type BenchmarkFormat,
  benchmarkAt,
  filesBelow,
  type ImportProject,
  importFolders,
  importProject,
  jsonLines,
  madeBenchmark,
  madeTasks,
  writeFiles,
} from '../helpers/import-project.ts';

// Spider 2.0 in its editions, what is added to it, and the same files written again.

const { root, target, next } = importFolders();
let project: ImportProject;
let folder: string;
beforeEach(() => {
  ({ project, folder } = next());
});

const benchmark = (format: BenchmarkFormat, place = folder) => benchmarkAt(format, place);
const counts = (receipts: readonly Receipt[]) =>
  receipts.map(({ what, kept, unchanged, rejected }) => [what, kept, unchanged, rejected]);
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const EVALUATION = [
  { instance_id: 'sf_bq000', condition_cols: [], ignore_order: true },
  { instance_id: 'sf_bq001', condition_cols: [1, 2], ignore_order: false, temporal: true },
  { instance_id: 'sf_bq002', condition_cols: [[0], [1, 2], [0]], ignore_order: true },
];

/** Spider2-Snow in small, with golds of every shape, a schema whose JSON lacks a table, and a document. */
const spider2 = () => {
  madeBenchmark(folder);
  return writeFiles(folder, {
    'gold/spider2snow_eval.jsonl': jsonLines([
      ...EVALUATION,
      { instance_id: 'sf_bq999', condition_cols: [], ignore_order: true },
    ]),
    'gold/sql/sf_bq000.sql': 'SELECT 1;\n',
    'gold/exec_result/sf_bq000.csv': 'A\n1\n',
    'gold/exec_result/sf_bq001_a.csv': 'A,B,C\nx,"1,5",\n',
    'gold/exec_result/sf_bq002_a.csv': 'A\n1\n',
    'gold/exec_result/sf_bq002_b.csv': 'A,B,C\n1,2,3\n',
    'gold/exec_result/sf_bq777_a.csv': 'A\n1\n',
    'resource/documents/notes.md': '# Notes',
    'resource/databases/SHOP/PUBLIC/DDL.csv':
      'table_name,description,DDL\nITEM,,"create table ITEM (\n ""id"" NUMBER\n);"\nLOST,,create table LOST (x NUMBER)\n',
    'resource/databases/SHOP/PUBLIC/ITEM.json':
      '{"table_name": "PUBLIC.ITEM", "table_fullname": "SHOP.PUBLIC.ITEM", "column_names": ["id", "name"], "column_types": ["NUMBER", "TEXT"], "description": ["the name", null], "sample_rows": [{"id": NaN, "name": "pen"}]}',
  });
};

test('Spider2-Snow: tasks, golds as SQL and as tables, the three shapes of condition columns, schemas, documents', async () => {
  const receipts = await project.run(benchmark('spider2-snow', spider2()));
  expect(counts(receipts)).toEqual([
    ['instances', 4, 0, 0],
    ['documents', 1, 0, 0],
    ['schemas', 1, 0, 0],
    ['evaluation configuration', 3, 0, 1],
    ['gold SQL', 1, 0, 0],
    ['gold result tables', 4, 0, 1],
  ]);
  expect(receipts.flatMap((receipt) => receipt.rejections.map(({ key, reason }) => [key, reason]))).toEqual([
    ['sf_bq999', 'the id is not in this benchmark'],
    ['sf_bq777_a', 'the id is not in this benchmark'],
  ]);
  expect(receipts.flatMap((receipt) => receipt.notes)).toEqual([
    'SHOP: 1 tables are only in DDL.csv; their columns are those of the DDL: PUBLIC.LOST',
    'Lists of condition columns that do not fit the number of result tables: sf_bq002 (3 for 2)',
  ]);
  expect(
    project.rows(`SELECT instance.instance_id AS id, gold.name, query_id IS NOT NULL AS sql, csv_hash IS NOT NULL AS csv, condition_columns AS columns
      FROM gold JOIN instance ON instance.id = gold.instance_id ORDER BY 1, 2`),
  ).toEqual([
    { id: 'sf_bq000', name: '', sql: 1, csv: 1, columns: '[]' },
    { id: 'sf_bq001', name: 'a', sql: 0, csv: 1, columns: '[1,2]' },
    { id: 'sf_bq002', name: 'a', sql: 0, csv: 1, columns: '[0]' },
    { id: 'sf_bq002', name: 'b', sql: 0, csv: 1, columns: '[1,2]' },
  ]);
  expect(project.rows('SELECT engine, count(*) AS n FROM benchmark_database GROUP BY engine')).toEqual([
    { engine: 'snowflake', n: 2 },
  ]);
  const again = await project.run(benchmark('spider2-snow', folder));
  expect(again.reduce((sum, receipt) => sum + receipt.kept, 0)).toBe(0);
});

test('Spider2-Snow, written again, is the same record by record', async () => {
  await project.run(benchmark('spider2-snow', spider2()));
  const out = target();
  await project.export({ kind: 'benchmark' }, out);
  const files = filesBelow(out);
  expect(lines(files['spider2-snow.jsonl']!)).toEqual(madeTasks(4));
  expect(lines(files['gold/spider2snow_eval.jsonl']!)).toEqual(EVALUATION);
  for (const name of ['sf_bq000', 'sf_bq001_a', 'sf_bq002_a', 'sf_bq002_b'].map((each) => `gold/exec_result/${each}.csv`)) {
    expect(files[name]).toBe(fs.readFileSync(path.join(folder, name), 'utf8'));
  }
  expect(files['gold/sql/sf_bq000.sql']).toBe('SELECT 1;');
  expect(files['resource/documents/notes.md']).toBe('# Notes');
  expect(JSON.parse(files['resource/databases/SHOP/PUBLIC/ITEM.json']!)).toMatchObject({
    table_fullname: 'SHOP.PUBLIC.ITEM',
    description: ['the name', null],
    sample_rows: [{ id: null, name: 'pen' }],
  });
  const second = importProject(root);
  expect(counts(await second.run(benchmark('spider2-snow', out))).map(([what, kept]) => [what, kept])).toEqual([
    ['instances', 4],
    ['documents', 1],
    ['schemas', 1],
    ['evaluation configuration', 3],
    ['gold SQL', 1],
    ['gold result tables', 4],
  ]);
});

test('condition columns: flat lists hold for every gold, lists of lists are dealt out by name', () => {
  expect([...conditionColumns([1, 2], ['a', 'b'])]).toEqual([['*', [1, 2]]]);
  expect([...conditionColumns([], ['a'])]).toEqual([['*', []]]);
  expect([...conditionColumns([[0], [1]], ['a', 'b'])]).toEqual([
    ['a', [0]],
    ['b', [1]],
  ]);
  expect([...conditionColumns(null, ['a'])]).toEqual([]);
});

test('a reworded version of the benchmark is named question by question and changes nothing', async () => {
  await project.run(madeBenchmark(folder));
  const old = path.join(root, 'old');
  const tasks = madeTasks(4).map((task, index) => (index < 2 ? { ...task, instruction: `Old ${index}` } : task));
  writeFiles(old, { 'spider2-snow-0713.jsonl': jsonLines(tasks) });
  const [receipt] = await project.run(benchmark('spider2-snow', path.join(old, 'spider2-snow-0713.jsonl')));
  expect(receipt).toMatchObject({ kept: 0, unchanged: 2, rejected: 2 });
  expect(receipt!.rejections.map(({ key, reason }) => [key, reason])).toEqual(
    ['sf_bq000', 'sf_bq001'].map((key) => [key, expect.stringContaining('another version of the benchmark?')]),
  );
});

test('Spider2-Lite: db and question, and the engine that each id speaks of', async () => {
  const task = (instance_id: string, db: string) => ({ instance_id, db, question: `${instance_id}?`, external_knowledge: null });
  writeFiles(folder, {
    'spider2-lite.jsonl': jsonLines([task('bq001', 'GA'), task('sf_bq002', 'GA'), task('local003', 'F1'), task('ga004', 'GA')]),
  });
  await project.run(benchmark('spider2-lite'));
  expect(
    project.rows(
      'SELECT instance_id AS id, name, engine FROM instance JOIN benchmark_database AS d ON d.id = database_id ORDER BY position',
    ),
  ).toEqual([
    { id: 'bq001', name: 'GA', engine: 'bigquery' },
    { id: 'sf_bq002', name: 'GA (snowflake)', engine: 'snowflake' },
    { id: 'local003', name: 'F1', engine: 'sqlite' },
    { id: 'ga004', name: 'GA', engine: 'bigquery' },
  ]);
});

test('Spider2-AIFunc: gold is held out, and a folder of one’s own golds adds it; functions are kept to stratify by', async () => {
  const task = {
    instance_id: 'sf_bq284_div',
    db_id: 'BBC',
    variant: 'diversity',
    instruction: 'Which?',
    ai_functions: ['AI_SENTIMENT'],
    external_knowledge: null,
    eval_config: { ignore_order: true, condition_cols: [0] },
  };
  writeFiles(folder, { 'spider2-aifunc.jsonl': jsonLines([task]) });
  const [receipt] = await project.run(benchmark('spider2-aifunc'));
  expect(receipt!.notes).toEqual([expect.stringContaining('No gold in this folder')]);
  expect(project.rows('SELECT tags, ignore_order FROM instance')).toEqual([
    { tags: JSON.stringify({ variant: 'diversity', ai_functions: ['AI_SENTIMENT'] }), ignore_order: 1 },
  ]);
  const own = writeFiles(path.join(root, 'own-gold'), {
    'sf_bq284_div.sql': '```sql\nSELECT 1\n```',
    'sf_bq284.sql': 'SELECT 2',
  });
  const [golds] = await project.run(benchmark('gold', own));
  expect(golds).toMatchObject({ kept: 1, rejected: 1, cleaned: 1 });
  expect(project.rows('SELECT sql, condition_columns FROM gold JOIN query ON query.id = query_id')).toEqual([
    { sql: 'SELECT 1', condition_columns: '[0]' },
  ]);
});

test('the tables that golds need are taken from Spider2’s lists, kept with the instances, and written again', async () => {
  await project.run(madeBenchmark(folder));
  const lists = [
    { instance_id: 'sf_bq000', gold_tables: ['SHOP.PUBLIC.ITEM', 'SHOP.PUBLIC.SALE'] },
    { instance_id: 'sf_bq002', gold_tables: ['SHOP.PUBLIC.ITEM'] },
  ];
  const place = writeFiles(path.join(folder, 'gold-tables'), {
    'spider2-snow-gold-tables.jsonl': jsonLines([
      ...lists,
      { instance_id: 'sf_bq999', gold_tables: [] },
      { instance_id: 'sf_bq001' },
    ]),
  });
  const { found } = await detect([place]);
  expect(found).toMatchObject([{ item: { kind: 'benchmark', format: 'gold-tables' } }]);
  const [receipt] = await project.run(found[0]!.item);
  expect(receipt).toMatchObject({ what: 'gold tables', read: 4, kept: 2, rejected: 2 });
  expect((await project.run(found[0]!.item))[0]).toMatchObject({ kept: 0, unchanged: 2 });
  expect(
    project.rows("SELECT instance_id, json_extract(tags, '$.gold_tables') AS tables FROM instance ORDER BY 1 LIMIT 1"),
  ).toEqual([{ instance_id: 'sf_bq000', tables: JSON.stringify(lists[0]!.gold_tables) }]);
  const out = target();
  await project.export({ kind: 'benchmark' }, out);
  expect(lines(filesBelow(out)['gold-tables/spider2-snow-gold-tables.jsonl']!)).toEqual(lists);
});

test('a folder is recognised as a whole, and what no reader claims is named', async () => {
  spider2();
  writeFiles(folder, {
    'submission/sf_bq000.sql': 'SELECT\n 1\nFROM t',
    'tables/sf_bq000.csv': 'A\n1\n',
    'tables/sf_bq001.csv': 'A\n1\n',
    'odd.bin': 'x',
  });
  const { found, leftAlone } = await detect([folder]);
  expect(found.map(({ item }) => [item.kind, item.format, path.basename(item.path)])).toEqual([
    ['benchmark', 'spider2-snow', path.basename(folder)],
    ['predictions', 'sql-folder', 'submission'],
    ['predictions', 'csv-folder', 'tables'],
  ]);
  expect(leftAlone.map((place) => path.basename(place))).toEqual(['odd.bin']);
});
