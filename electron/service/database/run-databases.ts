import { createHash } from 'node:crypto';
import type { Db } from './open.ts';
import { integer, prepared, rows, text } from './statements.ts';
import type { Variant } from './variants.ts';

/** A database file that queries read, and how it is noted with a run what was seen of it. */
export type WatchedFile = { readonly location: string; readonly put: (hash: string) => void };

/** The database files at these locations; a warehouse has none. The first sight stays. */
export const databaseFiles = (db: Db, run: number, locations: readonly string[]): WatchedFile[] =>
  rows(
    db,
    `SELECT id, location FROM benchmark_database WHERE engine IN ('sqlite', 'duckdb')
       AND location IN (SELECT value FROM json_each(?))`,
    JSON.stringify(locations),
  ).map((found) => ({ location: text(found.location), put: (hash) => putRunDatabase(db, run, integer(found.id), hash) }));

/** Notes what a run saw of a database's file; the first sight stays. */
export const putRunDatabase = (db: Db, run: number, database: number, hash: string): void =>
  void prepared(
    db,
    `INSERT INTO run_database (run_id, database_id, first_hash, last_hash) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_hash = excluded.last_hash`,
  ).run(run, database, hash, hash);

/** The files of these further databases of test suites. */
export const variantFiles = (db: Db, run: number, variants: readonly Variant[]): WatchedFile[] =>
  variants.map(({ id, location }) => ({
    location,
    put: (hash) =>
      void prepared(
        db,
        `INSERT INTO run_variant (run_id, variant_id, first_hash, last_hash) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_hash = excluded.last_hash`,
      ).run(run, id, hash, hash),
  }));

/** What a run saw of every file, by the name of the database or the suite's further database. */
const SEEN = `SELECT name, first_hash, last_hash FROM run_database JOIN benchmark_database ON id = database_id WHERE run_id = :run
  UNION ALL SELECT name, first_hash, last_hash FROM run_variant JOIN database_variant ON id = variant_id WHERE run_id = :run`;

/** Names of the databases whose files changed during a run: its executions did not all see the same rows. */
export const changedDatabases = (db: Db, run: number): string[] =>
  rows(db, `SELECT name FROM (${SEEN}) WHERE first_hash <> last_hash ORDER BY name`, { run }).map((found) => text(found.name));

/**
 * The database files that a run's executions saw, as one short name: an accuracy on other databases is another figure,
 * whatever the rule is called. Null where no file was read (a warehouse, result tables alone).
 */
export function databaseSetOf(db: Db, run: number): string | null {
  const files = rows(db, `SELECT name, first_hash FROM (${SEEN}) ORDER BY name`, { run });
  if (files.length === 0) return null;
  const lines = files.map(({ name, first_hash: hash }) => `${JSON.stringify([text(name), text(hash)])}\n`);
  const hash = createHash('sha256').update(lines.join('')).digest('hex');
  return `${hash.slice(0, 8)} (${files.length} ${files.length === 1 ? 'file' : 'files'})`;
}
