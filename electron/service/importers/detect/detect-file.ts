import path from 'node:path';
import type { ImportItem, Recognised } from '#shared/contract/import.ts';
import { guessMapping, INSTANCE_FIELDS, PREDICTION_FIELDS } from '../column-mapping.ts';
import { pythonScores } from '../outcomes/spider2.ts';
import { ID_FIELDS, SQL_FIELDS } from '../predictions/jsonl.ts';
import { isDatabaseFile } from '../schemas/databases.ts';
import { asObject, csvHeader, firstElement, firstKeys, firstRecord, head, type JsonObject, looksLikeSqlLines } from './sniff.ts';

const GENERIC = /^(predictions?|preds?|results?|outputs?|outcome|sql|csv|submission|logs?|out|final|instances|trajectories)$/i;

/** A system's name by a file or folder; a name that says nothing gives way to its folder's. */
function systemNameOf(place: string): string {
  const stem = path.basename(place, /\.(txt|sql|jsonl?|csv|tsv|eval)$/i.exec(place)?.[0] ?? '');
  const bird = /^predict_(?:mini_dev_|dev_)?(.+?)(?:_(?:sqlite|mysql|postgresql))?$/.exec(stem)?.[1];
  const name = bird ?? (GENERIC.test(stem) ? path.basename(path.dirname(path.resolve(place))) : stem);
  return (name.trim() || 'system').slice(0, 120);
}

const recognised = (item: ImportItem, confidence: number, description: string, why: string): Recognised => ({
  item,
  confidence,
  description,
  why,
});

const benchmark = (
  format: Extract<ImportItem, { kind: 'benchmark' }>['format'],
  place: string,
  confidence: number,
  description: string,
  why: string,
) => recognised({ kind: 'benchmark', format, path: place }, confidence, description, why);
export const predictions = (
  format: Extract<ImportItem, { kind: 'predictions' }>['format'],
  place: string,
  confidence: number,
  description: string,
  why: string,
) =>
  recognised(
    { kind: 'predictions', format, path: place, system: systemNameOf(place), group: 'open' },
    confidence,
    description,
    why,
  );
export const trajectories = (
  format: Extract<ImportItem, { kind: 'trajectories' }>['format'],
  place: string,
  confidence: number,
  description: string,
  why: string,
) => recognised({ kind: 'trajectories', format, path: place, system: systemNameOf(place) }, confidence, description, why);
export const outcomes = (
  format: Extract<ImportItem, { kind: 'outcomes' }>['format'],
  place: string,
  confidence: number,
  description: string,
  why: string,
) => recognised({ kind: 'outcomes', format, path: place, system: systemNameOf(place) }, confidence, description, why);
export { benchmark };

/** The fields by which a record is recognised, said as a reason; null where it lacks one of them. */
function fieldsOf(record: JsonObject, ...names: string[]): string | null {
  if (!names.every((name) => name in record)) return null;
  return `its records have the ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}`;
}

/** What a record of a benchmark, of predictions or of logs looks like, wherever it stands. */
function byRecord(record: JsonObject, place: string): Recognised | null {
  const has = (...names: string[]) => fieldsOf(record, ...names);
  let why = has('instance_id', 'conversation') ?? has('instance_id', 'rollout_idx', 'error');
  if (why) return trajectories('spider-agent-tc', place, 0.95, 'Spider-Agent rollouts with tool calls', why);
  why = has('instance_id', 'final_SQL');
  if (why) return trajectories('dsr-sql', place, 0.95, 'DSR-SQL outcome', why);
  why = has('messages');
  if (why) return trajectories('messages', place, 0.85, 'chats with tool calls', why);
  why = has('role', 'content');
  if (why) return trajectories('messages', place, 0.7, 'a chat', why);
  why = has('id', 'predictions');
  if (why) return outcomes('text2sql-eval-toolkit', place, 0.9, 'results of text2sql-eval-toolkit', why);
  why = has('instance_id', 'status', 'score');
  if (why) return outcomes('aifunc-eval', place, 0.95, 'results of the Spider2-AIFunc evaluator', why);
  why = has('instance_id', 'gold_tables');
  if (why) return benchmark('gold-tables', place, 0.95, 'lists of the tables that golds need', why);
  why = has('instance_id', 'instruction', 'db_id', 'ai_functions');
  if (why) return benchmark('spider2-aifunc', place, 0.95, 'Spider2-AIFunc tasks', why);
  why = has('instance_id', 'instruction', 'db_id');
  if (why) return benchmark('spider2-snow', place, 0.95, 'Spider2-Snow tasks', why);
  why = has('instance_id', 'question', 'db');
  if (why) return benchmark('spider2-lite', place, 0.95, 'Spider2-Lite tasks', why);
  why = has('question_id', 'db_id', 'question');
  if (why) return benchmark('bird', place, 0.95, 'BIRD instances', why);
  why = has('db_id', 'query', 'question');
  if (why) return benchmark('spider', place, 0.9, 'Spider instances', why);
  why = has('database_id', 'interaction');
  if (why) return benchmark('spider', place, 0.9, 'SParC or CoSQL sessions', why);
  why = has('table_names_original', 'column_names_original');
  if (why) return benchmark('schemas', place, 0.95, 'schemas in Spider’s tables.json', why);
  const id = ID_FIELDS.find((name) => name in record);
  const sql = SQL_FIELDS.find((name) => name in record);
  const question = ['question', 'instruction'].find((name) => name in record);
  if (id !== undefined && sql !== undefined && (question === undefined || /pred|generated|final/i.test(sql))) {
    return predictions('jsonl', place, 0.85, 'predictions, one JSON object each', has(id, sql) ?? '');
  }
  return question === undefined ? null : benchmark('table', place, 0.5, 'a table of questions', has(question) ?? '');
}

