import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { GoldFindings } from '#shared/contract/gold.ts';
import type { Overview } from '#shared/contract/overview.ts';
import { PROPOSED_PARTY } from '#shared/model/finding.ts';
import { benchmarkItem, type MadeInstance, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { drawAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Reported faults that show only when queries run, on one tiny database. "row n" is the row of the list of reported
// faults (test/comparison/reportedFaultRows.test.ts); what is right for each follows from the rows below.

const DATABASE = `CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT, n INTEGER);
  INSERT INTO fruit VALUES (1, 'apple', 9), (2, 'pear', 9), (3, 'plum', 5);
  CREATE TABLE patient (id INTEGER PRIMARY KEY, diagnosis TEXT);
  INSERT INTO patient VALUES (1, 'SLE'), (2, 'RA'), (3, 'RA');
  CREATE TABLE score (id INTEGER PRIMARY KEY, name TEXT, points TEXT, place INTEGER);
  INSERT INTO score VALUES (1, 'ann', '9', NULL), (2, 'bob', '10', 1), (3, 'cid', '8', 2);
  CREATE TABLE concert (id INTEGER PRIMARY KEY, year INTEGER);
  INSERT INTO concert VALUES (1, 2014), (2, 2014), (3, 2015), (4, 2015), (5, 2016);
  CREATE TABLE boxes (id INTEGER PRIMARY KEY, value INTEGER);
  INSERT INTO boxes VALUES (1, 4), (2, 6);
  CREATE TABLE person (id INTEGER PRIMARY KEY, current_address_id INTEGER, permanent_address_id INTEGER);
  INSERT INTO person VALUES (1, 7, 8), (2, 7, 7);`;

/** Gold and the predictions of systems a, b and c; c gives what a gives where it is left out. */
type Case = { readonly gold: string; readonly a: string; readonly b: string; readonly c?: string };

const ENDLESS = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';

const CASES = {
  'last year': { gold: "SELECT id FROM concert WHERE year = strftime('%Y', 'now') + 1", a: 'SELECT 1', b: 'SELECT 2' },
  literal: { gold: 'SELECT n FROM fruit WHERE id = 3', a: 'SELECT 5', b: 'SELECT n FROM fruit WHERE id = 3' },
  'COUNT of a CASE': {
    gold: "SELECT COUNT(CASE WHEN diagnosis = 'SLE' THEN 1 ELSE 0 END) FROM patient",
    a: "SELECT COUNT(*) FROM patient WHERE diagnosis = 'SLE'",
    b: "SELECT SUM(diagnosis = 'SLE') FROM patient",
  },
  'tie at LIMIT': {
    gold: 'SELECT name FROM fruit ORDER BY n DESC LIMIT 1',
    a: "SELECT name FROM fruit WHERE name = 'pear'",
    b: "SELECT name FROM fruit WHERE name = 'plum'",
  },
  'no tie': { gold: 'SELECT name FROM fruit ORDER BY n LIMIT 1', a: "SELECT 'pear' FROM fruit", b: 'SELECT name FROM fruit' },
  'NULL first': { gold: 'SELECT name FROM score ORDER BY place LIMIT 1', a: "SELECT 'bob' FROM score", b: 'SELECT 1' },
  'text order': { gold: 'SELECT name FROM score ORDER BY points DESC LIMIT 1', a: "SELECT 'bob' FROM score", b: 'SELECT 2' },
  'gold fails': { gold: 'SELECT a FROM target', a: 'SELECT 1 FROM fruit', b: 'SELECT b FROM target' },
  'tie of groups': {
    gold: 'SELECT year FROM concert GROUP BY year ORDER BY count(*) DESC LIMIT 1',
    a: 'SELECT year FROM concert GROUP BY year ORDER BY count(*) DESC, year LIMIT 1',
    b: 'SELECT year FROM concert GROUP BY year ORDER BY count(*) DESC, year DESC LIMIT 1',
  },
  'a column named value': {
    gold: 'SELECT avg(value) FROM boxes',
    a: 'SELECT avg( value ) FROM boxes',
    b: 'SELECT avg(1) FROM boxes',
  },
  'one foreign key group': {
    gold: 'SELECT id FROM person WHERE current_address_id != permanent_address_id',
    a: 'SELECT id FROM person WHERE permanent_address_id != permanent_address_id',
    b: 'SELECT id FROM person WHERE current_address_id <> permanent_address_id',
  },
  'gold answers another question': {
    gold: 'SELECT max(n) FROM fruit',
    a: 'SELECT min(n) FROM fruit',
    b: 'SELECT n FROM fruit ORDER BY n LIMIT 1',
  },
  'three ways to fail': { gold: 'SELECT name FROM fruit', a: 'SELECT 1 FROM fruit', b: 'SELECT nam FROM fruit', c: ENDLESS },
} satisfies Readonly<Record<string, Case>>;
type Name = keyof typeof CASES;
const NAMES = Object.keys(CASES) as Name[];

const folder = temporaryFolder();
const benchmark = path.join(folder, 'faults');
let service: TestService;
let client: AssayClient;
let found: GoldFindings;
const overviews = new Map<string, Overview>();

beforeAll(async () => {
  const cases: readonly Case[] = Object.values(CASES);
  makeBenchmark(benchmark, {
    databases: { tiny: DATABASE },
    instances: cases.map(({ gold }, index): MadeInstance => ({ db: 'tiny', question: `Which? (${index})`, gold })),
    predictions: {
      a: cases.map(({ a }) => a),
      b: cases.map(({ b }) => b),
      c: cases.map(({ a, c }) => c ?? a),
    },
  });
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'p.assay'), annotator: 'mk' });
  await client.call('import.run', {
    items: [benchmarkItem(benchmark), ...['a', 'b', 'c'].map((system) => predictionsItem(benchmark, system, 'strong'))],
  });
  await client.call('execution.start', { jobs: 1, limits: { timeoutMs: 2_000 }, again: false });
  await client.call('judge.run', { rules: ['bird-ex', 'test-suite', 'multiset'] });
  for (const rule of ['bird-ex', 'test-suite', 'multiset']) {
    overviews.set(rule, await client.call('overview.get', { rule, reading: 'disjoint' }));
  }
  found = await client.call('gold.check', null);
}, 120_000);
afterAll(() => service.stop());

