import path from 'node:path';
import type { ImportItem, Recognised } from '#shared/contract/import.ts';
import { guessMapping, INSTANCE_FIELDS, PREDICTION_FIELDS } from '../column-mapping.ts';
import { pythonScores } from '../outcomes/spider2.ts';
import { ID_FIELDS, SQL_FIELDS } from '../predictions/jsonl.ts';
import { isDatabaseFile } from '../schemas/databases.ts';
import { asObject, csvHeader, firstElement, firstKeys, firstRecord, head, type JsonObject, looksLikeSqlLines } from './sniff.ts';

const GENERIC = /^(predictions?|preds?|results?|outputs?|outcome|sql|csv|submission|logs?|out|final|instances|trajectories)$/i;

/** A system's name by a file or folder; a name that says nothing gives way to its folder's. */
export function systemNameOf(place: string): string {
  const stem = path.basename(place, /\.(txt|sql|jsonl?|csv|tsv|eval)$/i.exec(place)?.[0] ?? '');
  const bird = /^predict_(?:mini_dev_|dev_)?(.+?)(?:_(?:sqlite|mysql|postgresql))?$/.exec(stem)?.[1];
  const name = bird ?? (GENERIC.test(stem) ? path.basename(path.dirname(path.resolve(place))) : stem);
  return (name.trim() || 'system').slice(0, 120);
}

const recognised = (item: ImportItem, confidence: number, description: string): Recognised => ({ item, confidence, description });

const benchmark = (
  format: Extract<ImportItem, { kind: 'benchmark' }>['format'],
  place: string,
  confidence: number,
  description: string,
) => recognised({ kind: 'benchmark', format, path: place }, confidence, description);
export const predictions = (
  format: Extract<ImportItem, { kind: 'predictions' }>['format'],
  place: string,
  confidence: number,
  description: string,
) =>
  recognised({ kind: 'predictions', format, path: place, system: systemNameOf(place), group: 'open' }, confidence, description);
export const trajectories = (
  format: Extract<ImportItem, { kind: 'trajectories' }>['format'],
  place: string,
  confidence: number,
  description: string,
) => recognised({ kind: 'trajectories', format, path: place, system: systemNameOf(place) }, confidence, description);
export const outcomes = (
  format: Extract<ImportItem, { kind: 'outcomes' }>['format'],
  place: string,
  confidence: number,
  description: string,
) => recognised({ kind: 'outcomes', format, path: place, system: systemNameOf(place) }, confidence, description);
export { benchmark };

const has = (record: JsonObject, ...names: string[]) => names.every((name) => name in record);

/** What a record of a benchmark, of predictions or of logs looks like, wherever it stands. */
function byRecord(record: JsonObject, place: string): Recognised | null {
  if (has(record, 'instance_id', 'conversation'))
    return trajectories('spider-agent-tc', place, 0.95, 'Spider-Agent rollouts with tool calls');
  if (has(record, 'instance_id', 'rollout_idx', 'error'))
    return trajectories('spider-agent-tc', place, 0.9, 'Spider-Agent rollouts with tool calls');
  if (has(record, 'instance_id', 'final_SQL')) return trajectories('dsr-sql', place, 0.95, 'DSR-SQL outcome');
  if ('messages' in record) return trajectories('messages', place, 0.85, 'chats with tool calls');
  if (has(record, 'role', 'content')) return trajectories('messages', place, 0.7, 'a chat');
  if (has(record, 'id', 'predictions')) return outcomes('text2sql-eval-toolkit', place, 0.9, 'results of text2sql-eval-toolkit');
  if (has(record, 'instance_id', 'status', 'score'))
    return outcomes('aifunc-eval', place, 0.95, 'results of the Spider2-AIFunc evaluator');
  if (has(record, 'instance_id', 'instruction', 'db_id')) {
    if ('ai_functions' in record) return benchmark('spider2-aifunc', place, 0.95, 'Spider2-AIFunc tasks');
    return benchmark('spider2-snow', place, 0.95, 'Spider2-Snow tasks');
  }
  if (has(record, 'instance_id', 'question', 'db')) return benchmark('spider2-lite', place, 0.95, 'Spider2-Lite tasks');
  if (has(record, 'question_id', 'db_id', 'question')) return benchmark('bird', place, 0.95, 'BIRD instances');
  if (has(record, 'db_id', 'query', 'question')) return benchmark('spider', place, 0.9, 'Spider instances');
  if (has(record, 'database_id', 'interaction')) return benchmark('spider', place, 0.9, 'SParC or CoSQL sessions');
  if (has(record, 'table_names_original', 'column_names_original'))
    return benchmark('schemas', place, 0.95, 'schemas in Spider’s tables.json');
  const id = ID_FIELDS.some((name) => name in record);
  const sql = SQL_FIELDS.find((name) => name in record);
  const question = 'question' in record || 'instruction' in record;
  if (id && sql !== undefined && (!question || /pred|generated|final/i.test(sql)))
    return predictions('jsonl', place, 0.85, 'predictions, one JSON object each');
  return question ? benchmark('table', place, 0.5, 'a table of questions') : null;
}

