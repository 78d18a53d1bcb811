import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { jsonLines, writeFiles } from '../helpers/import-project.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Golds and predictions that came as result tables: judged without a query ever running.

const folder = temporaryFolder();
const IDS = ['sf_bq000', 'sf_bq001', 'sf_bq002', 'sf_bq003'];

/** One gold; one of two that a letter tells apart; a flat condition on a lone lettered gold; no gold at all. */
const benchmark = writeFiles(path.join(folder, 'snow'), {
  'spider2-snow.jsonl': jsonLines(
    IDS.map((instance_id) => ({ instance_id, instruction: 'Which?', db_id: 'SHOP', external_knowledge: null })),
  ),
  'gold/spider2snow_eval.jsonl': jsonLines([
    { instance_id: IDS[0], condition_cols: [], ignore_order: true },
    { instance_id: IDS[1], condition_cols: [[], []], ignore_order: true },
    { instance_id: IDS[2], condition_cols: [1, 2], ignore_order: true },
  ]),
  'gold/exec_result/sf_bq000.csv': 'name,n\npen,1\nink,\n',
  'gold/exec_result/sf_bq001_a.csv': 'n\n7\n',
  'gold/exec_result/sf_bq001_b.csv': 'n\n8\n',
  'gold/exec_result/sf_bq002_a.csv': 'a,b,c\n12,1.7,13.3\n',
});
const answers = writeFiles(path.join(folder, 'answers'), {
  'sf_bq000.csv': 'n,name,more\n0,ink,x\n1,pen,y\n',
  'sf_bq001.csv': 'n\n8\n',
  'sf_bq002.csv': 'a,b\n9,1.7\n',
  'sf_bq003.csv': 'n\n1\n',
});

const importAll = (client: AssayClient) =>
  client.call('import.run', {
    items: [
      { kind: 'benchmark', format: 'spider2-snow', path: benchmark },
      { kind: 'predictions', format: 'csv-folder', path: answers, system: 'a', group: 'strong' },
    ],
  });

test('the published evaluator and the documented one judge tables that were handed in', async () => {
  await withProject(path.join(folder, 'p.assay'), async (client) => {
    await importAll(client);
    const judged = await client.call('judge.run', { rules: null });
    expect(judged.map(({ rule }) => rule)).toEqual(['spider2', 'spider2-as-documented', 'aifunc', 'multiset']);
    const states = async (rule: string) =>
      (await client.call('overview.get', { rule, reading: 'disjoint' })).matrix.map((row) => row.states[0]);
    // The flat condition on one lettered file is read as one column by the published script, a known fault.
    expect(await states('spider2')).toEqual(['match', 'match', 'match', 'not judged']);
    expect(await states('spider2-as-documented')).toEqual(['mismatch', 'match', 'mismatch', 'not judged']);
    const { matrix, systems, notJudged } = await client.call('overview.get', { rule: 'spider2', reading: 'disjoint' });
    expect(notJudged).toEqual([{ reason: 'the instance has no gold', instanceIds: ['sf_bq003'] }]);

    // Nothing was executed, so there is neither a share of what ran nor a run that could have finished.
    expect(systems[0]!.executed).toMatchObject({ count: 0, n: 0 });
    expect(await client.call('execution.current', null)).toMatchObject({ state: 'not started', window: null, finishedAt: null });

    const item = { instance: matrix[0]!.instance, system: systems[0]!.systemId, sample: null };
    expect((await client.call('room.why', item))!.warnings.map(({ kind }) => kind)).toContain('null as zero');
    expect(await client.call('room.results', item)).toMatchObject({ missing: null, goldColumns: ['name', 'n'] });
    const view = await client.call('room.instance', { instance: matrix[0]!.instance, sample: null });
    expect(view.golds[0]!.execution).toMatchObject({ imported: true, rowCount: 2 });
    expect(view.predictions[0]!.execution).toMatchObject({ imported: true, rowCount: 2 });
  });
});

test('an instance without a prediction is named so beside those that did not match', async () => {
  await withProject(path.join(folder, 'fewer.assay'), async (client) => {
    const fewer = writeFiles(path.join(folder, 'fewer'), { 'sf_bq000.csv': 'n\n1\n' });
    await importAll(client);
    await client.call('import.run', {
      items: [{ kind: 'predictions', format: 'csv-folder', path: fewer, system: 'b', group: 'open' }],
    });
    const [judged] = await client.call('judge.run', { rules: ['multiset'] });
    expect(judged!.systems[1]!.counts).toMatchObject({ mismatch: 1, 'no prediction': 3, 'not run': 0 });
    const { systems } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
    expect(systems[1]!.accuracy).toMatchObject({ count: 0, n: 3 });
  });
});

test('beside tables that were handed in, of a system whose queries have not run nothing is known', async () => {
  await withProject(path.join(folder, 'waiting.assay'), async (client) => {
    const queries = writeFiles(path.join(folder, 'queries'), { 'sf_bq000.sql': 'SELECT 1', 'sf_bq001.sql': 'SELECT 2' });
    await importAll(client);
    await client.call('import.run', {
      items: [{ kind: 'predictions', format: 'sql-folder', path: queries, system: 'b', group: 'open' }],
    });
    await client.call('judge.run', { rules: ['multiset'] });
    const { systems } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
    expect(systems.map(({ accuracy, executed }) => [accuracy.n, executed.n])).toEqual([
      [3, 0],
      [0, 0],
    ]);
  });
});