const keysSay = (...names: string[]): string => `it is a JSON object with ${names.join(', ')}`;
const columnsSay = (...columns: (string | undefined)[]): string =>
  `its header has ${columns.filter((column) => column !== undefined).join(', ')}`;
const ending = (place: string): string => `its name ends in ${path.extname(place).toLowerCase()}`;

async function json(place: string): Promise<Recognised | null> {
  const first = await firstElement(place);
  if (first === null) return null;
  if (first.key === null) {
    const record = asObject(first.value);
    return record === null ? null : byRecord(record, place);
  }
  if (/^\d+$/.test(first.key) && (typeof first.value === 'string' || first.value === 0)) {
    return predictions(
      'bird-json',
      place,
      0.9,
      'predictions in BIRD’s dictionary',
      `it is a dictionary whose first key is the number ${first.key}`,
    );
  }
  const keys = new Set((await firstKeys(place)) ?? []);
  if (keys.has('eval') && keys.has('version'))
    return trajectories('inspect', place, 0.9, 'an Inspect AI log', keysSay('eval', 'version'));
  if (keys.has('finished') && keys.has('steps'))
    return trajectories('spider-agent', place, 0.9, 'a Spider-Agent log', keysSay('finished', 'steps'));
  if (keys.has('messages')) return trajectories('messages', place, 0.85, 'a chat with tool calls', keysSay('messages'));
  if (keys.has('instance_id') && keys.has('status') && keys.has('score'))
    return outcomes(
      'aifunc-eval',
      place,
      0.9,
      'a result of the Spider2-AIFunc evaluator',
      keysSay('instance_id', 'status', 'score'),
    );
  // BIRD's mini-dev has one object a line in files that are called .json.
  const record = await firstRecord(place);
  return record === null ? null : byRecord(record, place);
}

async function table(place: string): Promise<Recognised | null> {
  const columns = await csvHeader(place);
  if (columns === null || columns.length === 0) return null;
  if (columns.length <= 2 && columns.some((column) => column.toLowerCase() === 'output')) {
    return outcomes('spider2-ids', place, 0.8, 'ids that passed the Spider2 evaluator', columnsSay('output'));
  }
  const ofPredictions = guessMapping(columns, PREDICTION_FIELDS);
  const predicted = ofPredictions.sql !== undefined && /pred|generated/i.test(ofPredictions.sql);
  const ofColumns = columnsSay(ofPredictions.id, ofPredictions.sql);
  if (predicted) return predictions('csv', place, 0.8, 'a table of predictions', ofColumns);
  const ofInstances = guessMapping(columns, INSTANCE_FIELDS);
  if (ofInstances.question !== undefined)
    return benchmark('table', place, 0.6, 'a table of questions', columnsSay(ofInstances.question, ofInstances.gold));
  return ofPredictions.sql !== undefined && ofPredictions.id !== undefined
    ? predictions('csv', place, 0.6, 'a table of predictions', ofColumns)
    : null;
}

/** What a file looks like by its ending and its beginning; null where no reader claims it. */
export async function detectFile(place: string): Promise<Recognised | null> {
  const name = path.basename(place).toLowerCase();
  if (isDatabaseFile(name)) return benchmark('databases', place, 0.9, 'a database file', ending(place));
  if (name.endsWith('.eval')) return trajectories('inspect', place, 0.95, 'an Inspect AI log', ending(place));
  if (name.endsWith('.md')) return benchmark('documents', place, 0.4, 'a document', ending(place));
  if (name.endsWith('.json')) return json(place);
  if (/\.(jsonl|ndjson)$/.test(name)) {
    if (/_eval\.jsonl$/.test(name)) return null;
    const record = await firstRecord(place);
    return record === null ? null : byRecord(record, place);
  }
  if (/\.(csv|tsv|tab)$/.test(name)) return table(place);
  if (!/\.(txt|sql|log)$/.test(name)) return null;
  const text = await head(place);
  if (text === null) return null;
  if (text.split('\n').some((line) => line.startsWith('{') && pythonScores(line) !== null)) {
    return outcomes(
      'spider2-log',
      place,
      0.9,
      'a log of the Spider2 evaluator',
      'one of its lines is a dictionary of ids and scores',
    );
  }
  if (name.endsWith('.log')) return null;
  const isPredictionFolder = /^pred/i.test(path.basename(path.dirname(place)));
  const [confidence, why] = looksLikeSqlLines(text)
    ? [0.9, 'nearly every line begins as SQL does']
    : isPredictionFolder
      ? [0.6, `it lies in ${path.basename(path.dirname(place))}`]
      : [0.4, ending(place)];
  return predictions('lines', place, confidence, 'predictions, one SQL a line', why);
}
