import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { Evidence } from '#shared/model/evidence.ts';
import { exportedLabelSchema } from '#shared/model/exportedLabel.ts';
import { EMPTY_LABEL, type LabelEdit } from '#shared/model/label.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');
const benchmark = path.join(folder, 'town');

let service: TestService;
let client: AssayClient;
let queue: QueueEntry[];
let annotators = 0;

beforeAll(async () => {
  makeStrataBenchmark(benchmark, 8);
  service = startService();
  client = service.client;
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', { items: strataItems(benchmark) });
  await executeAll(client);
  const sample = await drawAll(client);
  queue = await client.call('room.queue', { sample: sample.id });
});
afterAll(() => service.stop());
// Everybody labels for himself: a new annotator finds nothing labelled and nothing to undo.
beforeEach(() => client.call('project.setAnnotator', { name: `annotator ${++annotators}` }));

const item = (entry: number, system = 0) => ({
  instance: queue[entry]!.instance,
  system: queue[entry]!.items[system]!.system,
});
const edit = (where: ReturnType<typeof item>, change: LabelEdit) => client.call('label.edit', { ...where, edit: change });
const code = (name: string, on = true): LabelEdit => ({ field: 'code', code: name, on });
const note = (text: string): LabelEdit => ({ field: 'note', text });

/** What an item's label says now, read anew. */
async function labelOf({ instance, system }: ReturnType<typeof item>) {
  const view = await client.call('room.instance', { instance, sample: 1 });
  return view.predictions.find((prediction) => prediction.system === system)!.label;
}

async function restart(): Promise<void> {
  const { annotator } = await client.call('project.summary', null);
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.open', { path: file, annotator });
}

test('the queue holds what the sample’s rule calls no match, and nothing else', () => {
  const systemsToLabel = queue.map(({ stratum, items }) => [stratum, items.length]);
  expect(systemsToLabel.sort()).toEqual([
    ['S1', 3],
    ['S1', 3],
    ['S2', 2],
    ['S2', 2],
    ['S3', 1],
    ['S3', 1],
  ]);
});

test('every field of a label is kept, with the codebook that its codes were set under', async () => {
  const edits: LabelEdit[] = [
    code('C3'),
    code('C1'),
    { field: 'primary', code: 'C1' },
    note('joins on the name'),
    { field: 'status', status: 'done' },
    { field: 'flagged', on: true },
    { field: 'responsible', party: 'model' },
    { field: 'confidence', confidence: 'high' },
  ];
  for (const change of edits) await edit(item(0), change);
  await restart();
  expect(await labelOf(item(0))).toEqual({
    codes: ['C1', 'C3'],
    primary: 'C1',
    note: 'joins on the name',
    status: 'done',
    flagged: true,
    responsible: 'model',
    confidence: 'high',
    evidence: [],
    codebookVersion: 1,
    codeVersions: { C1: 1, C3: 1 },
    copiedFrom: null,
  });
  const history = await client.call('label.history', item(0));
  expect(history.map((change) => change.description).reverse()).toEqual([
    'C3 added',
    'C1 added',
    'C1 made primary',
    'note edited',
    'marked done',
    'flagged',
    'responsible: model',
    'confidence: high',
  ]);
});

test('evidence is kept over a restart, taken away and brought back, and never copied to another system', async () => {
  const attach: Evidence = {
    id: 'e1',
    kind: 'sql',
    side: 'prediction',
    gold: null,
    start: 7,
    end: 12,
    firstLine: 1,
    lastLine: 1,
    text: 'name ',
  };
  await edit(item(0), code('C1'));
  await edit(item(0), { field: 'evidence', attach });
  await restart();
  expect((await labelOf(item(0))).evidence).toEqual([attach]);
  const { system } = item(0, 1);
  const [copied] = await client.call('label.copy', { ...item(0), systems: [system] });
  expect(copied!.label).toMatchObject({ codes: ['C1'], evidence: [] });
  await edit(item(0), { field: 'evidence removed', id: 'e1' });
  expect((await labelOf(item(0))).evidence).toEqual([]);
  expect(await client.call('label.undo', null)).toMatchObject({ ...item(0), label: { evidence: [attach] } });
  const [, latest] = await client.call('label.history', item(0));
  expect(latest!.description).toBe('evidence taken away');
});

