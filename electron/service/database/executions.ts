import { inflateRawSync } from 'node:zlib';
import type { StoredResult } from '#shared/contract/runner.ts';
import { type Execution, type ExecutionStatus, weightInCells } from '#shared/model/execution.ts';
import { decodeLines } from '#shared/model/result-encoding.ts';
import type { Table } from '#shared/model/value.ts';
import { endAttempt, type OpenAttempt } from './attempts.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, json, plainRows, prepared, row, rows, type Stored, text, textOrNull } from './statements.ts';

/** The latest run that compares predictions with gold: what is run next belongs to it. */
export function latestRun(db: Db): number | null {
  const found = row(db, 'SELECT max(id) AS id FROM run WHERE verification_id IS NULL');
  return found?.id == null ? null : integer(found.id);
}

/**
 * The run that is looked at: its executions are the window within which predictions and gold may be compared. A new run takes
 * the place of the one before it once it is judged, so that a cancelled one hides no verdict.
 */
export function currentRun(db: Db): number | null {
  const judged = row(
    db,
    `SELECT max(id) AS id FROM run WHERE verification_id IS NULL AND EXISTS (SELECT 1 FROM verdict WHERE run_id = run.id)`,
  );
  return judged?.id == null ? latestRun(db) : integer(judged.id);
}

export type NewExecution = {
  readonly query: number;
  readonly repetition: number;
  readonly status: ExecutionStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly result: StoredResult | null;
  readonly cappedBy: 'rows' | 'bytes' | null;
  readonly invalidTextCells: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** The attempt that it ends, where the engine's attempts are on record. */
  readonly attempt?: OpenAttempt;
};

/** Stores a result, once by its content. */
export function storeResult(db: Db, { hash, rowsHash, columns, rowCount, encoding, bytes, data }: StoredResult): void {
  prepared(
    db,
    'INSERT INTO result (hash, rows_hash, columns, row_count, encoding, data) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(hash, rowsHash, JSON.stringify(columns), rowCount, encoding, data);
  prepared(db, 'INSERT INTO result_size (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING').run(hash, bytes);
}

/** Stores executions with their results in one transaction: when this returns they are on disk. */
export function storeExecutions(db: Db, run: number, executions: readonly NewExecution[]): void {
  db.transaction(() => {
    for (const { result, attempt, ...execution } of executions) {
      if (attempt) endAttempt(db, attempt, execution);
      if (result) storeResult(db, result);
      prepared(
        db,
        `INSERT INTO execution (run_id, query_id, repetition, status, started_at, duration_ms, result_hash, capped_by, invalid_text_cells,
           error_code, error_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        run,
        execution.query,
        execution.repetition,
        execution.status,
        new Date(execution.startedAt).toISOString(),
        execution.durationMs,
        result?.hash ?? null,
        execution.cappedBy,
        execution.invalidTextCells,
        execution.errorCode,
        execution.errorMessage,
      );
    }
  })();
}

/** An execution with what identifies its rows. */
export type StoredExecution = Execution & {
  readonly resultHash: string | null;
  readonly rowsHash: string | null;
  /** Of a table that came with an import: the hash of the CSV file it was read from. */
  readonly csvHash?: string;
};

/** Of results that an earlier Assay stored only the packed size is known: they have at least so many bytes. */
export const RESULT_COLUMNS = `rows_hash, columns, row_count,
  coalesce((SELECT bytes FROM result_size WHERE result_size.hash = result.hash), length(data)) AS bytes`;

const EXECUTION = `SELECT execution.*, ${RESULT_COLUMNS} FROM execution LEFT JOIN result ON hash = result_hash`;

/** An execution from a row that has its result's {@link RESULT_COLUMNS} beside it. */
export const toExecution = (found: Stored): StoredExecution => ({
  status: found.status as ExecutionStatus,
  startedAt: text(found.started_at),
  durationMs: integer(found.duration_ms),
  rowCount: integerOrNull(found.row_count),
  bytes: integerOrNull(found.bytes),
  columns: found.columns == null ? [] : json<string[]>(found.columns),
  cappedBy: found.capped_by as Execution['cappedBy'],
  invalidTextCells: integer(found.invalid_text_cells),
  errorCode: textOrNull(found.error_code),
  errorMessage: textOrNull(found.error_message),
  resultHash: textOrNull(found.result_hash),
  rowsHash: textOrNull(found.rows_hash),
});

/** What stands for the runs of a query: the first that did not fail, else the first; null where it has not run. */
export function executionOf(db: Db, run: number, query: number): StoredExecution | null {
  const found = row(db, `${EXECUTION} WHERE run_id = ? AND query_id = ? ORDER BY status <> 'ok', repetition LIMIT 1`, run, query);
  return found ? toExecution(found) : null;
}

/** Every execution of a run by its query, in the order of the repetitions. */
export function executionsOfRun(db: Db, run: number): Map<number, StoredExecution[]> {
  const byQuery = new Map<number, StoredExecution[]>();
  for (const found of rows(db, `${EXECUTION} WHERE run_id = ? ORDER BY query_id, repetition`, run)) {
    const query = integer(found.query_id);
    const list = byQuery.get(query);
    if (list) list.push(toExecution(found));
    else byQuery.set(query, [toExecution(found)]);
  }
  return byQuery;
}

/** Milliseconds of the runs that did not fail, by query. */
export function durationsOfRun(db: Db, run: number): Map<number, number[]> {
  const byQuery = new Map<number, number[]>();
  for (const [query, duration] of plainRows<[number, number]>(
    db,
    "SELECT query_id, duration_ms FROM execution WHERE run_id = ? AND status = 'ok' ORDER BY query_id, repetition",
    run,
  )) {
    const list = byQuery.get(query);
    if (list) list.push(duration);
    else byQuery.set(query, [duration]);
  }
  return byQuery;
}

export type StoredTable = { readonly encoding: string; readonly data: Uint8Array; readonly rowCount: number };

/** A stored result, still packed. The hash must be that of one. */
export function storedTable(db: Db, hash: string): StoredTable {
  const found = row(db, 'SELECT encoding, data, row_count FROM result WHERE hash = ?', hash)!;
  return { encoding: text(found.encoding), data: found.data as Uint8Array, rowCount: integer(found.row_count) };
}

/** How many cells a stored result weighs, which says what to unpack it costs. */
export function cellsStored(db: Db, hash: string): number {
  const found = row(db, `SELECT ${RESULT_COLUMNS} FROM result WHERE hash = ?`, hash)!;
  return weightInCells(integer(found.row_count), json<string[]>(found.columns).length, integer(found.bytes));
}

const LARGE_BYTES = 64 * 1024;

/** In pieces that the system takes back one by one: thousands of small ones leave holes in a thread's memory. */
const inflated = (data: Uint8Array): Uint8Array =>
  data.byteLength < LARGE_BYTES ? inflateRawSync(data) : inflateRawSync(data, { chunkSize: 16 * LARGE_BYTES });

/** Unpacks a stored result. Costs time in proportion to its size. */
export const unpackTable = ({ encoding, data }: Pick<StoredTable, 'encoding' | 'data'>): Table =>
  decodeLines(linesOf(encoding === 'deflate' ? inflated(data) : data));

function* linesOf(bytes: Uint8Array): Generator<string, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from <= buffer.length; ) {
    const end = buffer.indexOf('\n', from);
    const to = end === -1 ? buffer.length : end;
    yield buffer.toString('utf8', from, to);
    from = to + 1;
  }
}
