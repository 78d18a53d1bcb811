import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { writeFiles } from '../helpers/import-project.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Reported faults of BIRD's files and loaders (see test/comparison/reportedFaultRows.test.ts).

const folder = temporaryFolder();
const record = (question_id: number, SQL: string) => ({
  question_id,
  db_id: 'schools',
  question: `Which? ${question_id}`,
  evidence: '',
  SQL,
  difficulty: 'simple',
});
const separator = '\t----- bird -----\tschools';

let service: TestService;
let client: AssayClient;
let receipts: StoredReceipt[];

beforeAll(async () => {
  const bird = writeFiles(path.join(folder, 'bird'), {
    'dev.json': [
      record(0, 'SELECT name FROM frpm'),
      record(1, "SELECT name FROM frpm WHERE name = 'nobody'"),
      record(2, 'SELECT DISTINCT name FROM frpm'),
    ],
    'predict.json': {
      '0': 'SELECT name FROM frpm',
      '1': 0,
      '2': `-- every name once\nSELECT DISTINCT name FROM frpm${separator}`,
    },
  });
  const file = path.join(bird, 'dev_databases', 'schools', 'schools.sqlite');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE frpm (name TEXT); INSERT INTO frpm VALUES ('Arl'), ('Arl'), ('Bern')");
  database.close();
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  receipts = await client.call('import.run', {
    items: [
      { kind: 'benchmark', format: 'bird', path: bird },
      { kind: 'predictions', format: 'bird-json', path: path.join(bird, 'predict.json'), system: 'a', group: 'strong' },
    ],
  });
  await client.call('execution.start', { jobs: 1, limits: {}, again: false });
  await client.call('judge.run', { rules: ['bird-ex', 'multiset'] });
}, 60_000);
afterAll(() => service.stop());

const matrix = async (rule: string) => (await client.call('overview.get', { rule, reading: 'disjoint' })).matrix;

test('row 23: an entry without the separator is taken on the instance’s database, and the receipt names it', () => {
  const notes = receipts.flatMap((receipt) => receipt.notes);
  expect(notes).toContainEqual(expect.stringMatching(/^1 of 3 entries lack the separator .*\(keys 0\)/));
});

test('row 25: the same id with another gold is refused as another version of the benchmark, id and line named', async () => {
  const other = writeFiles(path.join(folder, 'other'), {
    'dev.json': [
      record(0, 'SELECT name FROM frpm'),
      record(1, 'SELECT count(*) FROM frpm'),
      record(2, 'SELECT DISTINCT name FROM frpm'),
    ],
  });
  const [receipt] = await client.call('import.run', { items: [{ kind: 'benchmark', format: 'bird', path: other }] });
  expect(receipt).toMatchObject({ unchanged: 2, rejected: 1 });
  expect(receipt!.rejections[0]).toMatchObject({
    key: '1',
    line: 2,
    reason: expect.stringContaining('another version of the benchmark?'),
  });
});

test('row 32: queries run as they were written, DISTINCT and comments kept', async () => {
  const [, , row] = await matrix('multiset');
  expect(row!.states).toEqual(['match']);
  const { predictions } = await client.call('room.instance', { instance: row!.instance, sample: null });
  expect(predictions[0]!.sql).toBe('-- every name once\nSELECT DISTINCT name FROM frpm');
});

test('row 33: a failed generation is no answer, and does not match a gold without rows', async () => {
  for (const rule of ['bird-ex', 'multiset']) expect((await matrix(rule))[1]!.states).toEqual(['prediction failed']);
  const [, row] = await matrix('bird-ex');
  const { predictions } = await client.call('room.instance', { instance: row!.instance, sample: null });
  expect(predictions[0]!.verdicts[0]).toMatchObject({ state: 'prediction failed', reason: 'no answer' });
});
