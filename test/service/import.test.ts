import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { ImportItem } from '#shared/contract/import.ts';
import type { Receipt } from '#shared/model/receipt.ts';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { assayOk } from '../helpers/command-line.ts';
import { BUILT, startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const SHOP = "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, 'pen')";
const GOLDS = ['SELECT id FROM item', 'SELECT name FROM item', 'SELECT count(*) FROM item', 'SELECT max(id) FROM item'];

let service: TestService;
let client: AssayClient;
let made = 0;

beforeAll(() => {
  service = startService();
  client = service.client;
});
afterAll(() => service.stop());

/** A new folder with a benchmark of four instances on two databases, `shop` and `depot`. */
function newBenchmark(): string {
  const target = path.join(folder, `benchmark${made}`, 'shops');
  makeBenchmark(target, {
    databases: { shop: SHOP, depot: SHOP },
    instances: GOLDS.map((gold, index) => ({ db: index < 3 ? 'shop' : 'depot', question: `Question ${index + 1}?`, gold })),
  });
  return target;
}

let benchmark: string;
beforeEach(async () => {
  made++;
  benchmark = newBenchmark();
  await client.call('project.create', { path: path.join(folder, `p${made}.assay`), annotator: 'mk' });
});

const run = (...items: ImportItem[]) => client.call('import.run', { items });
const counts = ({ read, kept, unchanged, rejected, cleaned }: Receipt) => ({ read, kept, unchanged, rejected, cleaned });

/** Writes a prediction file and answers what to import of it. */
function predictions(content: string | Buffer, system = 'a'): ImportItem {
  const file = path.join(benchmark, `${system}.txt`);
  fs.writeFileSync(file, content);
  return { kind: 'predictions', format: 'lines', path: file, system, group: 'open' };
}

/** The SQL that the project holds for each instance of the benchmark, by line. */
async function storedSql(): Promise<(string | null)[]> {
  const stored: (string | null)[] = [];
  for (let instance = 1; instance <= GOLDS.length; instance++) {
    const view = await client.call('room.instance', { instance, sample: null });
    stored.push(view.predictions[0]?.sql ?? null);
  }
  return stored;
}

const changeJson = (name: string, change: (records: Record<string, unknown>[]) => unknown) => {
  const file = path.join(benchmark, name);
  fs.writeFileSync(file, JSON.stringify(change(JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>[])));
};

test('a benchmark and predictions come with receipts that the project keeps', async () => {
  const receipts = await run(benchmarkItem(benchmark), predictions(GOLDS.join('\n')));
  expect(receipts.map((receipt) => [receipt.file, counts(receipt)])).toEqual([
    ['dev.json', { read: 4, kept: 4, unchanged: 0, rejected: 0, cleaned: 0 }],
    ['tables.json', { read: 2, kept: 2, unchanged: 0, rejected: 0, cleaned: 0 }],
    ['a.txt', { read: 4, kept: 4, unchanged: 0, rejected: 0, cleaned: 0 }],
  ]);
  expect(await client.call('import.receipts', null)).toEqual(receipts);
  expect(await client.call('project.summary', null)).toMatchObject({
    benchmark: 'shops',
    instances: 4,
    golds: 4,
    systems: 1,
    predictions: 4,
  });
  expect(await storedSql()).toEqual(GOLDS);
});

test('a second import of the same files changes nothing and says so', async () => {
  const items = [benchmarkItem(benchmark), predictions(GOLDS.join('\n'))];
  await run(...items);
  const again = await run(...items);
  expect(again.map(counts).map(({ kept, unchanged, rejected }) => [kept, unchanged, rejected])).toEqual([
    [0, 4, 0],
    [0, 2, 0],
    [0, 4, 0],
  ]);
});

test.each([
  ['one line too few', GOLDS.slice(1).join('\n'), '3 lines', '4 instances'],
  ['one line too many', [...GOLDS, 'SELECT 1'].join('\n'), '5 lines', '4 instances'],
  ['a blank line too many', [...GOLDS, '', ''].join('\n'), '5 lines (1 of them blank)', '4 instances'],
  ['an empty file', '', '0 lines', '4 instances'],
])('%s: refused with both counts, and nothing is written', async (_, content, has, needs) => {
  await run(benchmarkItem(benchmark));
  const before = await client.call('project.summary', null);
  const error = run(predictions(content));
  await expect(error).rejects.toMatchObject({ code: 'IMPORT_REFUSED', message: expect.stringContaining(has) });
  await expect(error).rejects.toThrow(needs);
  expect(await client.call('project.summary', null)).toEqual(before);
  expect(await client.call('import.receipts', null)).toHaveLength(2);
});

test('predictions without a benchmark are refused', async () => {
  await expect(run(predictions('SELECT 1'))).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    next: 'Import the benchmark first.',
  });
});

