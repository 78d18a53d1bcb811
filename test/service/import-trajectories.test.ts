import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import type { ImportItem, ItemOf } from '#shared/contract/import.ts';
import { evaluations, outcomesOf } from '../../electron/service/database/outcomes.ts';
import { detect } from '../../electron/service/importers/detect/detect.ts';
import { trajectoryOf } from '../../electron/service/importers/trajectories/stored.ts';
import { search } from '../../electron/service/search/search.ts';
import {
  filesBelow,
  type ImportProject,
  importProject,
  jsonLines,
  madeBenchmark,
  writeFiles,
} from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { zipOf } from '../helpers/zip.ts';

// Agent logs of every kind and outcomes of other evaluators: stored, found by their words, and written again.

const root = temporaryFolder();
let project: ImportProject;
let folder: string;
let made = 0;
beforeEach(async () => {
  folder = path.join(root, `run${made++}`);
  project = importProject(root);
  await project.run(madeBenchmark(path.join(folder, 'benchmark')));
});

type Format = ItemOf<'trajectories'>['format'];
const trajectories = (format: Format, place: string): ImportItem => ({
  kind: 'trajectories',
  format,
  path: place,
  system: 'agent',
});
const outcomes = (format: ItemOf<'outcomes'>['format'], place: string, version?: string): ImportItem => ({
  kind: 'outcomes',
  format,
  path: place,
  system: 'agent',
  version,
});

const stored = () =>
  project.rows(`SELECT instance.instance_id AS id, trajectory.rollout, step_count AS steps, trajectory.extraction_method AS method, sql
    FROM trajectory JOIN instance ON instance.id = trajectory.instance_id
    LEFT JOIN prediction ON prediction.instance_id = trajectory.instance_id AND prediction.rollout = trajectory.rollout
    LEFT JOIN query ON query.id = query_id ORDER BY 1, 2`);

/** Exports the logs, reads them again elsewhere: the same bodies must be there; answers the files. */
async function roundTrip(format: Format, single = false): Promise<Record<string, string>> {
  const out = path.join(root, `out${made++}`);
  await project.export({ kind: 'trajectories', system: 'agent' }, out);
  const files = filesBelow(out);
  const second = importProject(root);
  await second.run(madeBenchmark(path.join(folder, 'benchmark')));
  await second.run(trajectories(format, single ? path.join(out, Object.keys(files)[0]!) : out));
  const sql = 'SELECT instance_id, rollout, step_count, figures, extraction_method FROM trajectory ORDER BY 1, 2';
  expect(second.rows(sql)).toEqual(project.rows(sql));
  return files;
}

const rollout = (id: string, rollout_idx: number, answer: string | null, words = 'nothing') => ({
  instance_id: id,
  rollout_idx,
  conversation: [
    { role: 'user', content: `Question: Question ${Number(id.slice(-3))}: how many?` },
    {
      role: 'assistant',
      content: words,
      tool_calls: [{ name: 'execute_snowflake_sql', arguments: { sql: `SELECT ${rollout_idx} FROM claims_table` } }],
    },
    { role: 'tool', content: 'EXECUTION RESULT of [execute_snowflake_sql]:\nQuery executed successfully\n```csv\na\n1\n```' },
    ...(answer === null
      ? []
      : [{ role: 'assistant', content: 'Done.', tool_calls: [{ name: 'terminate', arguments: { answer } }] }]),
  ],
  terminated: answer !== null,
});

