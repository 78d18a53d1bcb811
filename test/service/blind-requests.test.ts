import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssayClient, AssayContract } from '#shared/contract/contract.ts';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { MethodName, Params } from '#shared/contract/rpc.ts';
import type { WHILE_BLIND } from '#shared/contract/whileBlind.ts';
import { assay, assayOk } from '../helpers/command-line.ts';
import { fillNamedProject } from '../helpers/named-project.ts';
import { blindEventsIn } from '../helpers/project-file.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Every request of the contract, asked by somebody who labels blind: what is refused, and that the rest tells nothing.

type Method = MethodName<AssayContract>;
type Decided = typeof WHILE_BLIND;
type Refusing = { [K in Method]: Decided[K] extends 'refused' | ((params: never) => unknown) ? K : never }[Method];
type Hiding = { [K in Method]: Decided[K] extends 'masked' | 'stripped' ? K : never }[Method];

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');

let service: TestService;
let client: AssayClient;
/** The queue as nobody blind sees it. */
let open: QueueEntry[];
let annotator = '';
let annotators = 0;

beforeAll(async () => {
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await fillNamedProject(client, folder);
  open = await client.call('room.queue', { sample: 1 });
  await client.call('label.edit', { ...itemOf(open[0]!), edit: { field: 'note', text: 'basalt is wrong, says mk' } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  annotator = `blind ${++annotators}`;
  await client.call('project.setAnnotator', { name: annotator });
  await client.call('blind.set', { on: true });
});

const itemOf = ({ instance, items }: QueueEntry) => ({ instance, system: items[0]!.system });
const rows = { from: 0, count: 100, onlyDifferences: false };

/** A request of each method that may be refused, as it is where it is refused. */
const refusing = (): { readonly [K in Refusing]: Params<AssayContract, K> } => ({
  'execution.list': { status: 'ok', limit: 100 },
  'local.compiled': null,
  'overview.get': { rule: 'multiset', reading: 'disjoint' },
  'strata.get': { rule: 'multiset', reading: 'disjoint' },
  'sample.preview': { rule: 'multiset', reading: 'disjoint', seed: 1, sizes: { S1: 1, S2: 1, S3: 1 }, without: [] },
  'report.errorTypes': { sample: 1 },
  'report.labelTables': { sample: 1 },
  'report.accuracy': null,
  'report.metrics': { rule: 'multiset' },
  'report.file': { sample: 1, name: 'error-types.json' },
  'report.export': { sample: 1, directory: path.join(folder, 'report') },
  'export.run': {
    item: { kind: 'predictions', system: 'aurora-2', format: 'jsonl' },
    directory: path.join(folder, `out-${annotators}`),
  },
  'trajectories.figures': null,
  'outcomes.list': null,
});

/** A request of each method that is answered without what is hidden, about an item that is open. */
const hiding = (instance: number, system: number): { readonly [K in Hiding]: Params<AssayContract, K> } => {
  const item = { instance, system };
  const inSample = { ...item, sample: 1 };
  return {
    'judge.run': { rules: ['multiset'] },
    'gold.check': null,
    'gold.findings': null,
    'sample.draw': {
      name: annotator,
      rule: 'multiset',
      reading: 'disjoint',
      seed: 2,
      sizes: { S1: 1, S2: 0, S3: 0 },
      without: [],
    },
    'sample.list': null,
    'room.queue': { sample: 1 },
    'room.facets': { sample: 1 },
    'room.instance': { instance, sample: 1 },
    'room.results': inSample,
    'room.rows': { ...inSample, ...rows },
    'room.nextDifference': { ...inSample, from: -1, direction: 'forward' },
    'room.rowOf': { ...inSample, side: 'gold', row: 0, onlyDifferences: true },
    'room.why': inSample,
    'room.trajectory': item,
    'label.copy': { ...item, systems: [system] },
    'codebook.preview': { change: { change: 'retire', code: 'C1' } },
    'search.find': { text: 'town', in: ['sql', 'note', 'trajectory'], limit: 100 },
    'steps.overview': item,
    'steps.lines': { ...item, from: 0, count: 100 },
    'steps.step': { ...item, step: 0 },
    'steps.search': { ...item, text: 'towns' },
    'steps.first': { ...item, terms: [{ text: 'towns', words: true, sqlOnly: false }] },
    'outcomes.ofInstance': { instance },
    'trial.run': { ...inSample, scratch: 'SELECT 1', gold: null, timeoutSeconds: 5 },
    'trial.list': inSample,
  };
};

const ask = <K extends Method>(method: K, params: Params<AssayContract, K>) => client.call(method, params);
const askAll = <K extends Method>(requests: { readonly [M in K]: Params<AssayContract, M> }) =>
  Object.entries(requests) as [K, Params<AssayContract, K>][];

/** All texts and numbers of systems in an answer. */
function told(answer: unknown): { texts: string; systems: number[] } {
  const texts: string[] = [];
  const systems: number[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number' && /^(systems?|copiedFrom)$/.test(key)) systems.push(value);
    else if (Array.isArray(value)) for (const each of value) walk(each, key);
    else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
      for (const [name, each] of Object.entries(value)) walk(each, name === 'id' && key === 'system' ? key : name);
  };
  walk(answer, '');
  return { texts: texts.join('\n'), systems };
}

/** Commits every item of every sample, by the numbers that the annotator has. */
async function commitAll(): Promise<void> {
  for (const { id: sample } of await client.call('sample.list', null)) {
    for (const { instance, items } of await client.call('room.queue', { sample })) {
      for (const { system, status } of items) {
        if (status === 'open')
          await client.call('label.edit', { instance, system, edit: { field: 'status', status: 'skipped' } });
      }
    }
  }
}

test('what tells of many instances is refused, and says what to do', async () => {
  for (const [method, params] of askAll(refusing())) {
    await expect(ask(method, params), method).rejects.toMatchObject({
      code: 'HIDDEN',
      next: expect.stringContaining('reveal it'),
    });
  }
  expect(fs.existsSync(path.join(folder, 'report'))).toBe(false);
});

test('a revealed screen is answered until it is covered; it is logged once, with who and when', async () => {
  await client.call('blind.revealScreen', { screen: 'overview' });
  for (const [method, params] of askAll(refusing())) await expect(ask(method, params), method).resolves.toBeDefined();
  expect((await client.call('sample.list', null))[0]!.strata.flatMap(({ instanceIds }) => instanceIds).length).toBe(open.length);
  // It is the screens that are shown, not the instances.
  expect(await client.call('room.instance', { instance: open[0]!.instance, sample: 1 })).toMatchObject({ hidden: true });
  expect(await client.call('blind.get', null)).toEqual({ on: true, hides: true });
  await client.call('blind.coverScreen', { screen: 'overview' });
  await expect(ask('overview.get', refusing()['overview.get'])).rejects.toMatchObject({ code: 'HIDDEN' });
  const [revealed, on] = blindEventsIn(file, annotator);
  expect(revealed).toMatchObject({ kind: 'reveal', screen: 'overview', instance_id: null });
  expect(on).toMatchObject({ kind: 'on' });
  expect(new Date(revealed!.at).toISOString()).toBe(revealed!.at);
  expect(blindEventsIn(file, annotator)).toHaveLength(2);
});

test('a service that was killed while a screen was revealed hides again what it showed; the log has both times', async () => {
  await client.call('blind.revealScreen', { screen: 'overview' });
  await expect(ask('overview.get', refusing()['overview.get'])).resolves.toBeDefined();
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator });
  for (const [method, params] of askAll(refusing())) {
    await expect(ask(method, params), method).rejects.toMatchObject({ code: 'HIDDEN' });
  }
  expect((await client.call('sample.list', null))[0]!.strata.flatMap(({ instanceIds }) => instanceIds)).toEqual([]);
  // Covering what this service never revealed is no harm.
  await client.call('blind.coverScreen', { screen: 'overview' });
  await client.call('blind.revealScreen', { screen: 'overview' });
  await expect(ask('overview.get', refusing()['overview.get'])).resolves.toBeDefined();
  expect(blindEventsIn(file, annotator).map(({ kind, screen }) => [kind, screen])).toEqual([
    ['reveal', 'overview'],
    ['reveal', 'overview'],
    ['on', null],
  ]);
  await client.call('blind.coverScreen', { screen: 'overview' });
});

