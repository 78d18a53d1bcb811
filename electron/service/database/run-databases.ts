import { createHash } from 'node:crypto';
import type { Db } from './open.ts';
import { integer, prepared, rows, text } from './statements.ts';

export type DatabaseFile = { readonly database: number; readonly location: string };

/** The database files at these locations; a warehouse has none. */
export const databaseFiles = (db: Db, locations: readonly string[]): DatabaseFile[] =>
  rows(
    db,
    `SELECT id, location FROM benchmark_database WHERE engine IN ('sqlite', 'duckdb')
       AND location IN (SELECT value FROM json_each(?))`,
    JSON.stringify(locations),
  ).map((found) => ({ database: integer(found.id), location: text(found.location) }));

/** Notes what a run saw of a database's file; the first sight stays. */
export const putRunDatabase = (db: Db, run: number, database: number, hash: string): void =>
  void prepared(
    db,
    `INSERT INTO run_database (run_id, database_id, first_hash, last_hash) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_hash = excluded.last_hash`,
  ).run(run, database, hash, hash);

/** Names of the databases whose files changed during a run: its executions did not all see the same rows. */
export const changedDatabases = (db: Db, run: number): string[] =>
  rows(
    db,
    `SELECT name FROM run_database JOIN benchmark_database ON id = database_id WHERE run_id = ? AND first_hash <> last_hash
     ORDER BY name`,
    run,
  ).map((found) => text(found.name));

/**
 * The database files that a run's executions saw, as one short name: an accuracy on other databases is another figure,
 * whatever the rule is called. Null where no file was read (a warehouse, result tables alone).
 */
export function databaseSetOf(db: Db, run: number): string | null {
  const files = rows(
    db,
    'SELECT name, first_hash FROM run_database JOIN benchmark_database ON id = database_id WHERE run_id = ? ORDER BY name',
    run,
  );
  if (files.length === 0) return null;
  const lines = files.map(({ name, first_hash: hash }) => `${JSON.stringify([text(name), text(hash)])}\n`);
  const hash = createHash('sha256').update(lines.join('')).digest('hex');
  return `${hash.slice(0, 8)} (${files.length} ${files.length === 1 ? 'file' : 'files'})`;
}