test('a blank line keeps its place and is no prediction; the others do not move', async () => {
  const [, , receipt] = await run(
    benchmarkItem(benchmark),
    predictions(['SELECT 1', '  ', 'SELECT 3', 'SELECT 4', ''].join('\n')),
  );
  expect(counts(receipt!)).toEqual({ read: 4, kept: 3, unchanged: 0, rejected: 1, cleaned: 0 });
  expect(receipt!.rejections).toEqual([
    { file: 'a.txt', line: 2, key: 'shops-0002', reason: 'blank line: no prediction', excerpt: ' ' },
  ]);
  expect(await storedSql()).toEqual(['SELECT 1', null, 'SELECT 3', 'SELECT 4']);
});

test.each([
  ['Windows line ends', Buffer.from(GOLDS.map((line) => `${line}\r\n`).join(''))],
  ['a byte order mark', Buffer.from(`\ufeff${GOLDS.join('\n')}\n`)],
  ['no newline at the end', Buffer.from(GOLDS.join('\n'))],
])('a prediction file with %s gives the same predictions', async (_, content) => {
  await run(benchmarkItem(benchmark), predictions(content));
  expect(await storedSql()).toEqual(GOLDS);
});

test('a database name after a tab is cut off and counted; a wrong one is rejected; other tabs belong to the SQL', async () => {
  const lines = ['SELECT 1\tshop', 'SELECT 2\tdepot', "SELECT 'a\tb'", 'SELECT 4\tdepot'];
  const [, , receipt] = await run(benchmarkItem(benchmark), predictions(lines.join('\n')));
  expect(counts(receipt!)).toEqual({ read: 4, kept: 3, unchanged: 0, rejected: 1, cleaned: 2 });
  expect(receipt!.rejections).toMatchObject([
    { line: 2, key: 'shops-0002', reason: 'the line names database depot, the instance is on shop', excerpt: 'SELECT 2 depot' },
  ]);
  expect(await storedSql()).toEqual(['SELECT 1', null, "SELECT 'a\tb'", 'SELECT 4']);
});

test('a line with bytes that are no UTF-8, or with NUL, is rejected with its place, never changed in silence', async () => {
  const content = Buffer.concat([
    Buffer.from('SELECT 1\nSELECT '),
    Buffer.from([0x27, 0xe9, 0x27]),
    Buffer.from("\nSELECT 'a\0b'\nSELECT '\ufffd'\n"),
  ]);
  const [, , receipt] = await run(benchmarkItem(benchmark), predictions(content));
  expect(receipt!.rejections.map(({ line, key, reason }) => [line, key, reason])).toEqual([
    [2, 'shops-0002', 'the line is not valid UTF-8'],
    [3, 'shops-0003', 'the line holds a NUL character'],
  ]);
  expect(await storedSql()).toEqual(['SELECT 1', null, null, "SELECT '\ufffd'"]);
});

test('a file that changed keeps the first predictions and rejects the others with what is there', async () => {
  await run(benchmarkItem(benchmark), predictions(GOLDS.join('\n')));
  const [receipt] = await run(predictions(['SELECT 0', ...GOLDS.slice(1)].join('\n')));
  expect(counts(receipt!)).toMatchObject({ unchanged: 3, rejected: 1 });
  expect(receipt!.rejections[0]).toMatchObject({ line: 1, reason: 'a has another prediction for this instance (a.txt:1)' });
  expect(await storedSql()).toEqual(GOLDS);
});

