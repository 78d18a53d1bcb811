import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { ImportItem } from '#shared/contract/import.ts';
import type { Receipt } from '#shared/model/receipt.ts';
import { conditionColumns } from '../../electron/service/importers/apply.ts';
import { detect } from '../../electron/service/importers/detect/detect.ts';
import {
  filesBelow,
  type ImportProject,
  importProject,
  jsonLines,
  madeBenchmark,
  madeTasks,
  writeFiles,
} from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Benchmarks of every format, what is added to them, and the same files written again.

const root = temporaryFolder();
let project: ImportProject;
let folder: string;
let made = 0;
beforeEach(() => {
  folder = path.join(root, `bench${made++}`);
  fs.mkdirSync(folder);
  project = importProject(root);
});

const counts = (receipts: readonly Receipt[]) =>
  receipts.map(({ what, kept, unchanged, rejected }) => [what, kept, unchanged, rejected]);
const benchmark = (format: Extract<ImportItem, { kind: 'benchmark' }>['format'], place = folder): ImportItem => ({
  kind: 'benchmark',
  format,
  path: place,
});
const target = () => path.join(root, `out${made++}`);
const parsed = (text: string) => JSON.parse(text) as unknown[];
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

const BIRD = [
  {
    question_id: 7,
    db_id: 'shop',
    question: 'How many?',
    evidence: 'count',
    SQL: 'SELECT count(*) FROM item',
    difficulty: 'simple',
  },
  { question_id: 9, db_id: 'shop', question: 'Which?', evidence: '', SQL: 'SELECT name FROM item', difficulty: 'challenging' },
  { question_id: 9, db_id: 'shop', question: 'Again?', evidence: '', SQL: 'SELECT 1', difficulty: 'simple' },
];
const TABLES = {
  db_id: 'shop',
  table_names_original: ['item'],
  table_names: ['items'],
  column_names_original: [
    [-1, '*'],
    [0, 'id'],
    [0, 'nm'],
  ],
  column_names: [
    [-1, '*'],
    [0, 'id'],
    [0, 'name'],
  ],
  column_types: ['text', 'number', 'text'],
  primary_keys: [1],
  foreign_keys: [],
};

test('BIRD: doubled ids, schemas, descriptions in an old encoding, gold lines that differ', async () => {
  const description = Buffer.concat([
    Buffer.from('\ufefforiginal_column_name,column_name,column_description,data_format,value_description,\nnm,name,caf'),
    Buffer.from([0xe9]),
    Buffer.from(',text,commonsense,\n'),
  ]);
  writeFiles(folder, {
    'dev.json': BIRD,
    'dev_tables.json': [TABLES],
    'dev_databases/shop/database_description/item.csv': description,
    'dev_databases/shop/database_description/nothing.csv': 'a,b\n1,2\n',
    'dev_gold.sql': 'SELECT  count(*)\nFROM item\tshop\n'.replace('\nFROM', ' FROM') + 'SELECT 2\tshop\nSELECT 1\tshop\textra\n',
  });
  const receipts = await project.run(benchmark('bird'));
  expect(counts(receipts)).toEqual([
    ['instances with gold', 2, 0, 1],
    ['schemas', 1, 0, 0],
    ['column descriptions', 1, 0, 1],
    ['gold lines', 0, 1, 2],
  ]);
  expect(receipts[0]!.rejections[0]).toMatchObject({ line: 3, key: '9', reason: 'second instance with the same id' });
  expect(receipts[2]!.notes).toContain('shop/database_description/item.csv is not UTF-8 and was read as Windows-1252');
  expect(receipts[3]!.rejections.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'the gold differs from the one that the benchmark file gives'],
    [3, 'more than one tab in the line'],
  ]);
  const [table] = project.rows('SELECT columns FROM schema_table') as { columns: string }[];
  expect(JSON.parse(table!.columns)).toMatchObject([
    { name: 'id' },
    { name: 'nm', title: 'name', description: 'café\ncommonsense' },
  ]);
  expect((await project.run(benchmark('bird'))).reduce((sum, receipt) => sum + receipt.kept, 0)).toBe(0);
  const out = target();
  await project.export({ kind: 'benchmark' }, out);
  const files = filesBelow(out);
  expect(parsed(files['dev.json']!)).toEqual(BIRD.slice(0, 2));
  expect(parsed(files['tables.json']!)).toEqual([TABLES]);
});

test('mini-dev as JSON lines, in another dialect', async () => {
  writeFiles(folder, { 'mini_dev_postgresql.jsonl': jsonLines(BIRD.slice(0, 2)) });
  await project.run(benchmark('bird', path.join(folder, 'mini_dev_postgresql.jsonl')));
  expect(project.rows('SELECT engine FROM benchmark_database')).toEqual([{ engine: 'postgresql' }]);
});

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