test('evidence in the schema, and of many cells, is kept over a restart and exported, whole and in words', async () => {
  const attached: Evidence[] = [
    { id: 's1', kind: 'schema', table: 'town', column: 'name', text: 'name text' },
    { id: 's2', kind: 'schema', table: 'town', column: null, text: 'town: id number, name text' },
    { id: 's3', kind: 'sample row', table: 'town', row: 1, column: null, text: '2\tBern' },
    { id: 's4', kind: 'frequent value', table: 'town', column: 'name', rows: 1, text: 'Bern' },
    {
      id: 's5',
      kind: 'range',
      side: 'gold',
      missing: false,
      rowCount: 2,
      rows: [null, 1],
      columns: [{ index: 0, name: 'name' }],
      text: 'Bern',
    },
  ];
  for (const attach of attached) await edit(item(0), { field: 'evidence', attach });
  await restart();
  expect((await labelOf(item(0))).evidence).toEqual(attached);
  const file = async (name: 'labels.json' | 'labels.csv') =>
    Buffer.from((await client.call('report.file', { sample: 1, name })).bytes).toString('utf8');
  const { labels } = JSON.parse(await file('labels.json')) as { labels: unknown[] };
  const exported = labels.map((label) => exportedLabelSchema.parse(label)).filter(({ evidence }) => evidence.length > 0);
  expect(exported.map(({ evidence }) => evidence)).toEqual([attached]);
  const csv = await file('labels.csv');
  for (const line of [
    'column town.name: name text',
    'table town: town: id number, name text',
    'town sample row 2: 2\tBern',
    'value of town.name, 1 row: Bern',
    '2 rows × 1 column of gold, from row 2: Bern',
  ])
    expect(csv).toContain(line);
  const history = await client.call('label.history', item(0));
  expect(history.map(({ description }) => description)).toContain('evidence attached: value of town.name, 1 row');
});

test('undo goes back over instances to the beginning, redo forward to the end', async () => {
  await edit(item(0), code('C1'));
  await edit(item(1), code('C2'));
  await edit(item(0), { field: 'status', status: 'done' });

  expect(await client.call('label.undo', null)).toMatchObject({
    ...item(0),
    label: { status: 'open', codes: ['C1'] },
    undoSteps: 2,
    redoSteps: 1,
  });
  expect(await client.call('label.undo', null)).toMatchObject({ ...item(1), label: EMPTY_LABEL, description: 'C2 added' });
  expect(await client.call('label.undo', null)).toMatchObject({ ...item(0), label: EMPTY_LABEL, undoSteps: 0, redoSteps: 3 });
  expect(await client.call('label.undo', null)).toBeNull();

  expect(await client.call('label.redo', null)).toMatchObject({ ...item(0), label: { codes: ['C1'] } });
  expect(await client.call('label.redo', null)).toMatchObject({ ...item(1), label: { codes: ['C2'] } });
  expect(await client.call('label.redo', null)).toMatchObject({
    ...item(0),
    label: { status: 'done' },
    undoSteps: 3,
    redoSteps: 0,
  });
  expect(await client.call('label.redo', null)).toBeNull();
});

test('undo and redo go on after the service was killed', async () => {
  await edit(item(0), code('C1'));
  await edit(item(1), code('C2'));
  await edit(item(2), code('C3'));
  await client.call('label.undo', null);
  await client.call('label.undo', null);
  await client.call('label.redo', null);
  await restart();
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 2, redoSteps: 1 });
  expect(await client.call('label.redo', null)).toMatchObject({ ...item(2), label: { codes: ['C3'] } });
  for (const entry of [2, 1, 0])
    expect(await client.call('label.undo', null)).toMatchObject({ ...item(entry), label: EMPTY_LABEL });
  await restart();
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 0, redoSteps: 3 });
});

test('a new edit after an undo ends what could be done again, also after a restart', async () => {
  await edit(item(0), code('C1'));
  await client.call('label.undo', null);
  expect(await edit(item(0), code('C2'))).toMatchObject({ undoSteps: 1, redoSteps: 0, label: { codes: ['C2'] } });
  await restart();
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 1, redoSteps: 0 });
  expect(await client.call('label.redo', null)).toBeNull();
});

