import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Before a sample is drawn every instance can be looked at, through the current run.

const folder = temporaryFolder();
const benchmark = path.join(folder, 'town');

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  makeStrataBenchmark(benchmark, 4);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client, ['multiset', 'ordered']);
});
afterAll(() => service.stop());

const queue = () => client.call('room.queue', { sample: null });

test('the room lists every instance in the order of the benchmark, with nothing to label', async () => {
  const listed = await queue();
  const all = await client.call('instances.list', null);
  expect(listed.map(({ instance }) => instance)).toEqual(all.map(({ instance }) => instance));
  expect(listed).toHaveLength(4);
  expect(listed.every(({ items, stratum }) => items.length === 0 && stratum === null)).toBe(true);
});

test('an instance shows every system with its verdicts and results of the current run', async () => {
  const [first] = await queue();
  const view = await client.call('room.instance', { instance: first!.instance, sample: null });
  expect(view.predictions.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  for (const { system, verdicts } of view.predictions) {
    expect(verdicts.map(({ rule, state }) => `${rule} ${state}`)).toEqual(
      expect.arrayContaining(['multiset mismatch', 'ordered mismatch']),
    );
    const results = await client.call('room.results', { instance: first!.instance, system, sample: null });
    expect(results).toMatchObject({ marked: true, missing: null });
  }
});

test('whoever labels blind sees of it no name and no verdict', async () => {
  await client.call('project.setAnnotator', { name: 'blind' });
  await client.call('blind.set', { on: true });
  const [first] = await queue();
  const view = await client.call('room.instance', { instance: first!.instance, sample: null });
  expect(view).toMatchObject({ hidden: true, stratum: null });
  expect(view.predictions.every(({ name, verdicts }) => /^System [A-Z]$/.test(name) && verdicts.length === 0)).toBe(true);
});
