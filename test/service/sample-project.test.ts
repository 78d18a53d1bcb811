import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import { AI_FUNCTIONS, callKey, parseRecordingLine } from '#shared/model/recording.ts';
import { BUILT, startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type Rule = 'multiset' | 'bird-ex' | 'test-suite';
const RULES: readonly Rule[] = ['multiset', 'bird-ex', 'test-suite'];

/** What is planted in the shipped sample; see fixtures/sample/FAULTS.md. */
type Plan = {
  readonly strong: readonly string[];
  readonly strata: Readonly<Record<Rule, Readonly<Record<string, number>>>>;
  readonly matches: Readonly<Record<Rule, Readonly<Record<string, number>>>>;
  readonly instances: readonly { readonly instance_id: string; readonly strata: Readonly<Record<Rule, string>> }[];
  readonly predictions: readonly {
    readonly instance_id: string;
    readonly system: string;
    readonly expected: Readonly<Record<Rule, string>>;
  }[];
};

const SAMPLE = path.join(BUILT, 'fixtures', 'sample');
const read = <T>(name: string) => JSON.parse(fs.readFileSync(path.join(SAMPLE, name), 'utf8')) as T;
const plan = read<Plan>('faults.json');
const council = read<{ db_id: string; ai_functions?: string[] }[]>('dev.json').filter(({ db_id }) => db_id === 'COUNCIL_POST');
const folder = temporaryFolder();
const file = path.join(folder, 'sample.assay');

let service: TestService;
let client: AssayClient;
const phases: ProgressReport[] = [];

beforeAll(async () => {
  service = startService();
  client = service.client;
  await client.call('project.openSample', { path: file, annotator: 'mk' }, { onProgress: (report) => phases.push(report) });
});
afterAll(() => service.stop());

test('opening the sample imports, executes and judges all of it, and says where it is', async () => {
  expect(await client.call('project.summary', null)).toMatchObject({
    instances: 48,
    golds: 48,
    systems: 6,
    predictions: 288,
    judgedRules: [...RULES, 'aifunc'],
  });
  const run = await client.call('execution.current', null);
  expect(run).toMatchObject({ done: run!.total, byStatus: { timeout: 1, cancelled: 0 } });
  expect(new Set(phases.map(({ phase }) => phase))).toEqual(
    new Set(['Building the databases', 'Importing', 'Executing gold and predictions', 'Judging']),
  );
  for (const receipt of await client.call('import.receipts', null)) expect(receipt).toMatchObject({ rejected: 0, unchanged: 0 });
});

test.each(RULES)('all 288 verdicts and the strata under %s are those of the plan of faults', async (rule) => {
  const overview = await client.call('overview.get', { rule, reading: 'disjoint' });
  const found = overview.matrix.flatMap(({ instanceId, states }) =>
    overview.systems.map(({ name }, column) => [`${instanceId} ${name}`, states[column]]),
  );
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(plan.predictions.map((entry) => [`${entry.instance_id} ${entry.system}`, entry.expected[rule]])),
  );
  expect(Object.fromEntries(overview.matrix.map(({ instanceId, stratum }) => [instanceId, stratum]))).toEqual(
    Object.fromEntries(plan.instances.map((entry) => [entry.instance_id, entry.strata[rule]])),
  );
  expect(Object.fromEntries(overview.strata.strata.map(({ stratum, count }) => [stratum, count]))).toEqual(plan.strata[rule]);
  expect(Object.fromEntries(overview.systems.map(({ name, accuracy }) => [name, accuracy.count]))).toEqual(plan.matches[rule]);
  expect(overview.strata).toMatchObject({ strongSystems: plan.strong, frame: 48, outside: [] });
});

test('the AI-native part runs on the local Snowflake dialect, uses all six functions, and misses no recorded call', async () => {
  expect((await client.call('execution.current', null))!.engines.join(' ')).toMatch(/SQLite.*DuckDB|DuckDB.*SQLite/);
  expect(await client.call('recording.missing', null)).toEqual([]);
  expect([...new Set(council.flatMap(({ ai_functions }) => ai_functions ?? []))].sort()).toEqual([...AI_FUNCTIONS].sort());
  const { instance } = (await client.call('overview.get', { rule: 'aifunc', reading: 'disjoint' })).matrix.at(-1)!;
  const view = await client.call('room.instance', { instance, sample: null });
  expect(view.schema.map(({ name }) => name)).toContain('LETTERBOX.LETTERS');
});

test('the rule of AI-native benchmarks says of that part what every other rule says', async () => {
  const { matrix, systems } = await client.call('overview.get', { rule: 'aifunc', reading: 'disjoint' });
  const planned = plan.predictions.filter(({ instance_id }) => instance_id.startsWith('council_'));
  const found = planned.map(({ instance_id, system }) => {
    const row = matrix.find(({ instanceId }) => instanceId === instance_id)!;
    return row.states[systems.findIndex(({ name }) => name === system)];
  });
  expect(found).toEqual(planned.map(({ expected }) => expected.multiset));
});

