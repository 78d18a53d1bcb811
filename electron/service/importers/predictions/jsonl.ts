import path from 'node:path';
import type { ItemOf } from '#shared/contract/import.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

/** Names that files in the wild use, the more specific first. */
export const ID_FIELDS = ['instance_id', 'id', 'question_id', 'qid', 'task_id', 'idx'];
export const SQL_FIELDS = [
  'pred_sql',
  'predicted_sql',
  'prediction_sql',
  'final_sql',
  'generated_sql',
  'pred',
  'prediction',
  'predicted',
  'sql',
  'SQL',
  'query',
  'answer',
  'output',
  'response',
];
const ROLLOUT_FIELDS = ['rollout_idx', 'rollout', 'sample_idx', 'run', 'run_idx'];
const QUESTION_FIELDS = ['instruction', 'question'];

type Record_ = Readonly<Record<string, unknown>>;
const fieldOf = (record: Record_, names: readonly string[]): unknown =>
  record[names.find((name) => record[name] !== undefined) ?? ''];

/** The prediction in one JSON object, or why there is none. */
function predictionOfObject(value: unknown, raw: string): PredictionRecord | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Problem('not a JSON object', raw);
  const record = value as Record_;
  const id = fieldOf(record, ID_FIELDS);
  const sql = fieldOf(record, SQL_FIELDS);
  const rollout = fieldOf(record, ROLLOUT_FIELDS) ?? 0;
  const question = fieldOf(record, QUESTION_FIELDS);
  if (typeof id !== 'string' && typeof id !== 'number')
    return new Problem('no id: expected one of id, instance_id, question_id', raw);
  if (sql === undefined) return new Problem('no SQL: expected one of pred_sql, sql, prediction', raw);
  if (sql !== null && sql !== 0 && typeof sql !== 'string') return new Problem('the SQL is no text', raw);
  if (typeof rollout !== 'number' || !Number.isInteger(rollout) || rollout < 0)
    return new Problem('the rollout is no whole number', raw);
  return {
    ...plainPrediction({ id: String(id) }, typeof sql === 'string' ? sql : null),
    rollout,
    question: typeof question === 'string' ? question : null,
    raw,
  };
}

async function* readJsonl(file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
  const models = new Set<string>();
  for await (const read of jsonRecords(file.path)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    const record = predictionOfObject(read.value, read.text);
    const model = (read.value as Record_ | null)?.model;
    if (typeof model === 'string') models.add(model);
    if (record instanceof Problem) yield { problem: record, line: read.line };
    else yield { record, line: read.line, key: 'id' in record.instance ? record.instance.id : null, text: record.sql ?? '' };
  }
  if (models.size > 1)
    yield { note: `The file names ${models.size} models (${[...models].slice(0, 5).join(', ')}); all are taken as one system.` };
}

/** Imports a JSONL file (or a JSON array) of `{id | instance_id, pred_sql | sql …, model}`. */
export const importPredictionJsonl = (job: ItemJob, item: ItemOf<'predictions'>): Promise<void> =>
  takePredictions(job, item, path.basename(item.path), [unitOf(fileAt(item.path), readJsonl)]);
