import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AI_FUNCTIONS, callKey, parseRecordingLine } from '#shared/model/recording.ts';
import { encodeRow } from '#shared/model/result-encoding.ts';
import { LocalEngine, type Outcome, tableOf } from '../helpers/local-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The AI-native part of the sample: its golds and predictions on the local engine, from its recording.

const sample = path.resolve(import.meta.dirname, '..', '..', 'fixtures', 'sample-ai');
const lines = (file: string) => fs.readFileSync(path.join(sample, file), 'utf8').trim().split('\n');
const tasks = lines('tasks.jsonl').map(
  (line) => JSON.parse(line) as { instance_id: string; db_id: string; ai_functions: string[] },
);
const plan = JSON.parse(fs.readFileSync(path.join(sample, 'faults.json'), 'utf8')) as {
  predictions: { instance_id: string; system: string; verdict: 'match' | 'mismatch' | 'failed'; codes: string[] }[];
};
const systems = fs.readdirSync(path.join(sample, 'predictions')).sort();

const folder = temporaryFolder();
const engine = new LocalEngine();
const source = {
  database: 'COUNCIL_POST',
  location: path.join(folder, 'COUNCIL_POST.duckdb'),
  recording: path.join(sample, 'recording.jsonl'),
};
const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  await engine.build('data-files', path.join(sample, 'databases', source.database), source.location);
  const files = tasks.flatMap(({ instance_id }) => [
    `gold/${instance_id}.sql`,
    ...systems.map((system) => `predictions/${system}/${instance_id}.sql`),
  ]);
  const all = await engine.run(
    source,
    files.map((file) => fs.readFileSync(path.join(sample, file), 'utf8')),
  );
  for (const [index, file] of files.entries()) outcomes.set(file, all[index]!);
});
afterAll(() => engine.stop());

const rowsOf = (file: string) => tableOf(outcomes.get(file)).rows.map(encodeRow).sort();

test('every gold runs and gives rows, and the questions use all six functions', () => {
  for (const { instance_id } of tasks) expect(rowsOf(`gold/${instance_id}.sql`), instance_id).not.toEqual([]);
  expect([...new Set(tasks.flatMap(({ ai_functions }) => ai_functions))].sort()).toEqual([...AI_FUNCTIONS].sort());
});

test('every prediction matches, differs or fails as planned', () => {
  expect(plan.predictions).toHaveLength(tasks.length * systems.length);
  const found = plan.predictions.map(({ instance_id, system }) => {
    const file = `predictions/${system}/${instance_id}.sql`;
    if (outcomes.get(file)?.status !== 'ok') return 'failed';
    return rowsOf(file).join('\n') === rowsOf(`gold/${instance_id}.sql`).join('\n') ? 'match' : 'mismatch';
  });
  expect(plan.predictions.map((planned, index) => ({ ...planned, verdict: found[index] }))).toEqual(plan.predictions);
});

test('no call is missing, and no fault is one of the environment', () => {
  for (const [file, outcome] of outcomes) {
    expect(outcome.status === 'ok' ? '' : outcome.code, file).not.toMatch(/RECORDING_MISS|NOT_SUPPORTED|SYNTAX|DUCKDB_ERROR/);
  }
});

test('the recording is well-formed, and holds each call once', () => {
  const keys = lines('recording.jsonl').map((line) => {
    const call = parseRecordingLine(line);
    if (typeof call === 'string') throw new Error(`${call}: ${line}`);
    return callKey(call);
  });
  expect(new Set(keys).size).toBe(keys.length);
});
