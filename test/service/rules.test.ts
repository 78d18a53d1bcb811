import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { PLAIN_OPTIONS } from '#shared/model/userRule.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { assayOk } from '../helpers/command-line.ts';
import { readProject } from '../helpers/project-file.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const benchmark = path.join(folder, 'shop');
const project = path.join(folder, 'p.assay');

/** Each instance differs in one way that some rule forgives. */
const CASES = [
  { gold: 'SELECT name, price FROM item', prediction: 'SELECT name, price FROM item' },
  { gold: 'SELECT name, price FROM item', prediction: 'SELECT price, name FROM item' },
  { gold: 'SELECT name FROM item', prediction: 'SELECT upper(name) FROM item' },
  { gold: 'SELECT name FROM item WHERE id < 3', prediction: 'SELECT name FROM item' },
  { gold: 'SELECT sold FROM item', prediction: 'SELECT coalesce(sold, 0) FROM item' },
  { gold: 'SELECT 12', prediction: 'SELECT 12 AS month' },
];

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  makeBenchmark(benchmark, {
    databases: {
      shop: `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, sold INTEGER);
        INSERT INTO item VALUES (1, 'apple', 1.5, 3), (2, 'pear', 2.25, NULL), (3, 'plum', 0.75, 8);`,
    },
    instances: CASES.map(({ gold }, index) => ({ db: 'shop', question: `Question ${index}`, gold })),
    predictions: { a: CASES.map(({ prediction }) => prediction) },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: project, annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
  await client.call('execution.start', { jobs: 1, limits: {}, again: false });
  await client.call('judge.run', { rules: null });
});
afterAll(() => service.stop());

const overview = (rule: string) => client.call('overview.get', { rule, reading: 'disjoint' });
const statesUnder = async (rule: string) => (await overview(rule)).matrix.map(({ states }) => states[0]);
const why = async (index: number) => {
  const { matrix, systems } = await overview('multiset');
  return client.call('room.why', { instance: matrix[index]!.instance, system: systems[0]!.systemId, sample: null });
};