test('what one annotator revealed is not revealed to the next', async () => {
  await client.call('project.setAnnotator', { name: `${annotator}, too` });
  await client.call('blind.set', { on: true });
  await client.call('project.setAnnotator', { name: annotator });
  await client.call('blind.revealScreen', { screen: 'overview' });
  await client.call('project.setAnnotator', { name: `${annotator}, too` });
  await expect(ask('overview.get', refusing()['overview.get'])).rejects.toMatchObject({ code: 'HIDDEN' });
  await client.call('project.setAnnotator', { name: annotator });
  await expect(ask('overview.get', refusing()['overview.get'])).rejects.toMatchObject({ code: 'HIDDEN' });
});

test('every other answer names no system, no verdict and nobody else’s note, and has numbers of its own', async () => {
  const { instance } = open[0]!;
  const view = await client.call('room.instance', { instance, sample: 1 });
  const withSteps = view.predictions.find(({ trajectorySteps }) => trajectorySteps !== null)!;
  const notAnswered: string[] = [];
  for (const [method, params] of askAll(hiding(instance, withSteps.system))) {
    const answer = await ask(method, params).catch((error: unknown) => {
      expect(error, method).toMatchObject({ code: expect.stringMatching(/^(HIDDEN|NOTHING_TO_DO)$/) });
      notAnswered.push(method);
      return null;
    });
    const { texts, systems } = told(answer);
    expect(texts, method).not.toMatch(/aurora|basalt|cirrus|says mk|mismatch/i);
    for (const number of systems) expect(number, method).toBeGreaterThan(2 ** 32);
  }
  // A copy would tell whose results are alike; other evaluators tell verdicts.
  expect(notAnswered).toEqual(['label.copy', 'outcomes.ofInstance']);
  expect(view.predictions.map(({ sql }) => sql).join()).toContain(`/*${'▒'.repeat(' by aurora-2 '.length)}*/`);
  const step = await client.call('steps.step', { instance, system: withSteps.system, step: 0 });
  expect(step.step.thought?.replaceAll('\u2060', '')).toBe('I am ▒▒▒▒ and I look at the towns.');
  expect(await client.call('steps.search', { instance, system: withSteps.system, text: 'cirrus' })).toEqual({
    hits: [],
    cut: false,
  });
  expect((await client.call('search.find', { text: 'cirrus', in: ['trajectory'], limit: 10 })).hits).toEqual([]);
  // In each instance the systems ran in the same order.
  const days = new Set(view.predictions.map(({ execution }) => execution?.startedAt));
  expect([...days]).toEqual([expect.stringMatching(/^[\d-]{10}$/)]);
  const all = await client.call('judge.run', { rules: ['multiset'] });
  expect(all).toMatchObject([{ rule: 'multiset', systems: [] }]);
});

