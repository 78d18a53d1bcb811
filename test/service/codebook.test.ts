import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { codebookDifferences } from '#shared/model/codebookDifference.ts';
import { CODEBOOK_PRESETS } from '#shared/model/codebookPresets.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { assay, assayOk } from '../helpers/command-line.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The codebook changes while people label: nothing is lost, and what has to be looked at again is listed.

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');
const benchmark = path.join(folder, 'town');

let service: TestService;
let client: AssayClient;
let queue: QueueEntry[];

beforeAll(async () => {
  makeStrataBenchmark(benchmark, 8);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client);
  await drawAll(client);
  queue = await client.call('room.queue', { sample: 1 });
});
afterAll(() => service.stop());

const item = () => ({ instance: queue[0]!.instance, system: queue[0]!.items[0]!.system });
const setCode = (code: string, on = true) => client.call('label.edit', { ...item(), edit: { field: 'code', code, on } });
const stale = async () =>
  (await client.call('room.queue', { sample: 1 })).flatMap((entry) => entry.items.filter((each) => each.stale)).length;
const reopen = async () => {
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: 'mk' });
};

test('a redefined code lists its labels for review until somebody says that they hold, across a kill', async () => {
  await setCode('C1');
  expect(await stale()).toBe(0);
  const next = await client.call('codebook.change', {
    change: { change: 'redefine', code: 'C1', definition: 'Narrower now.', examples: [], strata: null, group: '' },
  });
  expect(next.version).toBe(2);
  await reopen();
  expect(await client.call('codebook.get', null)).toEqual(next);
  expect(await stale()).toBe(1);
  // Another code is no review of this one.
  expect((await setCode('C2')).label).toMatchObject({ codebookVersion: 2, codeVersions: { C1: 1, C2: 2 } });
  expect(await stale()).toBe(1);
  const report = await client.call('report.errorTypes', { sample: 1 });
  expect(report.checks.map(({ text }) => text)).toContain(
    '1 label with a code whose meaning has changed since it was set: to review',
  );

  await client.call('label.edit', { ...item(), edit: { field: 'review' } });
  expect(await stale()).toBe(0);
  expect(await client.call('label.undo', null)).toMatchObject({
    description: 'codes reviewed',
    label: { codeVersions: { C1: 1 } },
  });
  expect(await stale()).toBe(1);
  await client.call('label.redo', null);
  expect(await stale()).toBe(0);
});

test('a split code stays on its labels and makes them stale; it can be taken away though it is retired', async () => {
  const part = (code: string) => ({ code, title: code, definition: '', examples: [], strata: null, group: '' });
  await client.call('codebook.change', { change: { change: 'split', code: 'C2', into: [part('C2a'), part('C2b')] } });
  expect(await stale()).toBe(1);
  expect((await setCode('C2', false)).label.codes).toEqual(['C1']);
  expect((await setCode('C2a')).label.codes).toEqual(['C1', 'C2a']);
  expect(await stale()).toBe(0);
});

