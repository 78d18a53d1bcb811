import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { AssayError } from '#shared/contract/errors.ts';
import { type ImportItem, OUTCOME_FORMATS, PREDICTION_FORMATS, TRAJECTORY_FORMATS } from '#shared/contract/import.ts';
import { detect } from '../../electron/service/importers/detect/detect.ts';
import { readText } from '../../electron/service/importers/sources/text.ts';
import { zipEntries } from '../../electron/service/importers/sources/zip.ts';
import { type ImportProject, importProject, jsonLines, madeBenchmark, writeFiles } from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { zipOf } from '../helpers/zip.ts';

// Input that is broken or made to harm: a named rejection each, nothing else lost, nothing written outside the project.

const root = temporaryFolder();
let project: ImportProject;
let folder: string;
let made = 0;
beforeEach(async () => {
  folder = path.join(root, `hostile${made++}`);
  project = importProject(root);
  await project.run(madeBenchmark(path.join(folder, 'benchmark')));
});

const predictions = (format: (typeof PREDICTION_FORMATS)[number], place: string): ImportItem => ({
  kind: 'predictions',
  format,
  path: place,
  system: 'a',
  group: 'open',
});
const trajectories = (format: (typeof TRAJECTORY_FORMATS)[number], place: string): ImportItem => ({
  kind: 'trajectories',
  format,
  path: place,
  system: 'a',
});

const rollout = (id: string) => [{ instance_id: id, rollout_idx: 0, conversation: [], terminated: false, error: 'x' }];
const sample = (id: string) => JSON.stringify({ id, epoch: 1, messages: [{ role: 'assistant', content: 'x' }] });

