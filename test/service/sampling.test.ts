import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient, AssayContract } from '#shared/contract/contract.ts';
import type { Sample } from '#shared/contract/overview.ts';
import type { Params } from '#shared/contract/rpc.ts';
import { makeBenchmark, makeStrataBenchmark, predictionsItem, strataItems } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const benchmark = path.join(folder, 'town');
const INSTANCES = 40;

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  makeStrataBenchmark(benchmark, INSTANCES);
  service = startService();
  client = service.client;
  await newProject('p.assay');
});
afterAll(() => service.stop());

async function newProject(name: string): Promise<void> {
  await client.call('project.create', { path: path.join(folder, name), annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client, ['multiset', 'bird-ex']);
}

type Draw = Params<AssayContract, 'sample.preview'>;
const DRAW: Draw = { rule: 'multiset', reading: 'disjoint', seed: 7, sizes: { S1: 4, S2: 3, S3: 2 }, without: [] };
const draw = (name: string, changes: Partial<Draw> = {}) => client.call('sample.draw', { ...DRAW, ...changes, name });
const idsOf = (sample: Pick<Sample, 'strata'>) => sample.strata.map(({ instanceIds }) => instanceIds);
/** The stratum that an instance was made for. */
const madeFor = (id: string) => ['S1', 'S2', 'S3', 'rest'][(Number(id.slice(-4)) - 1) % 4];

test('the strata partition the frame as the systems were made', async () => {
  const strata = await client.call('strata.get', { rule: 'multiset', reading: 'disjoint' });
  expect(strata).toMatchObject({ instances: 40, frame: 40, strongSystems: ['a', 'b'], otherSystems: ['c'] });
  for (const { stratum, count, instanceIds } of strata.strata) {
    expect(count).toBe(10);
    expect(instanceIds.map(madeFor)).toEqual(Array(10).fill(stratum));
  }
});

test('under the paper’s wording S2 holds S3 too', async () => {
  const { strata } = await client.call('strata.get', { rule: 'multiset', reading: 'paper' });
  expect(strata.map(({ count }) => count)).toEqual([10, 20, 10, 10]);
});

test('a sample holds what was asked of each stratum, and records what it rests on', async () => {
  const preview = await client.call('sample.preview', DRAW);
  const sample = await draw('main');
  expect(sample).toMatchObject({
    name: 'main',
    drawnBy: 'mk',
    rule: 'multiset',
    seed: 7,
    frame: 30,
    strongSystems: ['a', 'b'],
  });
  expect(sample.frameHash).toMatch(/^[0-9a-f]{64}$/);
  expect(sample.strata).toEqual(preview);
  for (const { stratum, frame, asked, instanceIds } of sample.strata) {
    expect(frame).toBe(10);
    expect(new Set(instanceIds).size).toBe(asked);
    expect(instanceIds.map(madeFor)).toEqual(Array(asked).fill(stratum));
  }
});

test('the same seed draws the same sample in another project, another seed another one', async () => {
  const here = await draw('seed 7 again');
  const other = await draw('seed 8', { seed: 8 });
  expect(idsOf(other)).not.toEqual(idsOf(here));
  await newProject('other.assay');
  const there = await draw('main');
  expect(idsOf(there)).toEqual(idsOf(here));
  expect(there.frameHash).toBe(here.frameHash);
  await client.call('project.open', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
});

test('a second sample leaves out the instances of the first, from its frame too', async () => {
  const first = await draw('first', { seed: 11 });
  const second = await draw('second', { seed: 12, without: ['first'], sizes: { S1: 10, S2: 10, S3: 10 } });
  expect(second.strata.map(({ frame }) => frame)).toEqual([6, 7, 8]);
  expect(second.without).toEqual(['first']);
  const both = [...idsOf(first).flat(), ...idsOf(second).flat()];
  expect(new Set(both).size).toBe(both.length);
  expect(both).toHaveLength(30);
  await expect(draw('third', { without: ['nobody'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a name is drawn once, and nothing cannot be drawn', async () => {
  await draw('once');
  await expect(draw('once', { seed: 9 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('once'),
  });
  await expect(draw('none', { sizes: { S1: 0, S2: 0, S3: 0 } })).rejects.toMatchObject({ code: 'NOTHING_TO_DO' });
  await expect(draw('odd', { rule: 'no-such-rule' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('several systems move into a group together, or none where one is unknown', async () => {
  const groups = async () =>
    Object.fromEntries(
      (await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' })).systems.map(({ name, group }) => [
        name,
        group,
      ]),
    );
  const before = await groups();
  await expect(client.call('systems.setGroup', { systems: ['a', 'no-such-system'], group: 'mine' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('no-such-system'),
  });
  expect(await groups()).toEqual(before);
  await client.call('systems.setGroup', { systems: ['a', 'b'], group: 'mine' });
  expect(await groups()).toEqual({ ...before, a: 'mine', b: 'mine' });
  for (const [system, group] of Object.entries(before)) await client.call('systems.setGroup', { systems: [system], group });
});

test('neither regrouping, judging again, running again nor a new system changes a drawn sample or its queue', async () => {
  const sample = await draw('kept');
  const queue = await client.call('room.queue', { sample: sample.id });
  const same = async () => {
    expect((await client.call('sample.list', null)).find(({ name }) => name === 'kept')).toEqual(sample);
    const now = await client.call('room.queue', { sample: sample.id });
    const byId = (entries: typeof queue) =>
      entries.map((entry) => ({ ...entry, items: [...entry.items].sort((x, y) => x.system - y.system) }));
    expect(byId(now)).toEqual(byId(queue));
  };
  await client.call('systems.setGroup', { systems: ['b'], group: 'open' });
  await client.call('systems.setGroup', { systems: ['c'], group: 'strong' });
  await client.call('judge.run', { rules: ['test-suite', 'multiset'] });
  await same();

  makeBenchmark(path.join(folder, 'more'), {
    databases: {},
    instances: [],
    predictions: { d: Array.from({ length: INSTANCES }, () => 'SELECT 1') },
  });
  await client.call('import.run', { items: [predictionsItem(path.join(folder, 'more'), 'd', 'strong')] });
  await executeAll(client);
  await same();

  await client.call('execution.start', { jobs: 1, limits: { rowCap: 1 }, again: true });
  await client.call('judge.run', { rules: ['multiset'] });
  await same();
});
