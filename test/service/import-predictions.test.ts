import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ImportItem, ItemOf } from '#shared/contract/import.ts';
import { detect } from '../../electron/service/importers/detect/detect.ts';
import {
  filesBelow,
  type ImportProject,
  importProject,
  jsonLines,
  madeBenchmark,
  writeFiles,
} from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Predictions of every format on a made benchmark of four instances, and the same files written again.

const root = temporaryFolder();
let project: ImportProject;
let folder: string;
let made = 0;
beforeEach(async () => {
  folder = path.join(root, `run${made++}`);
  project = importProject(root);
  await project.run(madeBenchmark(path.join(folder, 'benchmark')));
});

type Format = ItemOf<'predictions'>['format'];
const predictions = (format: Format, place: string, system = 'a'): ImportItem => ({
  kind: 'predictions',
  format,
  path: place,
  system,
  group: 'open',
});
const stored = (system = 'a') =>
  project.rows(`SELECT instance.instance_id AS id, rollout, sql, csv_hash IS NOT NULL AS csv, cleaning FROM prediction
    JOIN instance ON instance.id = prediction.instance_id JOIN system ON system.id = system_id LEFT JOIN query ON query.id = query_id
    WHERE system.name = '${system}' ORDER BY 1, 2`);

/** Writes the predictions again in a format, and reads them into another project: the same must come out. */
async function roundTrip(format: Format, source: string): Promise<Record<string, string>> {
  const out = path.join(root, `out${made++}`);
  await project.export({ kind: 'predictions', system: 'a', format }, out);
  const second = importProject(root);
  await second.run(madeBenchmark(path.join(folder, 'benchmark')));
  const files = filesBelow(out);
  const single = Object.keys(files)[0]!;
  await second.run(predictions(format, fs.statSync(source).isDirectory() ? out : path.join(out, single)));
  const sql = `SELECT instance_id, rollout, sql, prediction.csv_hash, cleaning FROM prediction LEFT JOIN query ON query.id = query_id ORDER BY 1, 2`;
  expect(second.rows(sql)).toEqual(project.rows(sql));
  return files;
}

test('{id}.sql and {id}/final.sql: fences and entities are cleaned, which is recorded; files of no instance are named', async () => {
  const place = writeFiles(path.join(folder, 'sql'), {
    'sf_bq000.sql': '```sql\nSELECT 1\n```',
    'sf_bq001/final.sql': 'SELECT a &lt; 2',
    'sf_bq002_1.sql': 'SELECT 3',
    'sf_bq002.sql': 'SELECT 2',
    'sf_bq003.sql': '',
    'bq000.sql': 'SELECT 9',
    'sf_bq001/explore.sql': 'SELECT 0',
  });
  const [receipt] = await project.run(predictions('sql-folder', place));
  expect(receipt).toMatchObject({ read: 6, kept: 5, rejected: 1, cleaned: 2 });
  expect(receipt!.rejections[0]).toMatchObject({
    file: 'bq000.sql',
    key: 'bq000',
    reason: 'the id is not in this benchmark; did it mean sf_bq000?',
  });
  expect(receipt!.notes).toContain('sf_bq001/explore.sql is another file of an instance and was passed over');
  expect(stored()).toEqual([
    { id: 'sf_bq000', rollout: 0, sql: 'SELECT 1', csv: 0, cleaning: '["fence"]' },
    { id: 'sf_bq001', rollout: 0, sql: 'SELECT a < 2', csv: 0, cleaning: '["entities"]' },
    { id: 'sf_bq002', rollout: 0, sql: 'SELECT 2', csv: 0, cleaning: '[]' },
    { id: 'sf_bq002', rollout: 1, sql: 'SELECT 3', csv: 0, cleaning: '[]' },
    { id: 'sf_bq003', rollout: 0, sql: null, csv: 0, cleaning: '[]' },
  ]);
  const files = await roundTrip('sql-folder', place);
  expect(files['sf_bq000.sql']).toBe('```sql\nSELECT 1\n```');
});