test('several rollouts of a file, each with its prediction and where it was found', async () => {
  const place = writeFiles(path.join(folder, 'logs'), {
    'sf_bq000.json': [rollout('sf_bq000', 0, 'SELECT 7'), rollout('sf_bq000', 1, null)],
    'sf_bq001.json': [{ instance_id: 'sf_bq001', rollout_idx: 0, error: 'rate limit', round_failed: 3, terminated: false }],
    'sf_bq002.json': [
      { ...rollout('sf_bq002', 0, 'SELECT 8'), conversation: [{ role: 'user', content: 'Question: quite another?' }] },
    ],
  });
  const [receipt, predictions] = await project.run(trajectories('spider-agent-tc', place));
  expect(receipt).toMatchObject({ what: 'trajectories of agent', kept: 4, rejected: 0 });
  expect(receipt!.notes).toEqual([expect.stringMatching(/^1 logs do not contain this benchmark's question .*: sf_bq002$/)]);
  expect(predictions).toMatchObject({ what: 'predictions from trajectories of agent', kept: 4 });
  expect(stored()).toEqual([
    { id: 'sf_bq000', rollout: 0, steps: 2, method: 'terminate(answer)', sql: 'SELECT 7' },
    { id: 'sf_bq000', rollout: 1, steps: 1, method: 'last SQL that ran', sql: 'SELECT 1 FROM claims_table' },
    { id: 'sf_bq001', rollout: 0, steps: 0, method: null, sql: null },
    { id: 'sf_bq002', rollout: 0, steps: 0, method: null, sql: null },
  ]);
  expect(trajectoryOf(project.db, 1, 1, 1)!.steps[0]).toMatchObject({ result: { columns: ['a'], rows: [['1']] } });
  expect((await project.run(trajectories('spider-agent-tc', place))).map(({ kept, unchanged }) => [kept, unchanged])).toEqual([
    [0, 4],
    [0, 4],
  ]);
  const files = await roundTrip('spider-agent-tc');
  for (const name of ['sf_bq000.json', 'sf_bq001.json'])
    expect(JSON.parse(files[name]!)).toEqual(JSON.parse(fs.readFileSync(path.join(place, name), 'utf8')));
});

test('a prediction file of the system says what was handed in; its logs change nothing there', async () => {
  const place = writeFiles(folder, {
    'p.jsonl': jsonLines([{ id: 'sf_bq000', pred_sql: 'SELECT 9' }]),
    'logs/sf_bq000.json': [rollout('sf_bq000', 0, 'SELECT 7')],
  });
  await project.run({
    kind: 'predictions',
    format: 'jsonl',
    path: path.join(place, 'p.jsonl'),
    system: 'agent',
    group: 'strong',
  });
  await project.run(trajectories('spider-agent-tc', path.join(place, 'logs')));
  expect(stored()).toMatchObject([{ sql: 'SELECT 9' }]);
});

test('Spider-Agent: the log and the result table that it handed in', async () => {
  const log = (result: string) => ({
    finished: true,
    steps: 1,
    result,
    Task: 'Question 0: how many?',
    trajectory: [
      {
        observation: '',
        thought: 't',
        action: 'SNOWFLAKE_EXEC_SQL(sql_query="SELECT 1", is_save=True, save_path="out.csv")',
        response: '',
      },
    ],
  });
  const place = writeFiles(path.join(folder, 'out'), {
    'sf_bq000/spider/result.json': log('out.csv'),
    'sf_bq000/out.csv': 'A\n1\n',
    'sf_bq001/spider/result.json': log('../../../etc/passwd'),
    'sf_bq002/spider/result.json': log('42'),
  });
  const [receipt] = await project.run(trajectories('spider-agent', place));
  expect(receipt).toMatchObject({ kept: 3 });
  expect(
    project.rows(
      'SELECT instance_id, csv_hash IS NOT NULL AS csv, row_count FROM prediction LEFT JOIN result ON hash = result_hash ORDER BY 1',
    ),
  ).toMatchObject([
    { csv: 1, row_count: 1 },
    { csv: 1, row_count: 1 },
    { csv: 1, row_count: 1 },
  ]);
  await roundTrip('spider-agent');
});

test('DSR-SQL outcomes with their status files, ReFoRCE candidates with the vote', async () => {
  const dsr = writeFiles(path.join(folder, 'dsr'), {
    'outcome/sf_bq000_0_result.json': [{ instance_id: 'sf_bq000', question: 'Question 0: how many?', final_SQL: 'SELECT 1' }],
    'outcome/sf_bq000_1_result.json': [
      { instance_id: 'sf_bq000', question: 'Question 0: how many?', final_SQL: "SELECT 'Workflow Error' AS result;" },
    ],
    'log/sf_bq000_0/status_1.jsonl': jsonLines([
      { step: 1, input_token_count: 3, output_token_count: 4, status: null, SQL: 'SELECT 0' },
    ]),
  });
  await project.run(trajectories('dsr-sql', dsr));
  expect(stored()).toEqual([
    { id: 'sf_bq000', rollout: 0, steps: 1, method: 'final_SQL', sql: 'SELECT 1' },
    { id: 'sf_bq000', rollout: 1, steps: 0, method: null, sql: null },
  ]);
  await roundTrip('dsr-sql');
  const log = '2025-01-02 03:04:05 - Thread-1 (execute) - INFO - [Try to execute]\nSELECT 5\n[Try to execute]\n';
  const reforce = writeFiles(path.join(folder, 'reforce'), {
    'sf_bq001/0log.log': log,
    'sf_bq001/0result.sql': 'SELECT 5',
    'sf_bq001/0result.csv': 'A\n5\n',
    'sf_bq001/1log.log': log,
    'sf_bq001/log.log': log,
    'sf_bq001/result.sql': 'SELECT 5',
  });
  const [receipt] = await project.run({ ...trajectories('reforce', reforce), system: 'reforce' } as ImportItem);
  expect(receipt).toMatchObject({ kept: 3, rejected: 0 });
  expect(
    project.rows(
      "SELECT rollout, query_id IS NOT NULL AS sql, csv_hash IS NOT NULL AS csv FROM prediction JOIN system ON system.id = system_id WHERE name = 'reforce' ORDER BY 1",
    ),
  ).toEqual([
    { rollout: 0, sql: 1, csv: 0 },
    { rollout: 1, sql: 1, csv: 1 },
    { rollout: 2, sql: 0, csv: 0 },
  ]);
  const out = path.join(root, `out${made++}`);
  await project.export({ kind: 'trajectories', system: 'reforce' }, out);
  expect(filesBelow(out)).toEqual(filesBelow(reforce));
});

test('chats as JSON lines and as files, Inspect logs as archive and as JSON', async () => {
  const chat = (id: string) => ({
    id,
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '```sql\nSELECT 1\n```' },
    ],
  });
  writeFiles(folder, {
    'chats.jsonl': jsonLines([chat('sf_bq000'), chat('sf_bq001')]),
    'log.eval': zipOf(
      [2, 3].map((n) => ({
        name: `samples/sf_bq00${n}_epoch_1.json`,
        content: JSON.stringify({ ...chat(`sf_bq00${n}`), epoch: 1, input: 'q', output: { completion: 'SELECT' } }),
      })),
    ),
  });
  await project.run(trajectories('messages', path.join(folder, 'chats.jsonl')));
  const files = await roundTrip('messages', true);
  expect(Object.values(files)[0]).toBe(fs.readFileSync(path.join(folder, 'chats.jsonl'), 'utf8'));
  project = importProject(root);
  await project.run(madeBenchmark(path.join(folder, 'benchmark')));
  const [receipt] = await project.run(trajectories('inspect', path.join(folder, 'log.eval')));
  expect(receipt).toMatchObject({ kept: 2, rejected: 0 });
  await roundTrip('inspect', true);
});

test('words are found in instructions, SQL, notes and trajectories, with whose they are and where', async () => {
  writeFiles(folder, {
    'logs/sf_bq000.json': [rollout('sf_bq000', 0, 'SELECT sum(claim_amount) FROM claims_table', 'The denominators look odd.')],
  });
  await project.run(trajectories('spider-agent-tc', path.join(folder, 'logs')));
  project.db.exec(
    `INSERT INTO annotator VALUES (1, 'mk'); INSERT INTO label VALUES (1, 1, 1, '{"note":"denominator is missing"}', 'now')`,
  );
  const find = (text: string) => search(project.db, { text, in: ['instruction', 'sql', 'note', 'trajectory'], limit: 10 }).hits;
  expect(find('question 2').map(({ in: kind, instanceId }) => [kind, instanceId])).toEqual([['instruction', 'sf_bq002']]);
  expect(find('claim_amount').map((hit) => [hit.in, hit.system?.name, hit.step])).toEqual([
    ['sql', 'agent', null],
    ['trajectory', 'agent', 1],
  ]);
  expect(find('denomin').map((hit) => [hit.in, hit.annotator, hit.snippet.find((piece) => piece.hit)?.text])).toEqual([
    ['note', 'mk', 'denomin'],
    ['trajectory', null, 'denomin'],
  ]);
  for (const odd of ['', '   ', '"', 'a OR', '*', 'NEAR(', 'x" AND "', '-', 'sql:']) expect(() => find(odd), odd).not.toThrow();
});

test('a number that is not in the index is named, not passed over', async () => {
  const answer = (text: string, kinds: readonly ('sql' | 'trajectory')[]) => search(project.db, { text, in: kinds, limit: 10 });
  expect(answer('town 1234567 "0.12345 x" 2019', ['trajectory']).unsearched).toEqual(['1234567', '0.12345']);
  expect(answer('1234567', ['sql']).unsearched).toEqual([]);
  expect(answer('bq1234567', ['trajectory']).unsearched).toEqual([]);
});

test('trajectories of an older version are found too, and shown', () => {
  const steps = {
    steps: [{ thought: 'zebra', tool: null, call: [], sql: null, observation: null, outcome: 'unknown' }],
    terminated: true,
    answer: null,
    extractionMethod: null,
  };
  project.db.exec("INSERT INTO system VALUES (1, 'old', 'open')");
  project.db
    .prepare('INSERT INTO trajectory (instance_id, system_id, step_count, body) VALUES (1, 1, 1, ?)')
    .run(deflateRawSync(JSON.stringify(steps)));
  expect(search(project.db, { text: 'zebra', in: ['trajectory'], limit: 5 }).hits).toMatchObject([
    { instanceId: 'sf_bq000', step: 0 },
  ]);
  expect(trajectoryOf(project.db, 1, 1)).toEqual(steps);
});

test('outcomes of Spider2-AIFunc’s evaluator keep their word and version, and stay apart from verdicts', async () => {
  const result = (instance_id: string, status: string, rest: object = {}) => ({
    instance_id,
    status,
    score: status === 'match' ? 1 : 0,
    error_info: null,
    ...rest,
  });
  const place = writeFiles(path.join(folder, 'eval'), {
    'eval_details.jsonl': jsonLines([
      result('sf_bq000', 'match'),
      result('sf_bq001', 'gold_unreliable_mismatch', { gold_majority_ratio: '5/10' }),
      result('sf_bq002', 'pred_execution_failed', { error_info: 'invalid identifier' }),
      result('sf_bq003', 'surprise'),
      result('sf_bq999', 'match'),
    ]),
  });
  const [receipt] = await project.run(outcomes('aifunc-eval', place, '1.2'));
  expect(receipt).toMatchObject({ kept: 3, rejected: 2 });
  expect(receipt!.rejections.map(({ reason }) => reason)).toEqual(['unknown status surprise', 'the id is not in this benchmark']);
  expect(evaluations(project.db)).toMatchObject([
    {
      evaluator: 'spider2-aifunc',
      evaluatorVersion: '1.2',
      system: 'agent',
      outcomes: 3,
      byState: { match: 1, 'unstable gold': 1, 'prediction failed': 1 },
    },
  ]);
  expect(outcomesOf(project.db, 2)).toMatchObject([
    { status: 'gold_unreliable_mismatch', state: 'unstable gold', reason: 'gold majority 5/10' },
  ]);
  expect(project.count('SELECT count(*) FROM verdict')).toBe(0);
  expect((await project.run(outcomes('aifunc-eval', place, '1.2')))[0]).toMatchObject({ kept: 0, unchanged: 3 });
  const instances = writeFiles(path.join(folder, 'eval2'), {
    'instances/sf_bq000/eval_result.json': result('sf_bq000', 'mismatch'),
  });
  expect((await project.run(outcomes('aifunc-eval', instances, '1.3')))[0]).toMatchObject({ kept: 1 });
  expect(outcomesOf(project.db, 1)).toMatchObject([
    { evaluatorVersion: '1.2', state: 'match' },
    { evaluatorVersion: '1.3', state: 'mismatch' },
  ]);
});

test('Spider2’s passed ids and log, and text2sql-eval-toolkit’s results, are read and written again', async () => {
  writeFiles(folder, {
    'run.csv': 'output\nsf_bq000\nsf_bq002\n',
    'log.txt': "start\n{'sf_bq000': 1, 'sf_bq001': 0}\nFinal score: 0.5\n",
    'bench-predictions_eval.json': [
      {
        id: 'sf_bq000',
        predictions: {
          agent: { predicted_sql: 'x', evaluation: { execution_accuracy: 1, subset_non_empty_execution_accuracy: 1 } },
        },
      },
      {
        id: 'sf_bq001',
        predictions: { agent: { evaluation: { execution_accuracy: 0, eval_error: 1, eval_error_message: 'boom' } }, other: {} },
      },
      { id: 'sf_bq002', predictions: { agent: {} } },
    ],
  });
  const [ids] = await project.run(outcomes('spider2-ids', path.join(folder, 'run.csv')));
  const [log] = await project.run(outcomes('spider2-log', path.join(folder, 'log.txt')));
  const [toolkit] = await project.run(outcomes('text2sql-eval-toolkit', path.join(folder, 'bench-predictions_eval.json')));
  expect([ids, log, toolkit].map((receipt) => [receipt!.kept, receipt!.rejected])).toEqual([
    [2, 0],
    [2, 0],
    [2, 1],
  ]);
  expect(outcomesOf(project.db, 2)).toMatchObject([
    { evaluator: 'spider2', state: 'mismatch' },
    { evaluator: 'text2sql-eval-toolkit', state: 'not judged', reason: 'boom' },
  ]);
  const out = path.join(root, `out${made++}`);
  await project.export({ kind: 'outcomes', system: 'agent' }, out);
  const files = filesBelow(out);
  expect(files['run.csv']).toBe('output\nsf_bq000\nsf_bq002\n');
  expect(files['log.txt']).toBe("{'sf_bq000': 1, 'sf_bq001': 0}\n");
  expect(JSON.parse(files['bench-predictions_eval.json']!)).toHaveLength(2);
});

test('each kind of log and of outcomes is recognised by its files', async () => {
  const place = writeFiles(path.join(folder, 'mixed'), {
    'tc/sf_bq000.json': [rollout('sf_bq000', 0, null)],
    'agent/sf_bq000/spider/result.json': { finished: true, steps: 1, result: '', trajectory: [] },
    'dsr/outcome/sf_bq000_0_result.json': [{ instance_id: 'sf_bq000', final_SQL: 'x' }],
    'reforce/sf_bq000/0log.log': 'x',
    'chats/sf_bq000.json': { messages: [{ role: 'user', content: 'q' }] },
    'inspect/log.eval': zipOf([]),
    'aifunc/eval_details.jsonl': jsonLines([{ instance_id: 'a', status: 'match', score: 1 }]),
    'run-ids.csv': 'output\na\n',
    'log.txt': "{'a': 1}\n",
    'x-predictions_eval.json': [{ id: 'a', predictions: {} }],
  });
  const { found, leftAlone } = await detect([place]);
  expect(found.map(({ item }) => item.format).sort()).toEqual([
    'aifunc-eval',
    'dsr-sql',
    'inspect',
    'messages',
    'reforce',
    'spider-agent',
    'spider-agent-tc',
    'spider2-ids',
    'spider2-log',
    'text2sql-eval-toolkit',
  ]);
  expect(leftAlone).toEqual([]);
});
