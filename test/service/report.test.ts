import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { Accuracy, ErrorTypes } from '#shared/contract/report.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { elementsOf } from '../helpers/xml.ts';

const folder = temporaryFolder();
const benchmark = path.join(folder, 'town');
const out = path.join(folder, 'out', 'report');
const INSTANCES = 16;

let service: TestService;
let client: AssayClient;
let files: string[];

beforeAll(async () => {
  makeStrataBenchmark(benchmark, INSTANCES);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'M. "K" <mk>' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client);
  const sample = await drawAll(client);
  await labelSome(sample.id);
  ({ files } = await client.call('report.export', { sample: null, directory: out }));
});
afterAll(() => service.stop());

/** Of the one rule that judged. */
const METRIC_FILES = ['denominators-multiset.csv', 'times-multiset.csv', 'ves-multiset.csv', 'metrics-multiset.json'];

/**
 * S1: three of four instances finished, C1 on all three, C5 on one. S2: all four finished, C3 on two. S3: none finished,
 * though one item has a code.
 */
async function labelSome(sample: number): Promise<void> {
  const queue = await client.call('room.queue', { sample });
  const of = (stratum: string) => queue.filter((entry) => entry.stratum === stratum);
  const code = (entry: (typeof queue)[number], name: string) =>
    client.call('label.edit', {
      instance: entry.instance,
      system: entry.items[0]!.system,
      edit: { field: 'code', code: name, on: true },
    });
  const finish = async (entry: (typeof queue)[number]) => {
    for (const { system } of entry.items) {
      await client.call('label.edit', { instance: entry.instance, system, edit: { field: 'status', status: 'done' } });
    }
  };
  for (const entry of of('S1').slice(0, 3)) {
    await code(entry, 'C1');
    await finish(entry);
  }
  await code(of('S1')[0]!, 'C5');
  for (const entry of of('S2')) await finish(entry);
  for (const entry of of('S2').slice(0, 2)) await code(entry, 'C3');
  await code(of('S3')[0]!, 'C2');
}

const read = (name: string) => fs.readFileSync(path.join(out, name));
const jsonOf = <T>(name: string) => JSON.parse(read(name).toString()) as T;
const csvOf = (name: string) => {
  const [header, ...lines] = read(name).toString().trim().split('\r\n');
  return lines.map((line) => Object.fromEntries(header!.split(',').map((column, index) => [column, line.split(',')[index]])));
};

test('the report is these files, further tables of each judged rule among them, and nothing half-written beside them', () => {
  const names = [
    'accuracy.csv',
    'accuracy.json',
    'error-types.csv',
    'error-types.json',
    'error-types.png',
    'error-types.svg',
    'labels.csv',
    'labels.json',
    'responsible.csv',
    'confidence.csv',
    'error-types-by-system.csv',
    ...METRIC_FILES,
  ].sort();
  expect(fs.readdirSync(out).sort()).toEqual(names);
  expect(files.sort()).toEqual(names.map((name) => path.join(out, name)));
});

test('the shares are those of the labels: finished instances alone, n and Wilson bounds with them', () => {
  const data = jsonOf<ErrorTypes>('error-types.json');
  expect(data).toMatchObject({ sample: 'all', rule: 'multiset', seed: 7, codebookVersion: 1 });
  expect(data.strata).toEqual([
    { stratum: 'S1', frame: 4, drawn: 4, labelled: 3 },
    { stratum: 'S2', frame: 4, drawn: 4, labelled: 4 },
    { stratum: 'S3', frame: 4, drawn: 4, labelled: 0 },
  ]);
  const share = (code: string, stratum: string) =>
    data.codes.find((entry) => entry.code === code)!.shares.find((entry) => entry.stratum === stratum)!.share;
  expect(share('C1', 'S1')).toMatchObject({ count: 3, n: 3, share: 1 });
  // Wilson's interval of 2 of 4 at 95 %: 0.5 ± 0.35, worked out by hand.
  expect(share('C3', 'S2')).toMatchObject({
    count: 2,
    n: 4,
    share: 0.5,
    low: expect.closeTo(0.15, 3),
    high: expect.closeTo(0.85, 3),
  });
  expect(share('C5', 'S1')).toMatchObject({ count: 1, n: 3 });
  expect(share('C5', 'S2')).toBeNull();
  expect(share('C2', 'S3')).toMatchObject({ count: 0, n: 0 });
  expect(data.checks.some(({ level, text }) => level !== 'ok' && text.includes('S3'))).toBe(true);
});

test('the CSV of error types has the numbers of the JSON', () => {
  const rows = csvOf('error-types.csv');
  const expected = jsonOf<ErrorTypes>('error-types.json').codes.flatMap(({ code, shares }) =>
    shares.map(({ stratum, share }) => [code, stratum, share === null ? '' : String(share.count), String(share !== null)]),
  );
  expect(rows.map(({ code, stratum, count, offered }) => [code, stratum, count, offered])).toEqual(expected);
  expect(rows.find(({ code, stratum }) => code === 'C3' && stratum === 'S2')).toMatchObject({
    frame: '4',
    drawn: '4',
    n: '4',
    share: '0.5',
  });
});

