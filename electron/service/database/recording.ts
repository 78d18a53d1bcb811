import {
  type AiCall,
  callKey,
  type Json,
  missingCallsOf,
  normaliseArguments,
  RECORDING_MISS,
  type RecordedCall,
} from '#shared/model/recording.ts';
import type { Db } from './open.ts';
import { count, json, prepared, row, rows, text } from './statements.ts';

/** Whether a call was new, had another answer, or was known. */
export type Stored = 'added' | 'changed' | 'unchanged';

/** Stores an answer; a later one for the same call takes its place. */
export function putRecordedCall(db: Db, call: RecordedCall, source: string): Stored {
  const key = callKey(call);
  const answer = JSON.stringify(call.answer);
  const known = row(db, 'SELECT answer FROM recorded_call WHERE key = ?', key);
  if (known && text(known.answer) === answer) return 'unchanged';
  prepared(
    db,
    `INSERT INTO recorded_call (key, function, arguments, answer, source, recorded_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET answer = excluded.answer, source = excluded.source, recorded_at = excluded.recorded_at`,
  ).run(
    key,
    call.function,
    JSON.stringify(normaliseArguments(call.function, call.arguments)),
    answer,
    source,
    new Date().toISOString(),
  );
  return known ? 'changed' : 'added';
}

export const recordedCallCount = (db: Db): number => count(db, 'SELECT count(*) FROM recorded_call');

/** Every recorded call, ordered by function and arguments. */
export const recordedCalls = (db: Db): RecordedCall[] =>
  rows(db, 'SELECT function, arguments, answer FROM recorded_call ORDER BY key').map((found) => ({
    function: found.function as RecordedCall['function'],
    arguments: json<Json[]>(found.arguments),
    answer: json<Json>(found.answer),
  }));

/** Calls that executions of the run lacked and that the recording still lacks, each once. */
export function missingCalls(db: Db, run: number): AiCall[] {
  const missing = new Map<string, AiCall>();
  const failed = rows(
    db,
    'SELECT error_message FROM execution WHERE run_id = ? AND error_code = ? ORDER BY id',
    run,
    RECORDING_MISS,
  );
  for (const found of failed) {
    for (const call of missingCallsOf(text(found.error_message))) missing.set(callKey(call), call);
  }
  for (const key of missing.keys()) if (row(db, 'SELECT 1 FROM recorded_call WHERE key = ?', key)) missing.delete(key);
  return [...missing.values()];
}