test('result tables alone: the cells and the CSV text are both kept', async () => {
  const place = writeFiles(path.join(folder, 'csv'), {
    'sf_bq000.csv': 'A,B\r\n007,"x\ny"\r\n',
    'sf_bq001.csv': 'A\n',
    'sf_bq002.csv': 'A,B\n1,"open\n',
  });
  const [receipt] = await project.run(predictions('csv-folder', place));
  expect(receipt).toMatchObject({ kept: 2, rejected: 1 });
  expect(receipt!.rejections[0]).toMatchObject({
    key: 'sf_bq002',
    reason: expect.stringContaining('a quote is opened and never closed'),
  });
  expect(project.rows('SELECT columns, row_count FROM result ORDER BY row_count')).toEqual([
    { columns: '["A"]', row_count: 0 },
    { columns: '["A","B"]', row_count: 1 },
  ]);
  const files = await roundTrip('csv-folder', place);
  expect(files['sf_bq000.csv']).toBe('A,B\r\n007,"x\ny"\r\n');
});

test('JSONL: any usual names, several rollouts, another wording of a question, and every reason for a rejection', async () => {
  const file = path.join(
    writeFiles(folder, {
      'p.jsonl': `${jsonLines([
        { id: 'sf_bq000', pred_sql: 'SELECT 1', model: 'm', rollout: 0 },
        { id: 'sf_bq000', pred_sql: 'SELECT 2', model: 'm', rollout: 1 },
        { instance_id: 'sf_bq001', sql: 'SELECT 3', instruction: 'Quite another question?' },
        { instance_id: 'sf_bq001', sql: 'SELECT 4' },
        { pred_sql: 'SELECT 5' },
        { id: 'sf_bq002' },
        { id: 'sf_bq003', pred_sql: 'SELECT 6\u0000' },
        { id: '../../x', pred_sql: 'SELECT 7' },
      ])}{"id": "sf_bq002", "pred_sql": "SEL`,
    }),
    'p.jsonl',
  );
  const [receipt] = await project.run(predictions('jsonl', file));
  expect(receipt).toMatchObject({ read: 9, kept: 3, rejected: 6 });
  expect(receipt!.rejections.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'second prediction with the same id'],
    [5, 'no id: expected one of id, instance_id, question_id'],
    [6, 'no SQL: expected one of pred_sql, sql, prediction'],
    [7, 'NUL byte in the text'],
    [8, 'the id is not in this benchmark'],
    [9, expect.stringContaining('not valid JSON')],
  ]);
  expect(receipt!.notes).toEqual([expect.stringMatching(/^1 predictions carry another wording .*: sf_bq001$/)]);
  const files = await roundTrip('jsonl', file);
  expect(Object.values(files)[0]!.split('\n')[0]).toBe('{"id":"sf_bq000","pred_sql":"SELECT 1","model":"m","rollout":0}');
});

test('a second file is another rollout, and where asked for a second record of an instance is the next one', async () => {
  const place = writeFiles(path.join(folder, 'rollouts'), {
    'p.jsonl': jsonLines([
      { id: 'sf_bq000', pred_sql: 'SELECT 1' },
      { id: 'sf_bq000', pred_sql: 'SELECT 2' },
      { id: 'sf_bq001', pred_sql: 'SELECT 3', rollout: 1 },
    ]),
  });
  const item = {
    kind: 'predictions',
    format: 'jsonl',
    path: path.join(place, 'p.jsonl'),
    system: 'many',
    group: 'open',
  } as const;
  const [first] = await project.run({ ...item, repeats: 'rollouts' });
  expect(first).toMatchObject({ read: 3, kept: 3, rejected: 0 });
  const [second] = await project.run({ ...item, rollout: 5 });
  expect(second).toMatchObject({ read: 3, kept: 2, rejected: 1 });
  expect((await project.run({ ...item, repeats: 'rollouts' }))[0]).toMatchObject({ kept: 0, unchanged: 3 });
  expect(
    project.rows(`SELECT instance.instance_id AS id, rollout FROM prediction JOIN instance ON instance.id = prediction.instance_id
      JOIN system ON system.id = system_id WHERE system.name = 'many' ORDER BY 1, 2`),
  ).toEqual([
    { id: 'sf_bq000', rollout: 0 },
    { id: 'sf_bq000', rollout: 1 },
    { id: 'sf_bq000', rollout: 5 },
    { id: 'sf_bq001', rollout: 1 },
    { id: 'sf_bq001', rollout: 6 },
  ]);
});