test('the accuracies are those that the systems were made for, in JSON and CSV', () => {
  const { systems } = jsonOf<Accuracy>('accuracy.json');
  const matches = { a: 12, b: 8, c: 4 };
  expect(systems.map(({ system, group }) => [system, group])).toEqual([
    ['a', 'strong'],
    ['b', 'strong'],
    ['c', 'open'],
  ]);
  for (const { system, executed, rules } of systems) {
    const count = matches[system as keyof typeof matches];
    expect(executed).toMatchObject({ count: INSTANCES, n: INSTANCES });
    expect(rules).toMatchObject([{ rule: 'multiset', overFrame: { count, n: INSTANCES }, overAll: { count, n: INSTANCES } }]);
  }
  const csv = csvOf('accuracy.csv').filter(({ measure, over }) => measure === 'EX' && over === 'frame');
  expect(csv.map(({ system, count, n }) => [system, count, n])).toEqual(
    Object.entries(matches).map(([system, count]) => [system, String(count), String(INSTANCES)]),
  );
});

test('the figure is well-formed SVG that names strata and codes, and draws no script', () => {
  const svg = read('error-types.svg').toString();
  const elements = elementsOf(svg);
  expect(elements[0]).toBe('svg');
  expect(elements).not.toContain('script');
  expect(elements).not.toContain('foreignObject');
  for (const word of ['S1', 'S2', 'C1', 'C5']) expect(svg).toContain(word);
});

test('the picture is a PNG of the figure’s size, three dots to the unit, and not blank', () => {
  const png = read('error-types.png');
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [, svgWidth, svgHeight] = /<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"/.exec(read('error-types.svg').toString())!;
  expect(Math.abs(width - 3 * Number(svgWidth))).toBeLessThan(3);
  expect(Math.abs(height - 3 * Number(svgHeight))).toBeLessThan(3);
  // A white page of this size compresses to a few kilobytes.
  expect(png.length).toBeGreaterThan(15_000);
});

test('one file as bytes is the file that the export writes', async () => {
  for (const name of ['error-types.svg', 'error-types.png', 'accuracy.csv'] as const) {
    const { bytes } = await client.call('report.file', { sample: 1, name });
    expect(Buffer.from(bytes).equals(read(name)), name).toBe(true);
  }
});

test('a label set while the report is written is saved before the last file, and is in none; the report says how far it is', async () => {
  const entry = (await client.call('room.queue', { sample: 1 })).at(-1)!;
  const item = { instance: entry.instance, system: entry.items[0]!.system };
  const directory = path.join(folder, 'meanwhile');
  const ended: string[] = [];
  const told: { done: number; total: number | null }[] = [];
  const writing = client.call(
    'report.export',
    { sample: 1, directory },
    { onProgress: ({ done, total }) => told.push({ done, total }) },
  );
  const edit = { field: 'note', text: 'written meanwhile' } as const;
  await Promise.all([
    writing.then(() => ended.push('report')),
    client.call('label.edit', { ...item, edit }).then(() => ended.push('label')),
    expect(client.call('project.close', null)).rejects.toMatchObject({ code: 'BUSY' }),
  ]);
  expect(ended).toEqual(['label', 'report']);
  expect(told.length).toBeGreaterThan(0);
  for (const { done, total } of told) expect(done).toBeLessThanOrEqual(total!);
  expect(fs.readFileSync(path.join(directory, 'labels.json'), 'utf8')).not.toContain('written meanwhile');
  await client.call('label.undo', null);
});

test('a cancelled export stops, and what it wrote is whole', async () => {
  const directory = path.join(folder, 'cancelled');
  const cancelled = client.call('report.export', { sample: 1, directory }, { signal: AbortSignal.abort() });
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  for (const name of fs.readdirSync(directory))
    expect(fs.readFileSync(path.join(directory, name)).equals(read(name)), name).toBe(true);
});

test('before a sample is drawn there are the accuracies alone, once the run is judged; a folder that cannot be made is a clear failure', async () => {
  await expect(client.call('report.file', { sample: 99, name: 'error-types.csv' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const inFile = path.join(out, 'accuracy.csv', 'report');
  await expect(client.call('report.export', { sample: 1, directory: inFile })).rejects.toMatchObject({ code: 'SAVE_FAILED' });
  await client.call('project.create', { path: path.join(folder, 'undrawn.assay'), annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await client.call('execution.start', { jobs: 1, limits: {}, again: false });
  const undrawn = { sample: null, directory: path.join(folder, 'undrawn') };
  await expect(client.call('report.export', undrawn)).rejects.toMatchObject({
    code: 'NOTHING_TO_DO',
    next: 'Judge by a rule first.',
  });
  await client.call('judge.run', { rules: ['multiset'] });
  const exported = await client.call('report.export', undrawn);
  expect(exported.files.map((file) => path.basename(file))).toEqual(['accuracy.csv', 'accuracy.json', ...METRIC_FILES]);
});