test('no number of a system is known again in another instance, and each stays for good', async () => {
  const numbers = async () =>
    (await client.call('room.queue', { sample: 1 })).map(
      ({ instance, items }) => [instance, items.map(({ system }) => system)] as const,
    );
  const before = await numbers();
  const all = before.flatMap(([, systems]) => systems);
  expect(new Set(all).size).toBe(all.length);
  // Nor is their order: the differences between two systems are other ones each time.
  const steps = before.map(([, systems]) => Math.max(...systems) - Math.min(...systems));
  expect(new Set(steps).size).toBe(steps.length);
  await service.stop();
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator });
  expect(await numbers()).toEqual(before);
});

test('labels, undo and history find their item by its number, also once blind labelling has ended', async () => {
  const { instance, items } = open[1]!;
  const { system: number } = await client.call('label.edit', {
    instance,
    system: items[0]!.system,
    edit: { field: 'note', text: 'mine' },
  });
  expect(number).not.toBe(items[0]!.system);
  expect(await client.call('label.undo', null)).toMatchObject({ instance, system: number, label: { note: '' } });
  expect(await client.call('label.redo', null)).toMatchObject({ instance, system: number, label: { note: 'mine' } });
  expect((await client.call('label.history', { instance, system: number })).map(({ kind }) => kind)).toEqual([
    'redo',
    'undo',
    'edit',
  ]);
  await client.call('blind.set', { on: false });
  // A change that was on its way meanwhile is for the same item.
  const late = await client.call('label.edit', { instance, system: number, edit: { field: 'note', text: 'mine, later' } });
  expect(late).toMatchObject({ system: items[0]!.system });
  const shown = await client.call('room.instance', { instance, sample: 1 });
  expect(shown.predictions.find(({ system }) => system === items[0]!.system)?.label.note).toBe('mine, later');
  // The number means nothing in another instance.
  await expect(
    client.call('label.edit', { instance: open[2]!.instance, system: number, edit: { field: 'note', text: 'lost' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an instance of two samples stays hidden until it is committed in both', async () => {
  const draw = { reading: 'disjoint', seed: 3, sizes: { S1: 100, S2: 100, S3: 100 }, without: [] } as const;
  const other = await client.call('sample.draw', { ...draw, name: `ordered ${annotators}`, rule: 'ordered', without: [] });
  await client.call('project.setAnnotator', { name: 'nobody blind' });
  const inOther = new Map((await client.call('room.queue', { sample: other.id })).map((entry) => [entry.instance, entry.items]));
  await client.call('project.setAnnotator', { name: annotator });
  const twice = open.filter(({ instance, items }) => (inOther.get(instance)?.length ?? 0) > items.length);
  expect(twice.length).toBeGreaterThan(0);
  for (const { instance, items } of twice) {
    const hiddenIn = (sample: number) =>
      client.call('room.instance', { instance, sample }).then(({ hidden, stratum }) => ({ hidden, told: stratum !== null }));
    const commit = (system: number) => client.call('label.edit', { instance, system, edit: { field: 'status', status: 'done' } });
    for (const { system } of items) await commit(system);
    for (const sample of [1, other.id]) expect(await hiddenIn(sample)).toEqual({ hidden: true, told: false });
    for (const { system } of inOther.get(instance)!) await commit(system);
    for (const sample of [1, other.id]) expect(await hiddenIn(sample)).toEqual({ hidden: false, told: true });
  }
});

test('once every item of every sample is committed nothing is hidden, until one is opened again or a sample is drawn', async () => {
  const outside = (await client.call('instances.list', null)).find(({ instance }) =>
    open.every((each) => each.instance !== instance),
  )!;
  expect(await client.call('room.instance', { instance: outside.instance, sample: null })).toMatchObject({ hidden: true });
  await commitAll();
  expect(await client.call('blind.get', null)).toEqual({ on: true, hides: false });
  await expect(ask('overview.get', refusing()['overview.get'])).resolves.toMatchObject({ rule: 'multiset' });
  expect(await client.call('room.instance', { instance: outside.instance, sample: null })).toMatchObject({ hidden: false });
  // Where nothing is hidden, nothing is revealed.
  await client.call('blind.revealScreen', { screen: 'overview' });
  await client.call('blind.coverScreen', { screen: 'overview' });
  expect(blindEventsIn(file, annotator).map(({ kind }) => kind)).toEqual(['on']);
  await client.call('label.undo', null);
  expect(await client.call('blind.get', null)).toEqual({ on: true, hides: true });
  await expect(ask('overview.get', refusing()['overview.get'])).rejects.toMatchObject({ code: 'HIDDEN' });
});

test('the command line is refused in the same way, shows it with --reveal, and logs the command', async () => {
  await service.stop();
  const out = path.join(folder, 'by-command');
  const asBlind = ['--annotator', annotator];
  const refused = await assay(['report', file, '--out', out, ...asBlind, '--json']);
  expect(refused.code).toBe(1);
  expect(refused.json()).toMatchObject({ error: { code: 'HIDDEN' } });
  expect(refused.stderr).toContain('--reveal');
  expect(fs.existsSync(out)).toBe(false);
  const exported = ['export', file, 'predictions', '--system', 'aurora-2', '--out', path.join(folder, 'sql'), ...asBlind];
  expect((await assay(exported)).code).toBe(1);
  await assayOk(['export', file, 'benchmark', '--out', path.join(folder, 'again'), ...asBlind]);
  const judged = await assayOk(['judge', file, '--rule', 'multiset', ...asBlind]);
  expect(judged.stdout).not.toContain('aurora');
  expect(judged.stderr).toContain('--reveal');
  await assayOk(['report', file, '--out', out, ...asBlind, '--reveal']);
  expect(fs.existsSync(path.join(out, 'accuracy.csv'))).toBe(true);
  // Labels keep their letters: what was revealed is the report.
  expect(fs.readFileSync(path.join(out, 'labels.csv'), 'utf8')).not.toMatch(/aurora|basalt|cirrus/);
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator });
  expect(blindEventsIn(file, annotator).map(({ kind, screen }) => [kind, screen])).toEqual([
    ['reveal', 'assay report'],
    ['on', null],
  ]);
  await client.call('blind.set', { on: false });
  const { checks } = await client.call('report.errorTypes', { sample: 1 });
  expect(checks.map(({ text }) => text)).toContainEqual(expect.stringContaining('0 instances and 1 screen revealed on purpose'));
  const { tables } = await client.call('report.labelTables', { sample: 1 });
  expect(tables.find(({ id }) => id === 'blind-log')?.rows).toEqual([
    ['1', expect.stringMatching(/^20.*Z$/), 'blind labelling began', annotator],
    ['2', expect.stringMatching(/^20.*Z$/), 'revealed: assay report', annotator],
    ['3', expect.stringMatching(/^20.*Z$/), 'blind labelling was ended', annotator],
  ]);
  expect(fs.readFileSync(path.join(out, 'blind-log.csv'), 'utf8')).toContain(`revealed: assay report,${annotator}`);
});

test('gold and prediction, run once more, name no system and no time of the run, also once the item is committed', async () => {
  const entry = open.find(({ items }) => items.length > 1)!;
  const { instance, predictions } = await client.call('room.instance', { instance: entry.instance, sample: 1 });
  const failing = predictions.find(({ execution }) => execution?.status === 'error') ?? predictions[0]!;
  const item = { instance, system: failing.system, sample: 1 };
  const ran = await client.call('trial.run', { ...item, scratch: null, gold: null, timeoutSeconds: 5 });
  await client.call('label.edit', { instance, system: item.system, edit: { field: 'status', status: 'done' } });
  for (const trial of [ran, ...(await client.call('trial.list', item))]) {
    expect(told(trial).texts).not.toMatch(/aurora|basalt|cirrus/i);
    expect(trial.executions.map(({ side, runAt }) => [side, runAt])).toEqual([
      ['gold', null],
      ['prediction', null],
    ]);
  }
});

test('what a search finds comes in the order of the letters, and nothing is found that is masked', async () => {
  const find = async (text: string) => (await client.call('search.find', { text, in: ['sql', 'trajectory'], limit: 100 })).hits;
  const hits = (await find('town')).filter((hit) => hit.in === 'sql' && hit.system !== null);
  const newest = (await client.call('sample.list', null)).at(-1)!.id;
  for (const { instance } of open) {
    const { predictions } = await client.call('room.instance', { instance, sample: newest });
    const found = hits.filter((hit) => hit.instance === instance).map((hit) => hit.system!.name);
    expect(found).toEqual(predictions.map(({ name }) => name));
  }
  expect(JSON.stringify(hits)).not.toMatch(/by ▒/);
  const hidden = new Set(open.map(({ instance }) => instance));
  // The beginnings of a name as it is typed, and with an accent.
  for (const text of ['au', 'ba', 'ci', 'Cîrrus']) {
    expect(
      (await find(text)).filter((hit) => hidden.has(hit.instance)),
      text,
    ).toEqual([]);
  }
});