test('the questions on the film festival have the notes of its box office as their document', async () => {
  const { matrix } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
  const view = async (id: string) => {
    const { instance } = matrix.find(({ instanceId }) => instanceId === id)!;
    return client.call('room.instance', { instance, sample: null });
  };
  const film = await view('film_003');
  expect(film.document).toBe('box_office.md');
  expect(await client.call('room.document', { instance: film.instance })).toMatchObject({
    text: fs.readFileSync(path.join(SAMPLE, 'databases', 'film_festival', 'box_office.md'), 'utf8'),
  });
  expect((await view('tram_010')).document).toBeNull();
});

test('the recording holds each call once', () => {
  const lines = fs.readFileSync(path.join(SAMPLE, 'recording.jsonl'), 'utf8').trim().split('\n');
  const keys = lines.map((line) => {
    const call = parseRecordingLine(line);
    if (typeof call === 'string') throw new Error(`${call}: ${line}`);
    return callKey(call);
  });
  expect(new Set(keys).size).toBe(keys.length);
});

test('an agent’s prediction shows its trajectory, whose answer is the prediction', async () => {
  const { matrix, systems } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
  const { instance } = matrix.find(({ instanceId }) => instanceId === 'film_010')!;
  const { systemId } = systems.find(({ name }) => name === 'cirrus-agent')!;
  const view = await client.call('room.instance', { instance, sample: null });
  const prediction = view.predictions.find(({ system }) => system === systemId)!;
  const trajectory = await client.call('room.trajectory', { instance, system: systemId });
  expect(trajectory!.steps).toHaveLength(prediction.trajectorySteps!);
  expect(trajectory).toMatchObject({ terminated: true, extractionMethod: 'terminate(answer)' });
  expect(trajectory!.answer!.replace(/\s+/g, ' ').replace(/\s*;?\s*$/, '')).toBe(prediction.sql!.replace(/\s+/g, ' '));
});

test('a trajectory is read in parts: lines, single steps with the attempt before, hits, and where names first appear', async () => {
  const { matrix, systems } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
  const { instance } = matrix.find(({ instanceId }) => instanceId === 'film_010')!;
  const { systemId: system } = systems.find(({ name }) => name === 'cirrus-agent')!;
  const key = { instance, system };
  const { steps } = (await client.call('room.trajectory', key))!;
  const overview = (await client.call('steps.overview', key))!;
  expect(overview).toMatchObject({ steps: steps.length, terminated: true, hasAnswer: true });
  const lines = await client.call('steps.lines', { ...key, from: 1, count: 1_000 });
  expect(lines.map(({ outcome }) => outcome)).toEqual(steps.slice(1).map(({ outcome }) => outcome));
  const last = overview.sqlSteps.at(-1)!;
  const view = await client.call('steps.step', { ...key, step: last });
  expect(view.step).toEqual(steps[last]);
  expect(view.answer).not.toBeNull();
  expect(view.previousSql?.sql).toBe(steps[overview.sqlSteps.at(-2)!]!.sql);
  const { hits } = await client.call('steps.search', { ...key, text: 'select' });
  const [first] = await client.call('steps.first', { ...key, terms: [{ text: 'select', words: true, sqlOnly: false }] });
  expect(first!.anywhere).toEqual(hits[0]);
  await expect(client.call('steps.step', { ...key, step: 9_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const none = systems.find(({ name }) => name === 'ember-14b')!.systemId;
  expect(await client.call('steps.overview', { instance, system: none })).toBeNull();
});

test('a table of the local Snowflake dialect shows its first rows and the values of a column', async () => {
  const { instance } = (await client.call('overview.get', { rule: 'aifunc', reading: 'disjoint' })).matrix.at(-1)!;
  const { schema } = await client.call('room.instance', { instance, sample: null });
  const table = schema.find(({ name }) => name === 'LETTERBOX.LETTERS')!;
  const rows = await client.call('peek.rows', { instance, table: table.name, count: 3 });
  expect(rows).toMatchObject({ cut: true });
  expect(rows.rows).toHaveLength(3);
  const column = table.columns.at(-1)!.name;
  const values = await client.call('peek.values', { instance, table: table.name, column, count: 5 });
  expect(values.rows.length).toBeGreaterThan(0);
});

test('the sample opens again with what was made of it, without running anything', async () => {
  const before = await client.call('execution.current', null);
  const drawn = await client.call('sample.draw', {
    name: 'mine',
    rule: 'multiset',
    reading: 'disjoint',
    seed: 7,
    sizes: { S1: 3, S2: 3, S3: 3 },
    without: [],
  });
  await service.kill('SIGKILL');
  service = startService();
  client = service.client;
  await client.call('project.openSample', { path: file, annotator: 'mk' });
  expect(await client.call('sample.list', null)).toEqual([drawn]);
  expect(await client.call('execution.current', null)).toEqual(before);
});

test('a sample whose making was cancelled is finished at the next opening', async () => {
  const other = path.join(folder, 'other', 'sample.assay');
  await client.call('project.close', null);
  const cancel = new AbortController();
  const opening = client.call(
    'project.openSample',
    { path: other, annotator: 'mk' },
    { signal: cancel.signal, onProgress: ({ phase }) => phase === 'Executing gold and predictions' && cancel.abort() },
  );
  await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
  const summary = await client.call('project.openSample', { path: other, annotator: 'mk' });
  expect(summary).toMatchObject({ instances: 48, predictions: 288, judgedRules: [...RULES, 'aifunc'] });
});
