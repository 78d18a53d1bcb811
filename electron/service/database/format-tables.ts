import Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations/index.ts';
import type { Db } from './open.ts';

const columnsIn = (db: Db): Set<string> =>
  new Set(
    db
      .prepare(
        `SELECT schema.name || '.' || columns.name FROM sqlite_schema schema, pragma_table_info(schema.name) columns
        WHERE schema.type = 'table'`,
      )
      .pluck()
      .all() as string[],
  );

/** The columns of a new project of that format, as `table.column`. */
function columnsOfFormat(version: number): Set<string> {
  const db = new Database(':memory:');
  try {
    for (const { sql } of MIGRATIONS.slice(0, version)) db.exec(sql);
    return columnsIn(db);
  } finally {
    db.close();
  }
}

/**
 * Why a file cannot be of the format that it names, or null: it lacks a table or column of that format, or has one that
 * only a later format brings. The steps to the present format would stumble over either. Tables of nobody's are let be.
 */
export function formatProblem(db: Db, version: number): string | null {
  const found = columnsIn(db);
  const own = columnsOfFormat(version);
  const missing = [...own].find((column) => !found.has(column));
  if (missing !== undefined) return `it says that it has format ${version}, but lacks ${missing}`;
  if (version === MIGRATIONS.length) return null;
  const later = [...columnsOfFormat(MIGRATIONS.length)].find((column) => !own.has(column) && found.has(column));
  return later === undefined ? null : `it says that it has format ${version}, but has ${later} of a later one`;
}
