import type { Statement } from 'better-sqlite3';
import type { Db } from './open.ts';

const cache = new WeakMap<Db, Map<string, Statement>>();

/** A prepared statement, kept for the connection's life. Integers arrive as bigint. */
export function prepared(db: Db, sql: string): Statement {
  let statements = cache.get(db);
  if (!statements) {
    statements = new Map();
    cache.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

/** What a STRICT table gives: text, 64-bit integer, real, blob or null. */
export type Stored = { readonly [column: string]: string | bigint | number | Uint8Array | null };

/** All rows of a query. */
export const rows = (db: Db, sql: string, ...params: unknown[]): Stored[] => prepared(db, sql).all(...params) as Stored[];

/**
 * Rows as arrays, with integers as plain numbers: for ids, states and times of a whole project, whose 100,000s cost
 * several times as much as objects with bigint. Not for values of users.
 */
export function plainRows<T extends (string | number | null)[]>(db: Db, sql: string, ...params: unknown[]): T[] {
  return preparedPlain(db, sql).all(...params) as T[];
}

const plainCache = new WeakMap<Db, Map<string, Statement>>();

/** The same text, answered otherwise, is another statement. */
function preparedPlain(db: Db, sql: string): Statement {
  const statements = plainCache.get(db) ?? new Map<string, Statement>();
  plainCache.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql).raw().safeIntegers(false);
  statements.set(sql, statement);
  return statement;
}

/** The first row of a query; undefined where there is none. */
export const row = (db: Db, sql: string, ...params: unknown[]): Stored | undefined =>
  prepared(db, sql).get(...params) as Stored | undefined;

/** Runs a write; answers the new row's id. */
export const write = (db: Db, sql: string, ...params: unknown[]): number =>
  Number(prepared(db, sql).run(...params).lastInsertRowid);

/** The one number that a query answers. */
export const count = (db: Db, sql: string, ...params: unknown[]): number => Number(Object.values(row(db, sql, ...params)!)[0]);

export const text = (value: Stored[string] | undefined): string => String(value);
export const textOrNull = (value: Stored[string] | undefined): string | null => (value == null ? null : String(value));
export const integer = (value: Stored[string] | undefined): number => Number(value);
export const integerOrNull = (value: Stored[string] | undefined): number | null => (value == null ? null : Number(value));
/** JSON that this service wrote. */
export const json = <T>(value: Stored[string] | undefined): T => JSON.parse(String(value)) as T;
