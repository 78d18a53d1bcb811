import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Receipt } from '#shared/model/receipt.ts';
import {
  type BenchmarkFormat,
  benchmarkAt,
  filesBelow,
  type ImportProject,
  importFolders,
  jsonLines,
  writeFiles,
} from '../helpers/import-project.ts';

// BIRD and mini-dev, and the same files written again.

const { target, next } = importFolders();
let project: ImportProject;
let folder: string;
beforeEach(() => {
  ({ project, folder } = next());
});

const benchmark = (format: BenchmarkFormat, place = folder) => benchmarkAt(format, place);
const counts = (receipts: readonly Receipt[]) =>
  receipts.map(({ what, kept, unchanged, rejected }) => [what, kept, unchanged, rejected]);
const parsed = (text: string) => JSON.parse(text) as unknown[];

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