test('what the codebook refuses changes nothing', async () => {
  const before = await client.call('codebook.get', null);
  await expect(client.call('codebook.change', { change: { change: 'retire', code: 'C9' } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'There is no code C9 in the codebook.',
  });
  expect(await client.call('codebook.get', null)).toEqual(before);
  expect((await client.call('codebook.versions', null)).map(({ version, by }) => [version, by])).toEqual([
    [3, 'mk'],
    [2, 'mk'],
    [1, ''],
  ]);
});

test('the command line exports, imports and takes over presets; the way round brings the same codes', async () => {
  const own = path.join(folder, 'cli.assay');
  await assayOk(['new', own]);
  await assayOk(['codebook', 'add', own, 'C6', 'Wrong unit', '--definition', 'Metres for feet.', '--type', 'Values']);
  for (const format of ['json', 'csv']) {
    const out = path.join(folder, `codes.${format}`);
    await assayOk(['codebook', 'export', own, '--out', out]);
    const other = path.join(folder, `${format}.assay`);
    await assayOk(['new', other]);
    const dry = await assayOk(['codebook', 'import', other, out, '--dry-run']);
    expect(dry.stdout).toMatch(/C6 +Wrong unit +added/);
    expect((await assayOk(['codebook', 'versions', other])).stdout).not.toContain('v2');
    const imported = (await assayOk(['codebook', 'import', other, out, '--json'])).json<Codebook>();
    const plain = ({ codes }: Codebook) => codes.map(({ changedIn, ...code }) => code);
    expect(plain(imported)).toEqual(plain((await assayOk(['codebook', 'show', own, '--json'])).json<Codebook>()));
    expect((await assay(['codebook', 'export', own, '--out', out])).code).not.toBe(0);
  }
  const bugs = (await assayOk(['codebook', 'preset', own, 'nl2sql-bugs', '--json'])).json<Codebook>();
  expect(bugs.codes.filter(({ retired }) => !retired)).toHaveLength(31);
  expect(bugs.codes.filter(({ retired }) => retired).map(({ code }) => code)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6']);
  expect((await assayOk(['codebook', 'versions', own])).stdout).toMatch(/v3 .*NL2SQL-BUGs taken over: 31 codes/);
  expect(CODEBOOK_PRESETS).toHaveLength(2);

  const bad = path.join(folder, 'bad.csv');
  fs.writeFileSync(bad, 'title\nx\n');
  expect((await assay(['codebook', 'import', own, bad])).stderr).toContain('The column code is missing.');
});

describe('a file to take over', () => {
  const put = (name: string, bytes: string | Buffer) => {
    const out = path.join(folder, name);
    fs.writeFileSync(out, bytes);
    return out;
  };
  const reading = (name: string, bytes: string | Buffer) => client.call('codebook.read', { path: put(name, bytes) });
  const taking = async (name: string, bytes: string | Buffer) =>
    client.call('codebook.change', { change: { change: 'adopt', ...(await reading(name, bytes)) } });
  const entry = (code: string, more: object = {}) => ({
    code,
    title: code,
    definition: '',
    examples: [],
    strata: null,
    retired: false,
    group: '',
    replacedBy: [],
    changedIn: 1,
    ...more,
  });
  const json = (...codes: object[]) => JSON.stringify({ format: 'assay/codebook', version: 1, codebook: { name: 'n', codes } });
  const many = Array.from({ length: 5_000 }, (_, at) => `X${at},title ${at}`).join('\n');

  test('tells before it is taken over what it would make, and how many labels it would list for review', async () => {
    await setCode('C1');
    const now = await client.call('codebook.get', null);
    const listed = await stale();
    const read = await reading('preview.csv', 'code,title,definition\nC1,Grounding,Other words.\nU1,Units,\n');
    const change = { change: 'adopt', ...read } as const;
    const { codebook, toReview } = await client.call('codebook.preview', { change });
    expect(await client.call('codebook.get', null), 'looking changes nothing').toEqual(now);
    expect(await stale()).toBe(listed);
    const differences = new Map(codebookDifferences(now, codebook).map(({ code, kinds }) => [code, kinds]));
    expect(differences.get('C1')).toEqual(['redefined', 'renamed']);
    expect(differences.get('U1')).toEqual(['added']);
    expect(differences.get('C5')).toEqual(['retired']);
    expect(toReview).toMatchObject({ labels: 1, ofAll: true });
    expect(toReview.byCode).toContainEqual({ code: 'C1', labels: 1 });
    // What was told is what is made.
    expect(await client.call('codebook.change', { change })).toEqual(codebook);
    expect(await stale()).toBe(listed + toReview.labels);
    // On the way back it says again what it said when the label was set, and that is told.
    const back = { change: 'adopt', name: now.name, codes: now.codes } as const;
    const backward = (await client.call('codebook.preview', { change: back })).toReview;
    expect(backward).toMatchObject({ labels: 0, stay: listed });
    const again = await client.call('codebook.change', { change: back });
    expect(await client.call('codebook.get', null)).toEqual(again);
    expect(await stale()).toBe(listed);
  });

  test.each([
    ['twice.csv', 'code,title\nC1,a\nC1,b\n', 'The code C1 comes twice.'],
    ['name.csv', 'code,title\nC 1/2,a\n', '“C 1/2” is no code: letters, digits, dots, dashes and underscores.'],
    ['many.csv', `code,title\n${many}\n`, 'A codebook has at most 1000 codes; this one has 5000.'],
    ['large.csv', `code,title,definition\nC1,a,"${'x'.repeat(10_000_000)}"\n`, 'the file is too large'],
    ['large.json', json(entry('C1', { definition: 'x'.repeat(10_000_000) })), 'the file is too large'],
    ['utf16.csv', Buffer.from('\ufeffcode,title\r\nC1,a\r\n', 'utf16le'), 'the text is UTF-16, not UTF-8'],
    ['latin1.csv', Buffer.from('code,title\nC1,Pr\u00e4dikat\n', 'latin1'), 'the text is not UTF-8 (byte 0xe4'],
    ['open.csv', 'code,title\nC1,"never closed\n', 'a quote is opened and never closed'],
    ['empty.json', '', 'It is not valid JSON'],
    ['other.json', '[1]', 'other.json is no codebook: The format of one is “assay/codebook”, which it does not name.'],
    ['alike.csv', 'code,title\nB1,a\nb1,b\n', 'The codes B1 and b1 differ in letters that look alike, or only in their case.'],
    ['none.json', json(), 'The file holds no code.'],
    [
      'cycle.json',
      json(entry('A', { retired: true, replacedBy: ['B'] }), entry('B', { retired: true, replacedBy: ['A'] })),
      'in the end by itself',
    ],
    ['self.json', json(entry('A', { retired: true, replacedBy: ['A'] })), 'A is replaced by itself.'],
    [
      'lost.json',
      json(entry('A', { retired: true, replacedBy: ['Z'] })),
      'A is replaced by Z, which the codebook does not have.',
    ],
    ['both.json', json(entry('A', { replacedBy: ['B'] }), entry('B')), 'A is in use, and replaced by B: only one of the two.'],
    ['blank.json', json(entry('A', { title: ' ' })), 'Code 1, title: A code needs a title.'],
    ['control.json', json(entry('A', { definition: 'a\u0007b' })), 'Code 1, definition: There is a control character'],
  ])('%s is refused with the reason, and changes nothing', async (name, bytes, reason) => {
    const before = await client.call('codebook.get', null);
    await expect(taking(name, bytes)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(reason) });
    expect(await client.call('codebook.get', null)).toEqual(before);
  });

  test.each([
    [
      'with a byte order mark and the line ends of Windows',
      '\ufeffcode,title,retired\r\nC1,Grounding,FALSE\r\nOLD,"Gone, ""really""",TRUE\r\n',
    ],
    ['parted by semicolons', 'code;title;retired\nC1;Grounding;false\nOLD;"Gone, ""really""";true\n'],
    ['parted by tabs', 'code\ttitle\tretired\nC1\tGrounding\t\nOLD\t"Gone, ""really"""\ttrue\n'],
    [
      'with columns in another order and empty lines',
      'retired,title,code\n\nfalse,Grounding,C1\n\ntrue,"Gone, ""really""",OLD\n',
    ],
  ])('a table %s is taken over as it is written', async (name, text) => {
    const { version, codes } = await taking(`${name}.csv`, text);
    expect(codes.slice(0, 2)).toMatchObject([
      { code: 'C1', title: 'Grounding', retired: false },
      { code: 'OLD', title: 'Gone, "really"', retired: true },
    ]);
    // What the file lacks is retired, never gone.
    expect(codes.slice(2).every(({ retired }) => retired)).toBe(true);
    expect((await client.call('codebook.versions', null))[0]).toMatchObject({ version, by: 'mk' });
  });
});