test('records that are no instances are rejected with line and reason, and keep the lines of prediction files in place', async () => {
  changeJson('dev.json', ([first, second, third, fourth]) => [
    first,
    { ...second, db_id: '../x' },
    { ...third, query: undefined },
    { ...fourth, instance_id: 'mine' },
  ]);
  const [instances, , receipt] = await run(benchmarkItem(benchmark), predictions(GOLDS.join('\n')));
  expect(counts(instances!)).toMatchObject({ read: 4, kept: 2, rejected: 2 });
  expect(instances!.rejections).toMatchObject([
    {
      file: 'dev.json',
      line: 2,
      key: 'shops-0002',
      reason: 'no schema for database ../x in tables.json',
      excerpt: 'Question 2?',
    },
    { file: 'dev.json', line: 3, key: null, reason: expect.stringContaining('query') },
  ]);
  expect(counts(receipt!)).toMatchObject({ read: 4, kept: 2, rejected: 2 });
  const view = await client.call('room.instance', { instance: 2, sample: null });
  expect(view).toMatchObject({ instanceId: 'mine', predictions: [{ sql: GOLDS[3] }] });
});

test.each(['../x', '..', 'a/b', 'a\\b', 'nul\0'])('a schema named %j does not reach outside its folder', async (name) => {
  changeJson('tables.json', ([shop, depot]) => [shop, { ...depot, db_id: name }]);
  changeJson('dev.json', (records) => records.map((record) => (record.db_id === 'depot' ? { ...record, db_id: name } : record)));
  const [instances, schemas] = await run(benchmarkItem(benchmark));
  expect(schemas!.rejections).toMatchObject([{ key: name, reason: 'the database id is no plain name' }]);
  expect(instances!.rejections).toMatchObject([{ line: 4, reason: expect.stringContaining('no schema for database') }]);
});

test('schemas that are broken, doubled, or name a table twice are rejected one by one', async () => {
  changeJson('tables.json', ([shop, depot]) => [
    shop,
    shop,
    { ...depot, table_names_original: ['item', 'item'] },
    { db_id: 'other' },
    null,
  ]);
  const [instances, schemas] = await run(benchmarkItem(benchmark));
  expect(counts(schemas!)).toMatchObject({ read: 5, kept: 1, rejected: 4 });
  expect(schemas!.rejections.map(({ reason }) => reason)).toEqual([
    'second schema for the same database id',
    'the schema names a table twice',
    expect.stringContaining('not a schema of Spider'),
    expect.stringContaining('not a schema of Spider'),
  ]);
  expect(counts(instances!)).toMatchObject({ kept: 3, rejected: 1 });
});

test.each([
  [
    'truncated JSON',
    (text: string) => Buffer.from(text.slice(0, -20)),
    'brackets, quotes or commas do not fit|ends in the middle',
  ],
  ['NUL bytes', (text: string) => Buffer.from(text.replace('Question 2', 'Question\0')), 'NUL byte'],
  ['bytes that are no UTF-8', (text: string) => Buffer.from(text.replace('Question 2', 'Fr\u00e9d'), 'latin1'), 'UTF-8'],
])('of dev.json with %s what can be read is kept, and the rest is named', async (_, change, why) => {
  const file = path.join(benchmark, 'dev.json');
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  const [receipt] = await run(benchmarkItem(benchmark));
  expect(counts(receipt!)).toMatchObject({ read: 4, kept: 3, rejected: 1 });
  expect(receipt!.rejections[0]!.reason).toMatch(new RegExp(why));
});

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'dev.json is not valid UTF-8'],
  ['an object instead of an array', () => Buffer.from('{}'), 'dev.json does not hold a JSON array'],
])('dev.json with %s is refused whole, and nothing is written', async (_, change, why) => {
  const file = path.join(benchmark, 'dev.json');
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  await expect(run(benchmarkItem(benchmark))).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: expect.stringContaining(why),
  });
  expect(await client.call('project.summary', null)).toMatchObject({ benchmark: null, instances: 0 });
  expect(await client.call('import.receipts', null)).toEqual([]);
});

test('dev.json with a byte order mark and Windows line ends is read as without', async () => {
  const file = path.join(benchmark, 'dev.json');
  const text = JSON.stringify(JSON.parse(fs.readFileSync(file, 'utf8')), null, 2);
  fs.writeFileSync(file, `\ufeff${text.replaceAll('\n', '\r\n')}`);
  expect(counts((await run(benchmarkItem(benchmark)))[0]!)).toMatchObject({ kept: 4, rejected: 0 });
});

