import { inflateRawSync } from 'node:zlib';
import type { RunSummary } from '#shared/contract/execution.ts';
import type { StoredResult } from '#shared/contract/runner.ts';
import {
  type EngineName,
  EXECUTION_STATUSES,
  type Execution,
  type ExecutionLimits,
  type ExecutionStatus,
} from '#shared/model/execution.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import type { Table } from '#shared/model/value.ts';
import { endAttempt, type OpenAttempt } from './attempts.ts';
import { derived } from './derived.ts';
import type { Db } from './open.ts';
import { changedDatabases } from './run-databases.ts';
import {
  count,
  integer,
  integerOrNull,
  json,
  plainRows,
  prepared,
  row,
  rows,
  type Stored,
  text,
  textOrNull,
  write,
} from './statements.ts';

/** Queries that golds and predictions need, each once. Rollouts beyond the first are not run yet. */
const NEEDED = `SELECT query_id FROM gold WHERE query_id IS NOT NULL
  UNION SELECT query_id FROM prediction WHERE query_id IS NOT NULL AND rollout = 0`;

export type PendingQuery = {
  readonly id: number;
  readonly sql: string;
  readonly database: string;
  readonly engine: EngineName;
  readonly location: string;
  /** The benchmark's place of the first instance that needs it. */
  readonly position: number;
};

/** The latest run: executions of one run are the window within which gold and prediction may be compared. */
export function currentRun(db: Db): number | null {
  const found = row(db, 'SELECT max(id) AS id FROM run');
  return found?.id == null ? null : integer(found.id);
}

export const openRun = (db: Db, limits: ExecutionLimits): number =>
  write(db, 'INSERT INTO run (started_at, limits) VALUES (?, ?)', new Date().toISOString(), JSON.stringify(limits));

export const limitsOf = (db: Db, run: number): ExecutionLimits =>
  json(row(db, 'SELECT limits FROM run WHERE id = ?', run)!.limits);

export const setLimits = (db: Db, run: number, limits: ExecutionLimits): void =>
  void prepared(db, 'UPDATE run SET limits = ? WHERE id = ?').run(JSON.stringify(limits), run);

export function closeRun(db: Db, run: number, engines: readonly string[]): void {
  const known = json<string[]>(row(db, 'SELECT engines FROM run WHERE id = ?', run)!.engines);
  prepared(db, 'UPDATE run SET finished_at = ?, engines = ? WHERE id = ?').run(
    new Date().toISOString(),
    JSON.stringify([...new Set([...known, ...engines])]),
    run,
  );
}

/** Needed queries with their database; of one engine, or (with null twice) of all. */
const ON_DATABASE = 'FROM query JOIN benchmark_database ON benchmark_database.id = database_id';
const IS_NEEDED = `WHERE query.id IN (${NEEDED}) AND (? IS NULL OR engine = ?)`;

/** Queries that the run lacks, grouped by database and in the benchmark's order. */
export const pendingQueries = (db: Db, run: number, engine: EngineName | null = null): PendingQuery[] =>
  rows(
    db,
    `WITH used AS MATERIALIZED (SELECT query_id, min(position) AS position FROM (
         SELECT query_id, instance_id AS user FROM gold UNION ALL SELECT query_id, instance_id FROM prediction
       ) JOIN instance ON instance.id = user GROUP BY query_id)
     SELECT query.id, sql, name, engine, location, position ${ON_DATABASE} JOIN used ON used.query_id = query.id
     ${IS_NEEDED} AND NOT EXISTS (SELECT 1 FROM execution WHERE run_id = ? AND query_id = query.id)
     ORDER BY database_id, query.id`,
    engine,
    engine,
    run,
  ).map((found) => ({
    id: integer(found.id),
    sql: text(found.sql),
    database: text(found.name),
    engine: text(found.engine) as EngineName,
    location: text(found.location),
    position: integer(found.position),
  }));

export const neededQueries = (db: Db, engine: EngineName | null = null): number =>
  count(db, `SELECT count(*) ${ON_DATABASE} ${IS_NEEDED}`, engine, engine);

export const finishedQueries = (db: Db, run: number): number =>
  count(db, `SELECT count(*) FROM execution WHERE run_id = ? AND query_id IN (${NEEDED})`, run);

/** Takes back what the environment kept from running, so that it runs again. The attempts stay on record. */
export const reopenEnvironmentFailures = (db: Db, run: number, engine: EngineName | null): void =>
  void prepared(
    db,
    `DELETE FROM execution WHERE run_id = ? AND status = 'environment' AND query_id IN (SELECT query.id ${ON_DATABASE} ${IS_NEEDED})`,
  ).run(run, engine, engine);

export type NewExecution = {
  readonly query: number;
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
export const storeResult = (db: Db, result: StoredResult): void =>
  void prepared(
    db,
    'INSERT INTO result (hash, rows_hash, columns, row_count, encoding, data) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(result.hash, result.rowsHash, JSON.stringify(result.columns), result.rowCount, result.encoding, result.data);

/** Stores executions with their results in one transaction: when this returns they are on disk. */
export function storeExecutions(db: Db, run: number, executions: readonly NewExecution[]): void {
  db.transaction(() => {
    for (const { result, attempt, ...execution } of executions) {
      if (attempt) endAttempt(db, attempt, execution);
      if (result) storeResult(db, result);
      prepared(
        db,
        `INSERT INTO execution (run_id, query_id, status, started_at, duration_ms, result_hash, capped_by, invalid_text_cells,
           error_code, error_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        run,
        execution.query,
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

const EXECUTION = `SELECT execution.*, rows_hash, columns, row_count FROM execution LEFT JOIN result ON hash = result_hash`;

/** An execution from a row that has its result's `rows_hash`, `columns` and `row_count` beside it. */
export const toExecution = (found: Stored): StoredExecution => ({
  status: found.status as ExecutionStatus,
  startedAt: text(found.started_at),
  durationMs: integer(found.duration_ms),
  rowCount: integerOrNull(found.row_count),
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

/** How often the queries of a run have run, at most. */
export const repetitionsOf = (db: Db, run: number): number =>
  count(db, 'SELECT coalesce(max(repetition), 1) FROM execution WHERE run_id = ?', run);

export type StoredTable = { readonly encoding: string; readonly data: Uint8Array };

export function storedTable(db: Db, hash: string): StoredTable {
  const found = row(db, 'SELECT encoding, data FROM result WHERE hash = ?', hash)!;
  return { encoding: text(found.encoding), data: found.data as Uint8Array };
}

/** Unpacks a stored result. Costs time in proportion to its size. */
export function unpackTable({ encoding, data }: StoredTable): Table {
  const bytes = encoding === 'deflate' ? inflateRawSync(data) : data;
  return decodeTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

export function runSummary(db: Db, run: number): RunSummary {
  const found = row(db, 'SELECT * FROM run WHERE id = ?', run)!;
  const byStatus = Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, 0])) as RunSummary['byStatus'];
  for (const counted of rows(db, 'SELECT status, count(*) AS n FROM execution WHERE run_id = ? GROUP BY status', run)) {
    byStatus[counted.status as ExecutionStatus] = integer(counted.n);
  }
  return {
    runId: run,
    startedAt: text(found.started_at),
    finishedAt: textOrNull(found.finished_at),
    limits: json(found.limits),
    total: derived(db, 'needed queries', () => neededQueries(db)),
    done: derived(db, `finished queries ${run}`, () => finishedQueries(db, run)),
    byStatus,
    engines: json(found.engines),
    changedDatabases: changedDatabases(db, run),
  };
}
