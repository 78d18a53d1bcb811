import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { jsonLines, writeFiles } from '../helpers/import-project.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Reported faults of stored gold results and of what is counted (see test/comparison/reportedFaultRows.test.ts), on
// made benchmarks in the layout of Spider2-Lite with a local database.

const folder = temporaryFolder();
const ids = (count: number) => Array.from({ length: count }, (_, index) => `local${String(index + 1).padStart(3, '0')}`);

/** Tasks on a local database, with the files of golds that are given. */
function lite(name: string, count: number, files: Readonly<Record<string, string>>): string {
  const place = writeFiles(path.join(folder, name), {
    'spider2-lite.jsonl': jsonLines(
      ids(count).map((instance_id) => ({ instance_id, db: 'damage', question: 'How much?', external_knowledge: null })),
    ),
    ...files,
  });
  const file = path.join(place, 'resource', 'databases', 'damage.sqlite');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE damage (year INTEGER, building INTEGER);
    INSERT INTO damage VALUES (2011, 100), (2012, 492892943), (2013, 300)`);
  database.close();
  return place;
}

const evaluation = (count: number, configured: Readonly<Record<string, unknown>> = {}) =>
  jsonLines(
    ids(count).map((instance_id) => ({ instance_id, condition_cols: configured[instance_id] ?? [], ignore_order: true })),
  );

test('rows 10, 11, 38: a gold query whose rows are not the stored ones is told, drift apart from another answer, and a gold that fails its own check', async () => {
  const place = lite('stored', 3, {
    'gold/spider2lite_eval.jsonl': evaluation(3, { local003: [5] }),
    // Two rows where every stored variant has one.
    'gold/sql/local001.sql': 'SELECT year FROM damage WHERE year < 2013',
    'gold/exec_result/local001_a.csv': 'year\n2011\n',
    'gold/exec_result/local001_b.csv': 'year\n2012\n',
    // One cell has moved.
    'gold/sql/local002.sql': 'SELECT year, building FROM damage ORDER BY year',
    'gold/exec_result/local002.csv': 'year,building\n2011,100\n2012,492844029\n2013,300\n',
    'gold/sql/local003.sql': 'SELECT year FROM damage',
    'gold/exec_result/local003.csv': 'year\n2011\n2012\n2013\n',
  });
  await withProject(path.join(folder, 'stored.assay'), async (client) => {
    await client.call('import.run', { items: [{ kind: 'benchmark', format: 'spider2-lite', path: place }] });
    await client.call('execution.start', { jobs: 1, limits: {}, again: false });
    const { findings } = await client.call('gold.check', null);
    const of = (id: string) => findings.filter(({ instanceId }) => instanceId === id).map(({ kind, words }) => ({ kind, words }));
    expect(of('local001')).toEqual([
      {
        kind: 'stored table inconsistent',
        words: expect.stringMatching(/^the query returns 2 rows, as no stored table has them/),
      },
    ]);
    expect(of('local002')).toEqual([
      { kind: 'stored table drifted', words: expect.stringMatching(/nearest stored table: 1 cell differ/) },
    ]);
    expect(of('local003').map(({ kind }) => kind)).toEqual(expect.arrayContaining(['gold fails its own check']));
    expect(of('local003').some(({ words }) => words.includes('does not fit the gold'))).toBe(true);
  });
});

test('rows 13, 14: systems that agree against a stored gold are named; the label can hold gold or document responsible', async () => {
  const place = lite('wrong', 2, {
    'gold/spider2lite_eval.jsonl': evaluation(2),
    'gold/exec_result/local001.csv': 'a,b\n1,2\n3,4\n',
    'gold/exec_result/local002.csv': 'from,to\nOslo,Rome\n',
  });
  const answers = writeFiles(path.join(folder, 'wrong-answers'), {
    'local001.csv': 'a,b\n1,2\n3,5\n',
    'local002.csv': 'from,to\nRome,Paris\n',
  });
  await withProject(path.join(folder, 'wrong.assay'), async (client) => {
    await client.call('import.run', {
      items: [
        { kind: 'benchmark', format: 'spider2-lite', path: place },
        ...['a', 'b', 'c'].map(
          (system) => ({ kind: 'predictions', format: 'csv-folder', path: answers, system, group: 'strong' }) as const,
        ),
      ],
    });
    await client.call('judge.run', { rules: ['spider2-lite'] });
    const { findings } = await client.call('gold.check', null);
    expect(findings.map(({ instanceId, kind, words }) => [instanceId, kind, words])).toEqual(
      ids(2).map((id) => [id, 'systems agree against gold', '3 of 3 systems return the same rows: a, b, c']),
    );
    const { matrix, systems } = await client.call('overview.get', { rule: 'spider2-lite', reading: 'disjoint' });
    for (const [index, party] of (['gold', 'document'] as const).entries()) {
      const where = { instance: matrix[index]!.instance, system: systems[0]!.systemId };
      const { label } = await client.call('label.edit', { ...where, edit: { field: 'responsible', party } });
      expect(label.responsible).toBe(party);
    }
  });
});

test('rows 17, 18: five right files for ten tasks are half of the tasks, both numbers shown; a task without gold is counted apart', async () => {
  const place = lite('counted', 11, {
    'gold/spider2lite_eval.jsonl': evaluation(11),
    ...Object.fromEntries(ids(10).map((id, index) => [`gold/exec_result/${id}.csv`, `n\n${index}\n`])),
  });
  const answers = writeFiles(
    path.join(folder, 'counted-answers'),
    Object.fromEntries([...ids(5), 'local011'].map((id, index) => [`${id}.csv`, `n\n${index}\n`])),
  );
  await withProject(path.join(folder, 'counted.assay'), async (client) => {
    await client.call('import.run', {
      items: [
        { kind: 'benchmark', format: 'spider2-lite', path: place },
        { kind: 'predictions', format: 'csv-folder', path: answers, system: 'a', group: 'strong' },
      ],
    });
    await client.call('judge.run', { rules: ['spider2-lite'] });
    const { tables } = await client.call('report.metrics', { rule: 'spider2-lite' });
    const { columns, rows } = tables.find(({ id }) => id === 'denominators')!;
    const cell = (id: string) => rows[0]![columns.findIndex((column) => column.id === id)];
    expect(cell('primary')).toMatchObject({ count: 5, n: 5 });
    expect(cell('all')).toMatchObject({ count: 5, n: 11 });
    const { notJudged, strata, systems } = await client.call('overview.get', { rule: 'spider2-lite', reading: 'disjoint' });
    expect(notJudged).toEqual([{ reason: 'the instance has no gold', instanceIds: ['local011'] }]);
    expect(strata.outside).toContainEqual({ reason: 'not judged', count: 1 });
    expect(systems[0]!.accuracy).toMatchObject({ count: 5, n: strata.frame });
  });
});