test('another version of the benchmark does not overwrite questions, and another benchmark needs a project of its own', async () => {
  await run(benchmarkItem(benchmark));
  changeJson('dev.json', ([first, ...others]) => [{ ...first, question: 'Another question?' }, ...others]);
  const [instances] = await run(benchmarkItem(benchmark));
  expect(counts(instances!)).toMatchObject({ unchanged: 3, rejected: 1 });
  expect(instances!.rejections[0]).toMatchObject({
    line: 1,
    key: 'shops-0001',
    reason: expect.stringContaining('another question or gold'),
  });

  const other = path.join(path.dirname(benchmark), 'others');
  fs.cpSync(benchmark, other, { recursive: true });
  await expect(run(benchmarkItem(other))).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: expect.stringContaining('shops'),
  });
});

test('a database file that is missing is a note in the receipt, not a reason to reject', async () => {
  fs.rmSync(path.join(benchmark, 'database', 'depot', 'depot.sqlite'));
  const [instances] = await run(benchmarkItem(benchmark));
  expect(counts(instances!)).toMatchObject({ kept: 4, rejected: 0 });
  expect(instances!.notes).toEqual([expect.stringContaining('No database file for depot')]);
});

test('a preview says what the import then does, and writes nothing', async () => {
  const items = [
    benchmarkItem(benchmark),
    predictions(['SELECT 1', '', 'SELECT 3', 'SELECT 4'].join('\n')),
    predictions('SELECT 1', 'b'),
  ];
  const previews = await client.call('import.preview', { items });
  expect(await client.call('project.summary', null)).toMatchObject({ benchmark: null, instances: 0, systems: 0 });
  expect(previews[1]).toMatchObject({ without: ['shops-0002'], refused: null });
  expect(previews[1]!.firstTen.map(({ line, key, text }) => [line, key, text])).toEqual([
    [1, 'shops-0001', 'SELECT 1'],
    [3, 'shops-0003', 'SELECT 3'],
    [4, 'shops-0004', 'SELECT 4'],
  ]);
  expect(previews[2]!.refused?.message).toContain('1 lines');

  const done = await run(items[0]!, items[1]!);
  const withoutStamp = done.map(({ id: _id, at: _at, ...receipt }) => receipt);
  expect(withoutStamp).toEqual(previews.slice(0, 2).flatMap((preview) => preview.receipts));
});

test('a folder is recognised with the prediction files in it', async () => {
  fs.mkdirSync(path.join(benchmark, 'predictions'));
  fs.writeFileSync(path.join(benchmark, 'predictions', 'dail.txt'), '');
  fs.writeFileSync(path.join(benchmark, 'predictions', 'notes.md'), '');
  const { items, leftAlone } = await client.call('import.detect', { paths: [benchmark, path.join(folder, 'nowhere')] });
  expect(items.map((item) => [item.kind, path.basename(item.path)])).toEqual([
    ['benchmark', 'shops'],
    ['predictions', 'dail.txt'],
  ]);
  expect(leftAlone.map((name) => path.basename(name))).toEqual(['notes.md', 'nowhere']);
});

test.skipIf(process.platform === 'win32')(
  'an import that the disk has no room for says so, what to do, and leaves nothing',
  async () => {
    const project = path.join(folder, 'full.assay');
    await assayOk(['new', project]);
    await assayOk(['import', project, '--format', 'spider', '--path', benchmark]);
    const large = path.join(folder, 'large.sql');
    fs.writeFileSync(large, GOLDS.map((gold) => `${gold} -- ${'x'.repeat(4_000_000)}\n`).join(''));
    // No file of these processes may grow beyond a few megabytes: their writes then fail as on a full disk.
    const cli = path.join(BUILT, 'cli', 'main.cjs');
    const asked = [process.execPath, cli, 'import', project, '--predictions', large, '--system', 'a'];
    const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 4096; exec "$@"', 'sh', ...asked], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/could not be written[\s\S]*Check that the disk .* has space/)]);
    await assayOk(['import', project, '--predictions', large, '--system', 'a']);
  },
);