test('a benchmark is judged by the usual rules of its format until others are chosen', async () => {
  const usual = (await client.call('judge.rules', null)).filter(({ chosen }) => chosen).map(({ id }) => id);
  expect(usual).toEqual(['multiset', 'bird-ex', 'test-suite']);
  expect((await overview('multiset')).rules).toEqual(usual);
  await client.call('rules.choose', { rules: ['test-suite', 'multiset'] });
  expect((await overview('multiset')).rules).toEqual(['test-suite', 'multiset']);
  await expect(client.call('rules.choose', { rules: ['no such rule'] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await client.call('rules.choose', { rules: null });
  expect((await overview('multiset')).rules).toEqual(usual);
});

test('a rule that is judged by joins the rules of the project, in the order of joining', async () => {
  await client.call('judge.run', { rules: ['spider2'] });
  expect((await client.call('project.summary', null)).judgedRules).toEqual(['multiset', 'bird-ex', 'test-suite', 'spider2']);
  expect(await statesUnder('spider2')).toEqual(['match', 'match', 'mismatch', 'mismatch', 'match', 'match']);
});

test('a rule that gives a score is shown as a mean, and flips nothing', async () => {
  const before = await overview('multiset');
  const [judged] = await client.call('judge.run', { rules: ['bird-soft-f1'] });
  const mean = judged!.systems[0]!.meanScore!;
  expect(mean.n).toBe(CASES.length);
  expect(mean.mean).toBeGreaterThan(0.5);
  expect(mean.mean).toBeLessThan(1);
  const after = await overview('multiset');
  expect(after.scoreRules).toEqual(['bird-soft-f1']);
  expect(after.systems[0]!.byRule.at(-1)).toMatchObject({ rule: 'bird-soft-f1', meanScore: mean });
  expect(after.systems[0]!.flips).toBe(before.systems[0]!.flips);
  expect(after.disagreements).toEqual(before.disagreements);
  // A score of 1 alone counts as a match.
  expect((await statesUnder('bird-soft-f1'))[0]).toBe('match');
});

test('a rule of the project’s own judges; a change is a new version and leaves old verdicts', async () => {
  const options = { ...PLAIN_OPTIONS, case: 'ignored' as const };
  expect(await client.call('rules.add', { name: 'no case', options })).toMatchObject({ name: 'no case', version: 1 });
  await client.call('judge.run', { rules: ['no case'] });
  expect(await statesUnder('no case')).toEqual(['match', 'mismatch', 'match', 'mismatch', 'mismatch', 'match']);

  expect((await client.call('rules.add', { name: 'no case', options })).version).toBe(1);
  const wider = { ...options, columns: 'best' as const, nulls: 'zero' as const };
  expect((await client.call('rules.add', { name: 'no case', options: wider })).version).toBe(2);
  await expect(overview('no case')).rejects.toMatchObject({ code: 'NOTHING_TO_DO' });
  const [judged] = await client.call('judge.run', { rules: ['no case'] });
  expect(judged!.ruleVersion).toBe('2');
  expect(await statesUnder('no case')).toEqual(['match', 'match', 'match', 'mismatch', 'match', 'match']);

  const { matrix } = await overview('multiset');
  const { predictions } = await client.call('room.instance', { instance: matrix[1]!.instance, sample: null });
  const own = predictions[0]!.verdicts.filter(({ rule }) => rule === 'no case');
  expect(own.map(({ ruleVersion, state }) => [ruleVersion, state])).toEqual([['2', 'match']]);
  await expect(client.call('rules.add', { name: 'Multiset', options })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(client.call('rules.add', { name: '--odd', options })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a sample keeps the version of the rule that it was drawn by', async () => {
  const drawn = await client.call('sample.draw', {
    name: 'kept',
    rule: 'no case',
    reading: 'disjoint',
    seed: 1,
    sizes: { S1: 5, S2: 5, S3: 5 },
    without: [],
  });
  expect(drawn).toMatchObject({ rule: 'no case', ruleVersion: '2' });
  const queue = await client.call('room.queue', { sample: drawn.id });
  await client.call('rules.add', { name: 'no case', options: PLAIN_OPTIONS });
  await client.call('judge.run', { rules: ['no case'] });
  expect(await client.call('room.queue', { sample: drawn.id })).toEqual(queue);
  const view = await client.call('room.instance', { instance: queue[0]!.instance, sample: drawn.id });
  expect(view.predictions[0]!.verdicts.find(({ rule }) => rule === 'no case')?.ruleVersion).toBe('2');
});

test('a mismatch says what, forgiven, would make it a match', async () => {
  expect((await why(1))!.nearMisses).toEqual([
    { kind: 'column order', words: 'the columns stand in another order', row: null, difference: null },
  ]);
  expect((await why(2))!.nearMisses).toEqual([
    { kind: 'case', words: '3 cells differ in upper and lower case only', row: 0, difference: 0 },
  ]);
  expect((await why(3))!.nearMisses).toMatchObject([{ kind: 'extra rows', words: '1 extra row; all of gold’s are there' }]);
  expect(await why(4)).toMatchObject({ isExplained: true, nearMisses: [{ kind: 'null vs zero' }] });
});

test('a match that only a loose rule grants carries a warning', async () => {
  expect((await why(4))!.warnings).toMatchObject([{ kind: 'null as zero', words: '1 cell NULL on one side counted as 0' }]);
  expect((await why(5))!.warnings.map(({ kind }) => kind)).toEqual(['literal only']);
  expect((await why(0))!.warnings).toEqual([]);
});

test('the overview counts near misses under the rule that is looked through, and warnings', async () => {
  const strict = (await overview('multiset')).systems[0]!;
  expect(strict.nearMisses).toEqual([
    { kind: 'column order', count: 1 },
    { kind: 'extra rows', count: 1 },
    { kind: 'case', count: 1 },
    { kind: 'null vs zero', count: 1 },
  ]);
  expect(strict.warnings).toEqual([{ kind: 'literal only', count: 1 }]);
  const loose = await overview('spider2');
  expect(loose.systems[0]!.warnings).toEqual([
    { kind: 'null as zero', count: 1 },
    { kind: 'literal only', count: 1 },
  ]);
  expect(loose.matrix[4]!.notes).toEqual([{ system: 0, nearMisses: [], warnings: ['null as zero'] }]);
});

test('the command line adds, lists and chooses rules', async () => {
  await client.call('project.close', null);
  const adding = ['rule', 'add', project, 'lenient', '--columns', 'best', '--extra', 'allowed', '--absolute', '0.01', '--json'];
  expect((await assayOk(adding)).json()).toMatchObject({ name: 'lenient', version: 1, options: { absoluteTolerance: 0.01 } });
  const judged = (await assayOk(['judge', project, '--rule', 'lenient', '--json'])).json<{ rule: string }>();
  expect(judged.rule).toBe('lenient');
  type Listed = { id: string; chosen: boolean }[];
  expect((await assayOk(['rule', 'list', project, '--json'])).json<Listed>().at(-2)).toMatchObject({
    id: 'lenient',
    chosen: true,
  });
  const chosen = (await assayOk(['rule', 'choose', project, 'multiset', '--json'])).json<Listed>().filter((rule) => rule.chosen);
  expect(chosen.map(({ id }) => id)).toEqual(['multiset']);
  expect(readProject(project, 'SELECT name, version FROM user_rule ORDER BY name, version')).toHaveLength(4);
  await client.call('project.open', { path: project, annotator: 'mk' });
});

test('a configuration that does not fit its gold leaves the prediction unjudged, and says why in overview and room', async () => {
  const file = path.join(folder, 'configuration.assay');
  await withProject(file, async (other) => {
    await other.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
    await other.call('execution.start', { jobs: 1, limits: {}, again: false });
  });
  const db = new Database(file);
  db.exec("UPDATE gold SET condition_columns = '[0, 7]' WHERE instance_id = (SELECT min(id) FROM instance)");
  db.close();
  await withProject(file, async (other) => {
    await other.call('judge.run', { rules: ['spider2-as-documented', 'spider2'] });
    const { notJudged, matrix, strata } = await other.call('overview.get', {
      rule: 'spider2-as-documented',
      reading: 'disjoint',
    });
    expect(matrix[0]!.states).toEqual(['not judged']);
    expect(notJudged).toEqual([
      { reason: expect.stringContaining('the condition names column 7'), instanceIds: [matrix[0]!.instanceId] },
    ]);
    expect(strata.outside).toEqual([{ reason: 'not judged', count: 1 }]);
    const { predictions } = await other.call('room.instance', { instance: matrix[0]!.instance, sample: null });
    const published = predictions[0]!.verdicts.find(({ rule }) => rule === 'spider2');
    expect(published).toMatchObject({ state: 'not judged', reason: expect.stringContaining('IndexError') });
  });
});

test('the report’s further tables are of one rule, with their n', async () => {
  const { ruleVersion, tables } = await client.call('report.metrics', { rule: 'multiset' });
  expect(ruleVersion).toBe('1.0');
  expect(tables.map(({ id }) => id)).toEqual(['denominators', 'times', 'ves']);
  const [, , frame, primary] = tables[0]!.rows[0]!;
  expect([frame, primary]).toMatchObject([
    { count: 2, n: 6 },
    { count: 2, n: 6 },
  ]);
  await expect(client.call('report.metrics', { rule: 'exact' })).rejects.toMatchObject({ code: 'NOTHING_TO_DO' });
});

test('queries that ran several times are judged by the majority, or by any pair', async () => {
  const file = path.join(folder, 'repeated.assay');
  await withProject(file, async (other) => {
    await other.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
    await other.call('execution.start', { jobs: 1, limits: {}, again: false, repetitions: 3 });
  });
  // The first instance's gold gave three different results, the others the same thrice.
  const db = new Database(file);
  const hashes = db
    .prepare('SELECT DISTINCT result_hash FROM execution JOIN result ON hash = result_hash WHERE row_count = 3')
    .pluck()
    .all();
  const gold = db
    .prepare('SELECT query_id FROM gold JOIN instance ON instance.id = gold.instance_id WHERE position = 3')
    .pluck()
    .get();
  const own = db.prepare('SELECT result_hash FROM execution WHERE query_id = ?').pluck().get(gold);
  const others = hashes.filter((hash) => hash !== own);
  for (const [index, repetition] of [2, 3].entries()) {
    db.prepare('UPDATE execution SET result_hash = ? WHERE query_id = ? AND repetition = ?').run(others[index], gold, repetition);
  }
  db.close();
  await withProject(file, async (other) => {
    const [majority] = await other.call('judge.run', { rules: ['multiset'] });
    expect(majority).toMatchObject({ ruleVersion: '1.0, majority of 3' });
    expect(majority!.systems[0]!.counts).toMatchObject({ 'unstable gold': 1 });
    const { strata } = await other.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
    expect(strata.outside).toEqual([{ reason: 'unstable gold', count: 1 }]);
    const [any] = await other.call('judge.run', { rules: ['multiset'], mode: 'any' });
    expect(any).toMatchObject({ ruleVersion: '1.0, any of 3' });
    expect(any!.systems[0]!.counts['unstable gold']).toBe(0);
  });
});