const rowOf = (name: Name, rule = 'bird-ex') => overviews.get(rule)!.matrix[NAMES.indexOf(name)]!;
const states = (name: Name, rule?: string) => rowOf(name, rule).states;
const item = (name: Name, system: number) => ({
  instance: rowOf(name).instance,
  system: overviews.get('bird-ex')!.systems[system]!.systemId,
  sample: null,
});
/** Kinds found of an instance: of its gold, and of a system's prediction. */
const findings = (name: Name) =>
  found.findings
    .filter(({ instanceId }) => instanceId === rowOf(name).instanceId)
    .map(({ kind, systemName }) => (systemName === null ? kind : `${systemName}: ${kind}`));

test('row 12: a gold that reads the date of today and returns nothing is called a matter of the environment', () => {
  expect(states('last year')).toEqual(['mismatch', 'mismatch', 'mismatch']);
  expect(findings('last year')).toEqual(expect.arrayContaining(['gold depends on the date', 'gold returns no rows']));
  expect(PROPOSED_PARTY['gold depends on the date']).toBe('environment');
});

test('row 20: a prediction with the answer written into it matches, and is flagged', async () => {
  expect(states('literal')).toEqual(['match', 'match', 'match']);
  const warnings = async (system: number) => (await client.call('room.why', item('literal', system)))!.warnings;
  expect((await warnings(0)).map(({ kind }) => kind)).toEqual(['literal only']);
  expect(await warnings(1)).toEqual([]);
  expect(rowOf('literal').notes).toContainEqual({ system: 0, nearMisses: [], warnings: ['literal only'] });
});

test('row 26: COUNT over CASE … ELSE 0 counts every row; systems that agree on another answer speak against the gold', () => {
  expect(states('COUNT of a CASE')).toEqual(['mismatch', 'mismatch', 'mismatch']);
  expect(findings('COUNT of a CASE')).toEqual(['counts every row', 'systems agree against gold']);
});