async function json(place: string): Promise<Recognised | null> {
  const first = await firstElement(place);
  if (first === null) return null;
  if (first.key === null) {
    const record = asObject(first.value);
    return record === null ? null : byRecord(record, place);
  }
  if (/^\d+$/.test(first.key) && (typeof first.value === 'string' || first.value === 0)) {
    return predictions('bird-json', place, 0.9, 'predictions in BIRD’s dictionary');
  }
  const keys = new Set((await firstKeys(place)) ?? []);
  if (keys.has('eval') && keys.has('version')) return trajectories('inspect', place, 0.9, 'an Inspect AI log');
  if (keys.has('finished') && keys.has('steps')) return trajectories('spider-agent', place, 0.9, 'a Spider-Agent log');
  if (keys.has('messages')) return trajectories('messages', place, 0.85, 'a chat with tool calls');
  if (keys.has('instance_id') && keys.has('status') && keys.has('score'))
    return outcomes('aifunc-eval', place, 0.9, 'a result of the Spider2-AIFunc evaluator');
  return null;
}

async function table(place: string): Promise<Recognised | null> {
  const columns = await csvHeader(place, /\.tsv$/i.test(place) ? '\t' : ',');
  if (columns === null || columns.length === 0) return null;
  if (columns.length <= 2 && columns.some((column) => column.toLowerCase() === 'output')) {
    return outcomes('spider2-ids', place, 0.8, 'ids that passed the Spider2 evaluator');
  }
  const ofPredictions = guessMapping(columns, PREDICTION_FIELDS);
  const predicted = ofPredictions.sql !== undefined && /pred|generated/i.test(ofPredictions.sql);
  if (predicted) return predictions('csv', place, 0.8, 'a table of predictions');
  const ofInstances = guessMapping(columns, INSTANCE_FIELDS);
  if (ofInstances.question !== undefined) return benchmark('table', place, 0.6, 'a table of questions');
  return ofPredictions.sql !== undefined && ofPredictions.id !== undefined
    ? predictions('csv', place, 0.6, 'a table of predictions')
    : null;
}

/** What a file looks like by its ending and its beginning; null where no reader claims it. */
export async function detectFile(place: string): Promise<Recognised | null> {
  const name = path.basename(place).toLowerCase();
  if (isDatabaseFile(name)) return benchmark('databases', place, 0.9, 'a database file');
  if (name.endsWith('.eval')) return trajectories('inspect', place, 0.95, 'an Inspect AI log');
  if (name.endsWith('.md')) return benchmark('documents', place, 0.4, 'a document');
  if (name.endsWith('.json')) return json(place);
  if (/\.(jsonl|ndjson)$/.test(name)) {
    if (/_eval\.jsonl$/.test(name)) return null;
    const record = await firstRecord(place);
    return record === null ? null : byRecord(record, place);
  }
  if (/\.(csv|tsv)$/.test(name)) return table(place);
  if (!/\.(txt|sql|log)$/.test(name)) return null;
  const text = await head(place);
  if (text === null) return null;
  if (text.split('\n').some((line) => line.startsWith('{') && pythonScores(line) !== null)) {
    return outcomes('spider2-log', place, 0.9, 'a log of the Spider2 evaluator');
  }
  if (name.endsWith('.log')) return null;
  const isPredictionFolder = /^pred/i.test(path.basename(path.dirname(place)));
  return predictions(
    'lines',
    place,
    looksLikeSqlLines(text) ? 0.9 : isPredictionFolder ? 0.6 : 0.4,
    'predictions, one SQL a line',
  );
}
