import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callKey, type Json } from '#shared/model/recording.ts';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { assay, assayOk } from '../helpers/command-line.ts';
import { LocalEngine } from '../helpers/local-engine.ts';
import { readProject } from '../helpers/project-file.ts';
import { startService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// A project with a DuckDB benchmark: its run lacks calls, they are answered, and the next run has them.

const folder = temporaryFolder();
const project = path.join(folder, 'letters.assay');
const GOLD =
  "SELECT NAME FROM TOWN WHERE AI_FILTER(PROMPT('Is {0} a port?', NAME)) AND AI_SIMILARITY(NAME, 'sea') > 0.5 ORDER BY NAME";

beforeAll(async () => {
  const benchmark = path.join(folder, 'towns');
  makeBenchmark(benchmark, {
    databases: { TOWNS: 'CREATE TABLE t (a)' },
    instances: [{ db: 'TOWNS', question: 'Which?', gold: GOLD }],
  });
  fs.mkdirSync(path.join(folder, 'data'));
  fs.writeFileSync(path.join(folder, 'data', 'town.csv'), 'NAME\nArl\nBern\n');
  const engine = new LocalEngine();
  await engine.build('data-files', path.join(folder, 'data'), path.join(folder, 'towns.duckdb'));
  engine.stop();
  const service = startService();
  await service.client.call('project.create', { path: project, annotator: 'mk' });
  await service.client.call('import.run', { items: [benchmarkItem(benchmark)] });
  await service.stop();
  const file = new DatabaseSync(project);
  file.prepare("UPDATE benchmark_database SET engine = 'duckdb', location = ?").run(path.join(folder, 'towns.duckdb'));
  file.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

type Execution = { status: string; error_code: string | null; row_count: number | null };
const lastExecution = () =>
  readProject<Execution>(
    project,
    'SELECT status, error_code, row_count FROM execution LEFT JOIN result ON hash = result_hash ORDER BY execution.id DESC LIMIT 1',
  )[0];

type Call = { function: string; arguments: Json[] };

test('missing calls are listed, answered, imported, and then found; the recording comes out as it went in', {
  timeout: 300_000,
}, async () => {
  const answers = path.join(folder, 'answers.jsonl');
  const answered: string[] = [];
  for (const expected of [2, 2]) {
    await assayOk(['execute', project]);
    expect(lastExecution()).toMatchObject({ status: 'environment', error_code: 'RECORDING_MISS' });
    const missing = (await assayOk(['recording', 'missing', project, '--json'])).json<Call[]>();
    expect(missing).toHaveLength(expected);
    answered.push(...missing.map((call) => JSON.stringify({ ...call, answer: call.function === 'AI_FILTER' ? true : 0.75 })));
    fs.writeFileSync(answers, `${[...answered, 'no call'].join('\n')}\n`);
    const receipt = (await assayOk(['recording', 'import', project, answers, '--json'])).json<{
      added: number;
      rejected: unknown[];
    }>();
    expect(receipt).toMatchObject({ added: expected, rejected: [{ line: answered.length + 1, reason: 'the line is not JSON' }] });
    expect((await assayOk(['recording', 'missing', project, '--json'])).json<Call[]>()).toEqual([]);
  }
  const run = (await assayOk(['execute', project, '--again', '--json'])).json<{ engines: string[] }>();
  expect(run.engines).toEqual([expect.stringMatching(/^DuckDB /)]);
  expect(lastExecution()).toMatchObject({ status: 'ok', row_count: 2 });

  const exported = path.join(folder, 'exported.jsonl');
  await assayOk(['recording', 'export', project, exported]);
  const keys = (file: string) =>
    fs
      .readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => callKey(JSON.parse(line)))
      .sort();
  expect(keys(exported)).toEqual(keys(answers));
  const again = (await assayOk(['recording', 'import', project, exported, '--json'])).json<{
    unchanged: number;
    added: number;
  }>();
  expect(again).toMatchObject({ unchanged: answered.length, added: 0 });
});

test('a recording that is not there is an error with a next step', async () => {
  const finished = await assay(['recording', 'import', project, path.join(folder, 'no.jsonl')]);
  expect(finished.code).toBe(1);
  expect(finished.stderr).toContain('There is no no.jsonl');
});