test('the published evaluator reads the files themselves: quotes, blank lines and files without rows count as it has them', async () => {
  const cases: Readonly<Record<string, readonly [gold: string, answer: string, verdict: string]>> = {
    // A quoted blank is a value; an unquoted one is a blank line, which is skipped.
    sf_bq000: ['a\n" "\nx\n', 'a\n \nx\n', 'mismatch'],
    sf_bq001: ['a\n" "\nx\n', 'b\n"x"\n" "\n', 'match'],
    // Two files without rows match whatever their columns are.
    sf_bq002: ['a,b\n', 'c\n', 'match'],
    sf_bq003: ['a\n1\n', 'a,b\n1,2\n1,2,3\n', 'mismatch'],
  };
  const files = (at: 0 | 1, folderName: string) =>
    Object.fromEntries(Object.entries(cases).map(([id, texts]) => [`${folderName}${id}.csv`, texts[at]]));
  const place = writeFiles(path.join(folder, 'quoted'), {
    'spider2-snow.jsonl': jsonLines(
      IDS.map((instance_id) => ({ instance_id, instruction: 'Which?', db_id: 'SHOP', external_knowledge: null })),
    ),
    'gold/spider2snow_eval.jsonl': jsonLines(IDS.map((instance_id) => ({ instance_id, condition_cols: [], ignore_order: true }))),
    ...files(0, 'gold/exec_result/'),
  });
  const handedIn = writeFiles(path.join(folder, 'quoted-answers'), files(1, ''));
  await withProject(path.join(folder, 'quoted.assay'), async (client) => {
    await client.call('import.run', {
      items: [
        { kind: 'benchmark', format: 'spider2-snow', path: place },
        { kind: 'predictions', format: 'csv-folder', path: handedIn, system: 'a', group: 'strong' },
      ],
    });
    await client.call('judge.run', { rules: ['spider2'] });
    const { matrix } = await client.call('overview.get', { rule: 'spider2', reading: 'disjoint' });
    expect(Object.fromEntries(matrix.map(({ instanceId, states }) => [instanceId, states[0]]))).toEqual(
      Object.fromEntries(Object.entries(cases).map(([id, [, , verdict]]) => [id, verdict])),
    );
  });
});

test('AI functions that the benchmark names become tables of the report', async () => {
  const tasks = writeFiles(path.join(folder, 'ai'), {
    'spider2-aifunc.jsonl': jsonLines(
      [['AI_FILTER'], ['AI_FILTER', 'AI_AGG']].map((ai_functions, index) => ({
        instance_id: IDS[index],
        instruction: 'Which?',
        db_id: 'SHOP',
        variant: 'main',
        ai_functions,
        eval_config: { ignore_order: true, condition_cols: [] },
      })),
    ),
    'gold/exec_result/sf_bq000.csv': 'n\n1\n',
    'gold/exec_result/sf_bq001.csv': 'n\n2\n',
  });
  const tables = writeFiles(path.join(folder, 'ai-answers'), { 'sf_bq000.csv': 'n\n1\n', 'sf_bq001.csv': 'n\n3\n' });
  await withProject(path.join(folder, 'ai.assay'), async (client) => {
    await client.call('import.run', {
      items: [
        { kind: 'benchmark', format: 'spider2-aifunc', path: tasks },
        { kind: 'predictions', format: 'csv-folder', path: tables, system: 'a', group: 'strong' },
      ],
    });
    await client.call('judge.run', { rules: ['aifunc'] });
    const { tables: shown } = await client.call('report.metrics', { rule: 'aifunc' });
    const byFunction = shown.find(({ id }) => id === 'by-function')!;
    expect(byFunction.columns.map(({ title }) => title)).toEqual(['system', 'group', 'AI_FILTER', 'AI_AGG']);
    expect(byFunction.rows[0]!.slice(2)).toMatchObject([
      { count: 1, n: 2 },
      { count: 0, n: 1 },
    ]);
    expect(shown.find(({ id }) => id === 'by-function-count')!.rows[0]!.slice(2)).toMatchObject([
      { count: 1, n: 1 },
      { count: 0, n: 1 },
    ]);
  });
});

const real = path.join(
  process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  'spider2-snow',
);

test.skipIf(!fs.existsSync(real))('the example submission of Spider2-Snow is judged against its result tables', async () => {
  await withProject(path.join(folder, 'real.assay'), async (client) => {
    await client.call('import.run', {
      items: [
        { kind: 'benchmark', format: 'spider2-snow', path: real },
        {
          kind: 'predictions',
          format: 'csv-folder',
          path: path.join(real, 'example_submission_folder_csv'),
          system: 'example',
          group: 'strong',
        },
      ],
    });
    const [judged] = await client.call('judge.run', { rules: ['spider2'] });
    expect(judged!.systems[0]!.counts).toMatchObject({ match: 1, mismatch: 5, 'not judged': 1 });
    const { notJudged, matrix } = await client.call('overview.get', { rule: 'spider2', reading: 'disjoint' });
    expect(notJudged).toEqual([{ reason: 'the instance has no gold', instanceIds: ['sf_bq004'] }]);
    expect(matrix.filter(({ states }) => states[0] === 'match').map(({ instanceId }) => instanceId)).toEqual(['sf_bq006']);
  });
});