test('BIRD’s dictionary: keys are positions or question ids, 0 is no answer, missing separators are named', async () => {
  const bird = [11, 0, 25].map((question_id) => ({
    question_id,
    db_id: question_id === 0 ? 'b' : 'a',
    question: `${question_id}?`,
    evidence: '',
    SQL: 'SELECT 1',
    difficulty: 'simple',
  }));
  project = importProject(root);
  const benchmark = {
    kind: 'benchmark',
    format: 'bird',
    path: writeFiles(path.join(folder, 'bird'), { 'dev.json': bird }),
  } as const;
  await project.run(benchmark);
  const separator = '\t----- bird -----\t';
  writeFiles(folder, {
    'positions.json': { '0': `SELECT 1${separator}a`, '1': `SELECT 2${separator}b`, '2': 0 },
    'ids.json': { '25': `SELECT 3${separator}a`, '11': 'SELECT 4', '0': `SELECT 5${separator}a` },
  });
  const [positions] = await project.run(predictions('bird-json', path.join(folder, 'positions.json')));
  expect(positions).toMatchObject({ kept: 3, rejected: 0, notes: ['Keys are positions from 0.'] });
  expect(stored()).toMatchObject([
    { id: '0', sql: 'SELECT 2' },
    { id: '11', sql: 'SELECT 1' },
    { id: '25', sql: null },
  ]);
  const [ids] = await project.run(predictions('bird-json', path.join(folder, 'ids.json'), 'b'));
  expect(ids).toMatchObject({ kept: 2, rejected: 1 });
  expect(ids!.rejections[0]).toMatchObject({ key: '0', reason: 'the entry names database a, the instance is on b' });
  expect(ids!.notes).toEqual([
    'Keys are question ids.',
    expect.stringMatching(/^1 of 3 entries lack the separator .*keys 11\)\.$/),
  ]);
  const out = path.join(root, `out${made++}`);
  await project.export({ kind: 'predictions', system: 'a', format: 'bird-json' }, out);
  expect(JSON.parse(filesBelow(out)['predict_a.json']!)).toEqual(
    JSON.parse(fs.readFileSync(path.join(folder, 'positions.json'), 'utf8')),
  );
});

test('a table with headers: by id, or by position where there are as many rows as instances', async () => {
  writeFiles(folder, {
    'ids.csv': 'instance_id,PREDICTED SQL\nsf_bq001,"SELECT 1,\n2"\nsf_bq000\n',
    'din.csv': `NLQ,PREDICTED SQL,GOLD SQL,DATABASE\n${[0, 1, 2, 3].map((n) => `Question ${n}: how many?,SELECT ${n},x,${n % 2 ? 'DEPOT' : 'SHOP'}\n`).join('')}`,
    'short.csv': 'NLQ,PREDICTED SQL\nq,SELECT 1\n',
  });
  const [ids] = await project.run(predictions('csv', path.join(folder, 'ids.csv')));
  expect(ids).toMatchObject({ kept: 1, rejected: 1 });
  expect(ids!.rejections[0]).toMatchObject({ line: 4, reason: 'the row has 1 cells, the header 2' });
  await roundTrip('csv', path.join(folder, 'ids.csv'));
  const [din] = await project.run(predictions('csv', path.join(folder, 'din.csv'), 'din'));
  expect(din).toMatchObject({ kept: 4, rejected: 0, notes: [] });
  await expect(project.run(predictions('csv', path.join(folder, 'short.csv'), 'short'))).rejects.toThrow(
    'short.csv has 1 rows, the benchmark has 4 instances.',
  );
});

