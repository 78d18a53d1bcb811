import { randomUUID } from 'node:crypto';
import type { Attempt, ExecutionStatus } from '#shared/model/execution.ts';
import type { Db } from './open.ts';
import { integer, prepared, row, rows, text, textOrNull, write } from './statements.ts';

/** An attempt under way. `engineQueryId` is null until the engine has taken the query. */
export type OpenAttempt = {
  readonly id: number;
  readonly query: number;
  readonly repetition: number;
  readonly attempt: number;
  readonly requestId: string;
  engineQueryId: string | null;
};

/** Writes down that a query is about to be sent. When this returns it is on disk. */
export function openAttempt(db: Db, run: number, query: number, repetition: number): OpenAttempt {
  const last = row(
    db,
    'SELECT max(attempt) AS last FROM execution_attempt WHERE run_id = ? AND query_id = ? AND repetition = ?',
    run,
    query,
    repetition,
  );
  const attempt = integer(last?.last ?? 0n) + 1;
  const requestId = randomUUID();
  const id = write(
    db,
    'INSERT INTO execution_attempt (run_id, query_id, repetition, attempt, request_id, sent_at) VALUES (?, ?, ?, ?, ?, ?)',
    run,
    query,
    repetition,
    attempt,
    requestId,
    new Date().toISOString(),
  );
  return { id, query, repetition, attempt, requestId, engineQueryId: null };
}

/** The engine has taken the query: from now on it is found again by this id. */
export function acceptAttempt(db: Db, attempt: OpenAttempt, engineQueryId: string): void {
  prepared(db, 'UPDATE execution_attempt SET engine_query_id = ? WHERE id = ?').run(engineQueryId, attempt.id);
  attempt.engineQueryId = engineQueryId;
}

export type AttemptEnd = {
  readonly status: ExecutionStatus;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
};

/** Notes how an attempt ended. */
export function endAttempt(db: Db, attempt: OpenAttempt, { status, errorCode, errorMessage }: AttemptEnd): void {
  prepared(db, 'UPDATE execution_attempt SET ended_at = ?, status = ?, error_code = ?, error_message = ? WHERE id = ?').run(
    new Date().toISOString(),
    status,
    errorCode,
    errorMessage,
    attempt.id,
  );
}

/** What an attempt is for, as a key. */
export const attemptKey = (query: number, repetition: number): string => `${query} ${repetition}`;

/** Attempts of a run that were under way when an earlier process ended, by their {@link attemptKey}. */
export const openAttempts = (db: Db, run: number): Map<string, OpenAttempt> =>
  new Map(
    rows(
      db,
      'SELECT id, query_id, repetition, attempt, request_id, engine_query_id FROM execution_attempt WHERE run_id = ? AND ended_at IS NULL',
      run,
    ).map((found) => [
      attemptKey(integer(found.query_id), integer(found.repetition)),
      {
        id: integer(found.id),
        query: integer(found.query_id),
        repetition: integer(found.repetition),
        attempt: integer(found.attempt),
        requestId: text(found.request_id),
        engineQueryId: textOrNull(found.engine_query_id),
      },
    ]),
  );

/** Every time a query was sent in a run, in order. */
export const attemptsOf = (db: Db, run: number, query: number): Attempt[] =>
  rows(db, 'SELECT * FROM execution_attempt WHERE run_id = ? AND query_id = ? ORDER BY repetition, attempt', run, query).map(
    (found) => ({
      repetition: integer(found.repetition),
      attempt: integer(found.attempt),
      sentAt: text(found.sent_at),
      endedAt: textOrNull(found.ended_at),
      status: textOrNull(found.status) as ExecutionStatus | null,
      engineQueryId: textOrNull(found.engine_query_id),
      errorCode: textOrNull(found.error_code),
      errorMessage: textOrNull(found.error_message),
    }),
  );
