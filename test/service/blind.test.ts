import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { QueueEntry } from '#shared/contract/room.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { blindEventsIn } from '../helpers/project-file.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// What blind labelling hides never leaves the service: the window cannot leak what it does not have.

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');
const benchmark = path.join(folder, 'town');

let service: TestService;
let client: AssayClient;
let open: QueueEntry[];
let systems: string[];
let annotators = 0;

beforeAll(async () => {
  makeStrataBenchmark(benchmark, 8);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client, ['multiset', 'ordered']);
  await drawAll(client);
  open = await client.call('room.queue', { sample: 1 });
  systems = (await client.call('room.facets', { sample: 1 })).systems.map(({ name }) => name);
  expect(systems.length).toBeGreaterThan(1);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await client.call('project.setAnnotator', { name: `blind ${++annotators}` });
  await client.call('blind.set', { on: true });
});

const view = (instance: number) => client.call('room.instance', { instance, sample: 1 });
/** The number by which the annotator knows a system in an instance: an answer about the item tells it. */
const numberIn = async (instance: number, system: number): Promise<number> =>
  (await client.call('label.edit', { instance, system, edit: { field: 'flagged', on: false } })).system;
const commit = (instance: number, system: number) =>
  client.call('label.edit', { instance, system, edit: { field: 'status', status: 'done' } });
/** An entry with several items to label. */
const several = () => open.find(({ items }) => items.length > 1)!;

/** The systems that an instance is shown with, in an order that tells nothing. */
const shownOf = async (instance: number, sample: number | null) =>
  (await client.call('room.instance', { instance, sample })).predictions.map(({ system }) => system).sort();

test('the queue has no strata and another order than the one drawn, the same at each asking', async () => {
  const queue = await client.call('room.queue', { sample: 1 });
  expect(queue.map(({ stratum }) => stratum)).toEqual(open.map(() => null));
  expect(queue.map(({ instanceId }) => instanceId).sort()).toEqual(open.map(({ instanceId }) => instanceId).sort());
  expect(queue.map(({ instance }) => instance)).not.toEqual(open.map(({ instance }) => instance));
  expect(await client.call('room.queue', { sample: 1 })).toEqual(queue);
});

test('an instance is sent without names, groups, sources, verdicts, clusters, explanations and stratum', async () => {
  for (const { instance } of open) {
    const hidden = await view(instance);
    expect(hidden).toMatchObject({ hidden: true, stratum: null });
    const text = JSON.stringify(hidden);
    for (const name of systems) expect(text).not.toContain(`"name":"${name}"`);
    for (const prediction of hidden.predictions) {
      expect(prediction).toMatchObject({ group: '', source: '', verdicts: [], explanation: null, cluster: null });
      expect(prediction.name).toMatch(/^System [A-Z]$/);
    }
    // Equal names of results tell equal results.
    expect(text).not.toMatch(/rowsHash|resultHash/);
  }
});

test('every instance of every stratum lists all systems, until its items to label are committed', async () => {
  const { instance, items } = open.find((entry) => entry.items.length < systems.length)!;
  for (const entry of await client.call('room.queue', { sample: 1 })) {
    expect(entry.items).toHaveLength(systems.length);
    expect(entry.items.map(({ system }) => system).sort()).toEqual(await shownOf(entry.instance, 1));
  }
  const committed = await Promise.all(items.map(async ({ system }) => (await commit(instance, system)).system));
  const entry = (await client.call('room.queue', { sample: 1 })).find((each) => each.instance === instance)!;
  expect(entry.items.map(({ system }) => system).sort()).toEqual(committed.sort());
  expect(entry.items.every(({ status }) => status === 'done')).toBe(true);
  await client.call('label.undo', null);
  const again = (await client.call('room.queue', { sample: 1 })).find((each) => each.instance === instance)!;
  expect(again.items).toHaveLength(systems.length);
});

test('without a sample, and in samples drawn under other rules, an instance shows the same systems', async () => {
  const all = await client.call('room.queue', { sample: null });
  expect(all.length).toBeGreaterThan(open.length);
  const draw = (rule: string, sizes: { S1: number; S2: number; S3: number }) =>
    client.call('sample.draw', { name: `${rule} ${sizes.S1}`, rule, reading: 'disjoint', seed: 3, sizes, without: [] });
  const { id: other } = await draw('ordered', { S1: 100, S2: 100, S3: 100 });
  const { id: newest } = await draw('multiset', { S1: 1, S2: 0, S3: 0 });
  const { hits } = await client.call('search.find', { text: 'select', in: ['sql'], limit: 500 });
  for (const { instance } of open) {
    const listed = await shownOf(instance, 1);
    expect(listed).toHaveLength(systems.length);
    for (const sample of [null, other, newest]) {
      expect(await client.call('room.instance', { instance, sample })).toMatchObject({ hidden: true });
      expect(await shownOf(instance, sample)).toEqual(listed);
    }
    // What is found tells no more than what is shown.
    const found = hits.flatMap((hit) => (hit.instance === instance && hit.system ? [hit.system.id] : []));
    for (const system of found) expect(listed).toContain(system);
  }
});

test('letters differ from instance to instance and stay for one', async () => {
  const { system } = several().items[0]!;
  const letterIn = async ({ instance }: QueueEntry) => {
    const number = await numberIn(instance, system);
    return (await view(instance)).predictions.find((each) => each.system === number)?.name;
  };
  const all = await Promise.all(open.map(letterIn));
  expect(all).not.toContain(undefined);
  expect(new Set(all).size).toBeGreaterThan(1);
  expect(await letterIn(several())).toBe(await letterIn(several()));
});

