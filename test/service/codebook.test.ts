import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
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