test('row 27: the other tied row is a mismatch, and is told to be another answer that the data allow', async () => {
  expect(states('tie at LIMIT')).toEqual(['mismatch', 'mismatch', 'mismatch']);
  expect(findings('tie at LIMIT')).toEqual(
    expect.arrayContaining(['tie at the limit', 'a: another answer the data allow', 'c: another answer the data allow']),
  );
  // b's row does not tie.
  expect(findings('tie at LIMIT')).not.toContain('b: another answer the data allow');
  expect(findings('no tie')).not.toContain('tie at the limit');
  expect(findings('NULL first')).toContain('NULL sorts first');
  expect(findings('text order')).toContain('numbers sorted as text');
  const { findings: shown } = await client.call('room.instance', item('tie at LIMIT', 0));
  expect(shown.find(({ kind, system }) => kind === 'tie at the limit' && system === null)?.words).toBe(
    'LIMIT 1 takes 1 of 2 rows that tie in the sort key: the answer is not determined by the data',
  );
});

test('rows 28, 30: a gold that does not run is a failed gold, out of the frame, and speaks against no system', () => {
  expect(states('gold fails')).toEqual(['gold failed', 'both failed', 'gold failed']);
  expect(findings('gold fails')).toContain('gold failed');
  const { outside } = overviews.get('bird-ex')!.strata;
  expect(outside).toEqual([{ reason: 'gold failed', count: 1 }]);
});

test('row 29: VES is stated to depend on the machine', async () => {
  const { tables } = await client.call('report.metrics', { rule: 'bird-ex' });
  expect(tables.find(({ id }) => id === 'ves')!.caveats.join(' ')).toMatch(/not the published VES.*this machine/);
});

test('row 35: a tie of groups under LIMIT 1 is flagged, whichever year the engine takes', () => {
  const verdicts = states('tie of groups', 'test-suite');
  expect(verdicts).toContain('mismatch');
  expect(findings('tie of groups')).toContain('tie at the limit');
  const other = overviews.get('test-suite')!.systems[verdicts.indexOf('mismatch')]!.name;
  expect(findings('tie of groups')).toContain(`${other}: another answer the data allow`);
});

test('row 36: a column named value is left as it is: gold against gold matches', () => {
  expect(states('a column named value', 'test-suite')).toEqual(['match', 'mismatch', 'match']);
});

test('row 37: another column of the same foreign key group is another query: its rows differ', () => {
  expect(states('one foreign key group', 'test-suite')).toEqual(['mismatch', 'match', 'mismatch']);
});

test('row 38: every gold that runs passes its own check under every rule, and those that do not are listed', () => {
  expect(found.golds).toBe(NAMES.length);
  expect(found.findings.filter(({ kind }) => kind === 'gold fails its own check')).toEqual([]);
  expect(found.findings.filter(({ kind }) => kind === 'gold failed').map(({ words }) => words)).toEqual([
    'no such table: target',
  ]);
  expect(found.unprobed).toEqual([]);
});

test('row 39: an accuracy names its evaluator, the evaluator’s version and the database files', async () => {
  const { databases, rules } = await client.call('report.accuracy', null);
  expect(databases).toMatch(/^[0-9a-f]{8} \(1 file\)$/);
  expect(rules).toContainEqual({ id: 'test-suite', version: '1.0' });
  const { tables } = await client.call('report.metrics', { rule: 'test-suite' });
  expect(tables.find(({ id }) => id === 'denominators')!.caption).toContain(`under test-suite 1.0, databases ${databases}`);
});

test('row 40: a wrong gold shows in systems that agree against it, and a person’s label says so', async () => {
  expect(findings('gold answers another question')).toContain('systems agree against gold');
  await drawAll(client);
  const where = {
    instance: item('gold answers another question', 0).instance,
    system: item('gold answers another question', 0).system,
  };
  await client.call('label.edit', { ...where, edit: { field: 'code', code: 'C5', on: true } });
  const { label } = await client.call('label.edit', { ...where, edit: { field: 'responsible', party: 'gold' } });
  expect(label).toMatchObject({ codes: ['C5'], responsible: 'gold' });
});

test('row 42: mismatch, failure and timeout are states of their own, and rules carry versions', async () => {
  expect(states('three ways to fail')).toEqual(['mismatch', 'prediction failed', 'timed out']);
  const rules = await client.call('judge.rules', null);
  expect(rules.every(({ version }) => /^\d+\.\d+$/.test(version))).toBe(true);
});