test('results come without marks, rows that one side lacks among them, and nothing says why they differ', async () => {
  const { instance, items } = several();
  const key = { instance, system: items[0]!.system, sample: 1 };
  const results = await client.call('room.results', key);
  expect(results).toMatchObject({ marked: false, counts: { different: 0, differingCells: 0 } });
  const { rows } = await client.call('room.rows', { ...key, from: 0, count: 100, onlyDifferences: true });
  expect(rows.length).toBe(results.rowCount);
  expect(rows.every(({ kind, differing }) => kind === 'equal' && differing.length === 0)).toBe(true);
  expect(await client.call('room.why', key)).toBeNull();
  expect(await client.call('room.nextDifference', { ...key, from: -1, direction: 'forward' })).toEqual({ index: null });
});

test('a committed item tells its verdict, names come when the last one is committed, and go with an undo', async () => {
  const { instance, items } = several();
  const { system: committed } = await commit(instance, items[0]!.system);
  const part = await view(instance);
  expect(part.hidden).toBe(true);
  for (const { system, verdicts, name } of part.predictions) {
    expect(verdicts.length > 0).toBe(system === committed);
    expect(systems).not.toContain(name);
  }
  for (const { system } of items.slice(1)) await commit(instance, system);
  const whole = await view(instance);
  expect(whole).toMatchObject({ hidden: false });
  expect(whole.stratum).not.toBeNull();
  expect(systems).toEqual(expect.arrayContaining(whole.predictions.map(({ name }) => name)));
  await client.call('label.undo', null);
  expect(await view(instance)).toMatchObject({ hidden: true });
});

test('revealing shows one instance, for good, and stands in its history and in the report', async () => {
  const [first, second] = open;
  await client.call('blind.reveal', { instance: first!.instance });
  expect(await view(first!.instance)).toMatchObject({ hidden: false });
  expect(await view(second!.instance)).toMatchObject({ hidden: true });
  const history = await client.call('label.history', { instance: first!.instance, system: first!.items[0]!.system });
  expect(history).toMatchObject([
    { kind: 'reveal', description: 'revealed before it was committed', annotator: `blind ${annotators}` },
  ]);
  await client.call('blind.revealScreen', { screen: 'overview' });
  await client.call('blind.set', { on: false });
  expect(await view(second!.instance)).toMatchObject({ hidden: false });
  expect(blindEventsIn(file, `blind ${annotators}`).map(({ kind, instance_id, screen }) => [kind, instance_id, screen])).toEqual([
    ['off', null, null],
    ['reveal', null, 'overview'],
    ['reveal', first!.instance, null],
    ['on', null, null],
  ]);
  const { checks } = await client.call('report.errorTypes', { sample: 1 });
  expect(checks.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /^Blind labelling was ended by blind \d+ on 20[\d-]{8} [\d:]{5} UTC, which shows everything; 1 instance and 1 screen revealed on purpose before$/,
    ),
  );
});

test('the setting belongs to the annotator, also after a restart', async () => {
  const name = `blind ${annotators}`;
  await client.call('project.setAnnotator', { name: 'sees everything' });
  expect(await client.call('blind.get', null)).toEqual({ on: false, hides: false });
  expect(await view(several().instance)).toMatchObject({ hidden: false });
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: name });
  expect(await client.call('blind.get', null)).toEqual({ on: true, hides: true });
});

test('exported labels, facets, search and copying tell nothing either', async () => {
  const labels = Buffer.from((await client.call('report.file', { sample: 1, name: 'labels.json' })).bytes).toString('utf8');
  for (const name of systems) expect(labels).not.toContain(`"${name}"`);
  const exported: { instanceId: string; verdict: null; stratum: null; group: null }[] = JSON.parse(labels).labels;
  expect(exported[0]).toMatchObject({ verdict: null, stratum: null, group: null });
  // Neither the order of the drawing nor the number of systems of an instance tells its stratum.
  const ids = exported.map(({ instanceId }) => instanceId);
  expect([...new Set(ids)]).not.toEqual(open.map(({ instanceId }) => instanceId));
  for (const { instanceId } of open) expect(ids.filter((id) => id === instanceId)).toHaveLength(systems.length);
  expect(await client.call('room.facets', { sample: 1 })).toMatchObject({ systems: [], flips: [], disputed: [] });
  const { hits } = await client.call('search.find', { text: 'select', in: ['sql'], limit: 100 });
  expect(hits.length).toBeGreaterThan(0);
  for (const name of systems) expect(JSON.stringify(hits)).not.toContain(`"${name}"`);
  const { instance, items } = several();
  await expect(
    client.call('label.copy', { instance, system: items[0]!.system, systems: [items[1]!.system] }),
  ).rejects.toMatchObject({ code: 'HIDDEN', next: expect.stringContaining('reveal the instance') });
});

test('time at work adds up, survives a kill, and tells what is left once enough is finished', async () => {
  const { instance, items } = several();
  const item = { instance, system: items[0]!.system };
  await client.call('time.add', { ...item, ms: 4_000 });
  expect(await client.call('time.add', { ...item, ms: 2_000 })).toEqual({ ms: 6_000 });
  const name = `blind ${annotators}`;
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator: name });
  expect(await client.call('time.get', item)).toEqual({ ms: 6_000 });
  await commit(item.instance, item.system);
  expect(await client.call('time.sample', { sample: 1 })).toMatchObject({ ms: 6_000, finished: 1, leftMs: null });
  const others = open.flatMap((entry) => entry.items.map(({ system }) => ({ instance: entry.instance, system })));
  for (const other of others.slice(0, 5)) await commit(other.instance, other.system);
  const { finished, open: left, leftMs } = await client.call('time.sample', { sample: 1 });
  expect(leftMs).toBe(Math.round((6_000 / finished) * left));
});
