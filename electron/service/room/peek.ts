import { AssayError } from '#shared/contract/errors.ts';
import type { SchemaTable } from '#shared/contract/room.ts';
import type { PeekTable } from '#shared/contract/trial.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import { firstRowsSql, frequentValuesSql } from '#shared/sql/peek.ts';
import { databaseOfInstance, instanceById, schemaOf } from '../database/benchmark.ts';
import { unpackTable } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { runOnce } from '../execution/run-once.ts';

/** A look at a table is a glance: whatever takes longer is stopped. */
const LIMITS = { ...DEFAULT_LIMITS, timeoutMs: 15_000, byteCap: 4 * 1024 * 1024 };

export type PeekOptions = {
  readonly db: Db;
  readonly runnerEntry: string;
  readonly signal: AbortSignal;
};

/** The database of an instance, where it can be looked into from here. @throws AssayError NOT_FOUND or ENVIRONMENT */
function localDatabase(db: Db, instance: number) {
  const database = databaseOfInstance(db, instance);
  if (database === null) throw new AssayError('NOT_FOUND', 'There is no such instance.');
  if (database.engine !== 'snowflake') return database;
  throw new AssayError('ENVIRONMENT', `${database.database} is on Snowflake, and sample rows are read of local databases only.`, {
    next: 'Ask for some rows with a scratch query, or build a local copy of the database.',
  });
}

/** The table of the instance's schema. Only names that the schema has are ever put into a query. @throws AssayError NOT_FOUND */
function requireTable(db: Db, instance: number, table: string): SchemaTable {
  const database = instanceById(db, instance)?.database;
  const found = database === undefined ? undefined : schemaOf(db, database).find(({ name }) => name === table);
  if (found) return found;
  throw new AssayError('NOT_FOUND', `The schema has no table ${table}.`);
}

async function peek({ db, runnerEntry, signal }: PeekOptions, instance: number, sql: string, count: number): Promise<PeekTable> {
  const database = localDatabase(db, instance);
  const limits = { ...LIMITS, rowCap: count };
  const { outcome } = await runOnce({ ...database, sql }, { runnerEntry, limits, recording: null, signal });
  if (outcome.status !== 'ok') {
    throw new AssayError('ENVIRONMENT', `The database did not answer: ${outcome.message}`, {
      next: 'Check that the database file is where it was imported from.',
    });
  }
  const { columns, rows } = unpackTable(outcome.result);
  return { columns: [...columns], rows: [...rows], cut: outcome.cappedBy !== null };
}

/** The first rows of a table, in the engine's own order. One more is asked for, so that a cut is known as one. */
export function firstRows(options: PeekOptions, instance: number, table: string, count: number): Promise<PeekTable> {
  requireTable(options.db, instance, table);
  const { engine } = localDatabase(options.db, instance);
  return peek(options, instance, firstRowsSql(engine, table, count + 1), count);
}

/** The most frequent values of a column with their counts; equal counts in the order of the values. */
export function frequentValues(
  options: PeekOptions,
  instance: number,
  table: string,
  column: string,
  count: number,
): Promise<PeekTable> {
  const { columns } = requireTable(options.db, instance, table);
  if (!columns.some(({ name }) => name === column)) throw new AssayError('NOT_FOUND', `${table} has no column ${column}.`);
  const { engine } = localDatabase(options.db, instance);
  return peek(options, instance, frequentValuesSql(engine, table, column, count + 1), count);
}