test('one SQL a line is written again with a blank line for who has none', async () => {
  writeFiles(folder, { 'p.txt': 'SELECT 1\n\nSELECT 3\nSELECT 4' });
  const [receipt] = await project.run(predictions('lines', path.join(folder, 'p.txt')));
  expect(receipt).toMatchObject({ kept: 3, rejected: 1 });
  const files = await roundTrip('lines', path.join(folder, 'p.txt'));
  expect(Object.values(files)).toEqual(['SELECT 1\n\nSELECT 3\nSELECT 4\n']);
});

test('a preview knows the items before it, names who would be without a prediction, and writes nothing', async () => {
  project = importProject(root);
  writeFiles(folder, { 'p.jsonl': jsonLines([{ id: 'sf_bq000', pred_sql: 'SELECT 1' }]) });
  const items = [madeBenchmark(path.join(folder, 'benchmark')), predictions('jsonl', path.join(folder, 'p.jsonl'))];
  const previews = await project.preview(...items);
  expect(previews[1]).toMatchObject({
    refused: null,
    without: ['sf_bq001', 'sf_bq002', 'sf_bq003'],
    firstTen: [{ key: 'sf_bq000', text: 'SELECT 1' }],
  });
  for (const table of ['benchmark', 'instance', 'prediction', 'body', 'import_job', 'receipt'])
    expect(project.count(`SELECT count(*) FROM ${table}`), table).toBe(0);
});

test('JSON records are not taken for SQL, however many there are', async () => {
  project = importProject(root);
  writeFiles(folder, { 'p.jsonl': '{"instance_id": "sf_bq000", "sql": "SELECT 1"}\n'.repeat(4) });
  const items = [madeBenchmark(path.join(folder, 'benchmark')), predictions('lines', path.join(folder, 'p.jsonl'))];
  await expect(project.run(...items)).rejects.toThrow('p.jsonl holds a JSON record in each line, not SQL.');
});

test('an item that is refused leaves nothing of the items before it', async () => {
  project = importProject(root);
  writeFiles(folder, { 'p.txt': 'SELECT 1\n' });
  const items = [madeBenchmark(path.join(folder, 'benchmark')), predictions('lines', path.join(folder, 'p.txt'))];
  await expect(project.run(...items)).rejects.toThrow('p.txt has 1 lines');
  for (const table of [
    'benchmark',
    'instance',
    'body',
    'result',
    'import_job',
    'import_unit',
    'import_operation',
    'import_content',
    'receipt',
  ]) {
    expect(project.count(`SELECT count(*) FROM ${table}`), table).toBe(0);
  }
});

test('each format is recognised by its files', async () => {
  const place = writeFiles(path.join(folder, 'mixed'), {
    'preds/aurora.txt': 'SELECT 1\nSELECT 2\nSELECT 3\nSELECT 4\n',
    'a.jsonl': jsonLines([{ id: 'x', pred_sql: 'SELECT 1' }]),
    'predict_mini_dev_gpt-4_sqlite.json': { '0': 'SELECT 1\t----- bird -----\ta' },
    'din.csv': 'NLQ,PREDICTED SQL,GOLD SQL,DATABASE\na,b,c,d\n',
    'agent/x1/final.sql': 'SELECT 1',
  });
  const { found, leftAlone } = await detect([place]);
  const seen = found.map(({ item }) => [item.format, 'system' in item ? item.system : '']).sort();
  expect(seen).toEqual([
    ['bird-json', 'gpt-4'],
    ['csv', 'din'],
    ['jsonl', 'a'],
    ['lines', 'aurora'],
    ['sql-folder', 'agent'],
  ]);
  expect(leftAlone).toEqual([]);
});