test('in a folder of logs, each broken file is rejected by its name and the others are kept', async () => {
  const deep = `${'{"a": '.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const place = writeFiles(path.join(folder, 'logs'), {
    'sf_bq000.json': rollout('sf_bq000'),
    'truncated.json': '[{"instance_id": "sf_bq001", "conv',
    'nul.json': '[{"instance_id": "sf_bq001\u0000", "conversation": []}]',
    'latin.json': Buffer.from('[{"instance_id": "sf_bq001", "error": "caf\xe9"}]', 'latin1'),
    'utf16.json': Buffer.from('\ufeff[{"instance_id": "sf_bq001"}]', 'utf16le'),
    'path.json': rollout('../../x'),
    'deep.json': `[{"instance_id": "sf_bq001", "conversation": [{"role": "assistant", "tool_calls": [{"name": "x", "arguments": ${deep}}]}]}]`,
    'empty.json': '',
    'list.json': '[]',
  });
  fs.symlinkSync(place, path.join(place, 'loop'));
  fs.symlinkSync('itself', path.join(place, 'itself'));
  fs.symlinkSync(path.join(place, 'gone'), path.join(place, 'dangling'));
  const [receipt] = await project.run(trajectories('spider-agent-tc', place));
  expect(receipt!.kept).toBe(1);
  const reasons = Object.fromEntries(receipt!.rejections.map((each) => [each.file, each.reason]));
  expect(reasons).toEqual({
    'truncated.json': 'the JSON ends in the middle: was the file cut off?',
    'nul.json': 'NUL byte in the text',
    'latin.json': expect.stringMatching(/^the text is not UTF-8 \(byte 0xe9 at position \d+\)$/),
    'utf16.json': 'the text is UTF-16, not UTF-8',
    'path.json': 'the id is not in this benchmark',
    'deep.json': 'an argument of a call is nested too deep to be read',
    'empty.json': 'the file is empty',
    'list.json': 'the list of rollouts is empty',
    loop: 'symbolic link loop',
    itself: 'symbolic link loop',
    dangling: 'the file does not exist (any more)',
  });
  expect(receipt!.read).toBe(1 + receipt!.rejections.length);
});

test('an Inspect archive: zip bombs, false sizes and broken samples are rejected, the others kept', async () => {
  const bomb = Buffer.alloc(40 * 1024 * 1024, ' ');
  writeFiles(folder, {
    'log.eval': zipOf([
      { name: 'header.json', content: '{}' },
      { name: 'samples/good_epoch_1.json', content: sample('sf_bq000') },
      { name: 'samples/bomb_epoch_1.json', content: bomb },
      { name: 'samples/lie_epoch_1.json', content: Buffer.alloc(200_000, 'x'), claimedSize: 100 },
      { name: 'samples/broken_epoch_1.json', content: '{"id": ' },
      { name: 'samples/last_epoch_1.json', content: sample('sf_bq001') },
    ]),
    'cut.eval': zipOf([{ name: 'samples/a.json', content: sample('sf_bq002') }]).subarray(0, 60),
  });
  const [receipt] = await project.run(trajectories('inspect', path.join(folder, 'log.eval')));
  expect(receipt).toMatchObject({ read: 5, kept: 2, rejected: 3 });
  expect(receipt!.rejections.map(({ key, reason }) => [key, reason])).toEqual([
    ['samples/bomb_epoch_1.json', expect.stringContaining('zip bomb')],
    ['samples/lie_epoch_1.json', expect.stringContaining('cannot be unpacked')],
    ['samples/broken_epoch_1.json', expect.stringContaining('not valid JSON')],
  ]);
  const [cut] = await project.run(trajectories('inspect', path.join(folder, 'cut.eval')));
  expect(cut).toMatchObject({ kept: 0, rejected: 1 });
  expect(cut!.rejections[0]!.reason).toContain('not a readable zip archive');
});

test('whatever holds a record that is too large, it is named with its size and what to do', async () => {
  const content = sample(`sf_bq000${'x'.repeat(3_000_000)}`);
  writeFiles(folder, { 'log.eval': zipOf([{ name: 'samples/a.json', content }]), 'a.json': content });
  const entries = [];
  for await (const entry of zipEntries(path.join(folder, 'log.eval'), () => true, 2_000_000)) entries.push(entry);
  expect(entries).toMatchObject([
    { name: 'samples/a.json', problem: { message: expect.stringMatching(/too large: it has 3 MB, .* 2 MB\. Shorten it/) } },
  ]);
  await expect(readText(path.join(folder, 'a.json'), 2_000_000)).rejects.toThrow(/2 MB, and has 3 MB\. Shorten it/);
});

test('a single line of a gigabyte is named, without being held', async () => {
  const file = path.join(folder, 'long.jsonl');
  fs.writeFileSync(file, `${JSON.stringify({ id: 'sf_bq000', pred_sql: 'SELECT 1' })}\n`);
  // A hole in the file, which takes no room on the disk and reads as NUL bytes.
  fs.truncateSync(file, 1e9);
  fs.appendFileSync(file, `\n${JSON.stringify({ id: 'sf_bq001', pred_sql: 'SELECT 2' })}\n`);
  const before = process.memoryUsage.rss();
  const [receipt] = await project.run(predictions('jsonl', file));
  expect(receipt).toMatchObject({ read: 3, kept: 2, rejected: 1 });
  const held = process.memoryUsage.rss() - before;
  expect(held).toBeLessThan(300e6);
  expect(receipt!.rejections[0]).toMatchObject({
    line: 2,
    reason: expect.stringContaining('the line is too large: it has 1,000 MB'),
  });
});

test('ids never become paths: what an export cannot name is left and said, nothing is written elsewhere', async () => {
  project.db.prepare("UPDATE instance SET instance_id = '../../escaped' WHERE instance_id = 'sf_bq000'").run();
  const place = writeFiles(path.join(folder, 'jsonl'), {
    'p.jsonl': jsonLines([
      { id: '../../escaped', pred_sql: 'SELECT 1' },
      { id: 'sf_bq001', pred_sql: 'SELECT 2' },
    ]),
  });
  await project.run(predictions('jsonl', path.join(place, 'p.jsonl')));
  const out = path.join(folder, 'deep', 'out');
  expect(await project.export({ kind: 'predictions', system: 'a', format: 'sql-folder' }, out)).toEqual({
    files: 1,
    records: 1,
    left: ['../../escaped.sql'],
  });
  expect(fs.existsSync(path.join(folder, 'escaped.sql'))).toBe(false);
  await expect(project.export({ kind: 'predictions', system: 'a', format: 'sql-folder' }, out)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('a path that is gone or may not be read is a refusal with the reason', async () => {
  await expect(project.run(predictions('jsonl', path.join(folder, 'nowhere.jsonl')))).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: expect.stringContaining('does not exist'),
  });
});

/** Texts that readers look for, mixed with anything. */
const fragment = fc.oneof(
  fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '\n',
    '"',
    '\t',
    '```sql',
    'SELECT 1',
    'sf_bq000',
    '"instance_id"',
    '"id"',
    '"messages"',
    '"conversation"',
    '"samples"',
  ),
  fc.constantFrom(
    '{"instance_id": "sf_bq000", "status": "match", "score": 1}\n',
    '[{"instance_id": "sf_bq001", "conversation": [{"role": "assistant", "content": "x"}]}]',
  ),
  fc.constantFrom(
    '{"0": "SELECT 1"}',
    "{'sf_bq000': 1}\n",
    'output\nsf_bq000\n',
    'instance_id,pred_sql\nsf_bq000,SELECT 1\n',
    '{"id": "sf_bq000", "pred_sql": "SELECT 1"}\n',
  ),
  fc.string({ maxLength: 12 }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);
const content = fc.oneof(
  fc.array(fragment, { maxLength: 8 }).map((parts) => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

test('whatever a file holds, every reader ends with a refusal or with a receipt that adds up, and detection with an answer', async () => {
  const names = [
    'sf_bq000.json',
    'p.jsonl',
    'p.csv',
    'p.txt',
    'log.eval',
    'sf_bq000/spider/result.json',
    'sf_bq000/0log.log',
    'sf_bq000_0_result.json',
    'sf_bq001.sql',
  ];
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom(...names), async (bytes, name) => {
      const place = path.join(root, `any${made++}`);
      writeFiles(place, { [name]: bytes });
      const items: ImportItem[] = [place, path.join(place, name)].flatMap((at): ImportItem[] => [
        ...PREDICTION_FORMATS.map((format) => predictions(format, at)),
        ...TRAJECTORY_FORMATS.map((format) => trajectories(format, at)),
        ...OUTCOME_FORMATS.map((format): ImportItem => ({ kind: 'outcomes', format, path: at, system: 'a' })),
      ]);
      for (const item of items) {
        const previews = await project.preview(item).catch((error: unknown) => {
          throw new AssayError('BUG', `${item.format} threw on ${name}: ${error instanceof Error ? error.stack : error}`);
        });
        for (const { read, kept, unchanged, rejected, rejections } of previews.flatMap((preview) => preview.receipts)) {
          expect(read).toBe(kept + unchanged + rejected);
          expect(rejections).toHaveLength(rejected);
        }
      }
      await detect([place]);
      fs.rmSync(place, { recursive: true });
    }),
    { numRuns: 60 },
  );
});

test('names by which two things would look alike are refused with the sign; texts may hold it', async () => {
  const task = (instance_id: string, db_id: string, more: object = {}) => ({
    instance_id,
    db_id,
    instruction: 'a\u200bb?',
    ...more,
  });
  const place = writeFiles(path.join(folder, 'named'), {
    'spider2-snow.jsonl': jsonLines([
      task('sf_1', 'TOWN'),
      task('sf_1\u200b', 'TOWN'),
      task('sf_2', '\u202eNWOT'),
      task('sf_3\u2066', 'CITY'),
      task('sf_\u0645\u06cc\u200c\u062e', 'TOWN'),
    ]),
  });
  const project = importProject(root);
  const [receipt] = await project.run({ kind: 'benchmark', format: 'spider2-snow', path: place });
  const reason = (what: string, sign: string) =>
    `the name of the ${what} has a sign that cannot be seen (${sign}): two names that look alike could not be told apart`;
  expect(receipt!.rejections.map((each) => [each.line, each.reason])).toEqual([
    [2, reason('instance', 'U+200B')],
    [3, reason('database', 'U+202E')],
    [4, reason('instance', 'U+2066')],
  ]);
  expect(receipt!.kept).toBe(2);
  // Nothing of a rejected record stays behind.
  expect(project.rows('SELECT name FROM benchmark_database')).toEqual([{ name: 'TOWN' }]);

  const file = writeFiles(path.join(folder, 'predictions'), { 'p.jsonl': jsonLines([{ id: 'sf_1', pred_sql: 'SELECT 1' }]) });
  const item = { ...predictions('jsonl', path.join(file, 'p.jsonl')), system: 'gpt\u200b-4' };
  await expect(project.run(item)).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: `Nothing was imported: ${reason('system', 'U+200B')}.`,
  });
});

test('no line of a JSONL file and no element of an array is lost without a word', async () => {
  const line = fc.oneof(
    fc.constant({ id: 'sf_bq001', pred_sql: 'SELECT 1' }),
    fc.record({ id: fc.string(), pred_sql: fc.string() }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (records) => {
      const texts = records.map((record) => JSON.stringify(record));
      const place = writeFiles(path.join(root, `lost${made++}`), {
        'p.jsonl': texts.map((text) => `${text}\n`).join(''),
        'p.json': `[${texts.join(',')}]`,
      });
      const [[lines], [array]] = [
        await project.preview(predictions('jsonl', path.join(place, 'p.jsonl'))),
        await project.preview(predictions('jsonl', path.join(place, 'p.json'))),
      ];
      expect(array!.receipts[0]!.read).toBe(records.length);
      // A first line that begins as an array does makes the file one.
      if (!texts[0]?.startsWith('[')) expect(lines!.receipts[0]!.read).toBe(records.length);
      fs.rmSync(place, { recursive: true });
    }),
    { numRuns: 60 },
  );
});