test('a note typed in one go is one step; another edit or a pause begins a new one', async () => {
  for (const text of ['t', 'ti', 'tie']) await edit(item(0), note(text));
  expect(await client.call('label.depth', null)).toMatchObject({ undoSteps: 1 });
  await edit(item(1), note('other item'));
  await edit(item(0), note('tie?'));
  expect(await client.call('label.depth', null)).toMatchObject({ undoSteps: 3 });
  await wait(3_100);
  await edit(item(0), note('tie? yes'));
  const texts = [];
  for (let undone = await client.call('label.undo', null); undone; undone = await client.call('label.undo', null)) {
    texts.push(undone.label.note);
  }
  expect(texts).toEqual(['tie?', 'tie', '', '']);
  expect(await client.call('label.redo', null)).toMatchObject({ label: { note: 'tie' } });
});

test('what is typed after an undo does not join the note that was taken back', async () => {
  await edit(item(0), note('first'));
  await edit(item(0), code('C1'));
  await client.call('label.undo', null);
  await edit(item(0), note('first, more'));
  await client.call('label.undo', null);
  expect(await labelOf(item(0))).toMatchObject({ note: 'first', codes: [] });
});

test('a label copied to other systems is one step, leaves their flags, and says where it came from', async () => {
  const [from, to, other] = [item(0, 0), item(0, 1), item(0, 2)];
  await edit(to, { field: 'flagged', on: true });
  await edit(from, code('C1'));
  await edit(from, { field: 'status', status: 'done' });
  const copies = await client.call('label.copy', { ...from, systems: [to.system, other.system] });
  expect(copies.map(({ system, label }) => [system, label.codes, label.flagged, label.copiedFrom])).toEqual([
    [to.system, ['C1'], true, from.system],
    [other.system, ['C1'], false, from.system],
  ]);
  expect(copies[0]!.undoSteps).toBe(4);

  await restart();
  await client.call('label.undo', null);
  expect(await labelOf(to)).toMatchObject({ codes: [], status: 'open', flagged: true, copiedFrom: null });
  expect(await labelOf(other)).toEqual(EMPTY_LABEL);
  await client.call('label.redo', null);
  expect(await labelOf(other)).toMatchObject({ codes: ['C1'], status: 'done', copiedFrom: from.system });
  await edit(other, code('C2'));
  expect(await labelOf(other)).toMatchObject({ codes: ['C1', 'C2'], copiedFrom: null });
});

test('what changes nothing is no step', async () => {
  await edit(item(0), code('C1'));
  await edit(item(0), code('C1'));
  await edit(item(0), note(''));
  await client.call('label.copy', { ...item(0, 0), systems: [item(0, 1).system] });
  await client.call('label.copy', { ...item(0, 0), systems: [item(0, 1).system] });
  await client.call('label.copy', { ...item(0, 0), systems: [item(0, 0).system] });
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 2, redoSteps: 0 });
});

test('annotators do not see each other’s labels nor undo them', async () => {
  const { annotator } = await client.call('project.summary', null);
  await edit(item(0), code('C1'));
  await client.call('project.setAnnotator', { name: 'somebody else' });
  expect(await labelOf(item(0))).toEqual(EMPTY_LABEL);
  expect(await client.call('label.undo', null)).toBeNull();
  await client.call('project.setAnnotator', { name: annotator });
  expect(await labelOf(item(0))).toMatchObject({ codes: ['C1'] });
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 1, redoSteps: 0 });
});

test('a label for nothing, and a code that the codebook lacks, are refused by name', async () => {
  await expect(edit({ instance: 999, system: item(0).system }, code('C1'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(edit({ ...item(0), system: 999 }, code('C1'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(edit(item(0), code('C9'))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('C9'),
  });
  await expect(edit(item(0), { field: 'primary', code: 'C9' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(client.call('label.copy', { ...item(0), systems: [999] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await client.call('label.depth', null)).toEqual({ undoSteps: 0, redoSteps: 0 });
});

test('a second process is told that the project is open, and the first goes on saving', async () => {
  const second = startService();
  await expect(second.client.call('project.open', { path: file, annotator: 'jo' })).rejects.toMatchObject({
    code: 'PROJECT_LOCKED',
  });
  await edit(item(0), code('C1'));
  await service.kill('SIGKILL');
  await second.client.call('project.open', { path: file, annotator: `annotator ${annotators}` });
  expect(await second.client.call('label.depth', null)).toEqual({ undoSteps: 1, redoSteps: 0 });
  service = second;
  client = second.client;
});
