import type { SchemaTable } from '#shared/contract/room.ts';
import type { EngineName } from '#shared/model/execution.ts';
import { bodyText } from './bodies.ts';
import type { Db } from './open.ts';
import { count, integer, json, prepared, row, rows, text, textOrNull, write } from './statements.ts';

export type Benchmark = { readonly id: number; readonly name: string; readonly format: string; readonly recordCount: number };

export function theBenchmark(db: Db): Benchmark | null {
  const found = row(db, 'SELECT id, name, format, record_count FROM benchmark ORDER BY id LIMIT 1');
  return found
    ? { id: integer(found.id), name: text(found.name), format: text(found.format), recordCount: integer(found.record_count) }
    : null;
}

export const addBenchmark = (db: Db, name: string, format: string, source: string): Benchmark => ({
  id: write(
    db,
    'INSERT INTO benchmark (name, format, source, imported_at) VALUES (?, ?, ?, ?)',
    name,
    format,
    source,
    new Date().toISOString(),
  ),
  name,
  format,
  recordCount: 0,
});

export const setRecordCount = (db: Db, benchmark: number, records: number): void =>
  void prepared(db, 'UPDATE benchmark SET record_count = max(record_count, ?) WHERE id = ?').run(records, benchmark);

/** Stores the schema of a database, with the content hash of its details; false where it is stored already. */
export function putSchema(db: Db, database: number, tables: readonly SchemaTable[], details: string | null = null): boolean {
  const known = row(db, 'SELECT details_hash FROM schema_table WHERE database_id = ? LIMIT 1', database);
  const isSame = known !== undefined && textOrNull(known.details_hash) === details;
  if (isSame && JSON.stringify(schemaOf(db, database)) === JSON.stringify(tables)) return false;
  prepared(db, 'DELETE FROM schema_table WHERE database_id = ?').run(database);
  for (const [position, table] of tables.entries()) {
    prepared(
      db,
      'INSERT INTO schema_table (database_id, position, name, title, columns, details_hash) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(database, position, table.name, table.title, JSON.stringify(table.columns), details);
  }
  return true;
}

export const schemaOf = (db: Db, database: number): SchemaTable[] =>
  rows(db, 'SELECT name, title, columns FROM schema_table WHERE database_id = ? ORDER BY position', database).map((found) => ({
    name: text(found.name),
    title: text(found.title),
    columns: json<SchemaTable['columns']>(found.columns),
  }));

/** The databases of one engine. */
export const databasesOn = (db: Db, engine: string): { id: number; name: string; location: string }[] =>
  rows(db, 'SELECT id, name, location FROM benchmark_database WHERE engine = ? ORDER BY id', engine).map((found) => ({
    id: integer(found.id),
    name: text(found.name),
    location: text(found.location),
  }));

/** Where each database is: a file, or a place on a warehouse. */
export const locationsOf = (db: Db): Map<number, string> =>
  new Map(rows(db, 'SELECT id, location FROM benchmark_database').map(({ id, location }) => [integer(id), text(location)]));

/** Tables that the imported schema says are at a location. */
export const tablesAt = (db: Db, location: string): string[] =>
  rows(
    db,
    `SELECT schema_table.name FROM schema_table JOIN benchmark_database ON benchmark_database.id = database_id
     WHERE location = ?`,
    location,
  ).map((table) => text(table.name));

export type Instance = {
  readonly id: number;
  readonly instanceId: string;
  readonly position: number;
  readonly database: number;
  readonly databaseName: string;
  readonly engine: string;
  readonly instruction: string;
  readonly knowledge: string | null;
  /** Name of the document that the instance refers to. */
  readonly document: string | null;
  readonly difficulty: string | null;
  readonly ignoreOrder: boolean;
};

const INSTANCE = `SELECT instance.*, benchmark_database.name AS database_name, engine
  FROM instance JOIN benchmark_database ON benchmark_database.id = instance.database_id`;

const toInstance = (found: NonNullable<ReturnType<typeof row>>): Instance => ({
  id: integer(found.id),
  instanceId: text(found.instance_id),
  position: integer(found.position),
  database: integer(found.database_id),
  databaseName: text(found.database_name),
  engine: text(found.engine),
  instruction: text(found.instruction),
  knowledge: textOrNull(found.knowledge),
  document: textOrNull(found.document),
  difficulty: textOrNull(found.difficulty),
  ignoreOrder: found.ignore_order === 1n,
});

/** Every instance in the benchmark's order. */
export const instances = (db: Db): Instance[] => rows(db, `${INSTANCE} ORDER BY position`).map(toInstance);

export function instanceById(db: Db, id: number): Instance | null {
  const found = row(db, `${INSTANCE} WHERE instance.id = ?`, id);
  return found ? toInstance(found) : null;
}

/** Where an instance's queries run; null without such an instance. */
export function databaseOfInstance(db: Db, instance: number): { database: string; engine: EngineName; location: string } | null {
  const found = row(
    db,
    `SELECT name, engine, location FROM instance JOIN benchmark_database ON benchmark_database.id = instance.database_id
     WHERE instance.id = ?`,
    instance,
  );
  return found ? { database: text(found.name), engine: text(found.engine) as EngineName, location: text(found.location) } : null;
}

/** The text of a document, by the name that instances use; null where it was not imported. */
export function documentText(db: Db, name: string): string | null {
  const found = row(db, 'SELECT body_hash FROM document WHERE name = ?', name);
  return found ? bodyText(db, text(found.body_hash)) : null;
}

export type Gold = {
  readonly id: number;
  readonly name: string;
  readonly query: number | null;
  readonly sql: string | null;
  /** The result table: content hashes of its cells (in `result`) and of its CSV text (in `body`). */
  readonly result: string | null;
  readonly csv: string | null;
  readonly conditionColumns: number[];
};

export const golds = (db: Db, instance: number): Gold[] =>
  rows(
    db,
    `SELECT gold.id, name, query_id, sql, result_hash, csv_hash, condition_columns FROM gold LEFT JOIN query ON query.id = query_id
     WHERE instance_id = ? ORDER BY name`,
    instance,
  ).map((found) => ({
    id: integer(found.id),
    name: text(found.name),
    query: found.query_id === null ? null : integer(found.query_id),
    sql: textOrNull(found.sql),
    result: textOrNull(found.result_hash),
    csv: textOrNull(found.csv_hash),
    conditionColumns: json<number[]>(found.condition_columns),
  }));

export const counts = (db: Db) => ({
  instances: count(db, 'SELECT count(*) FROM instance'),
  golds: count(db, 'SELECT count(*) FROM gold'),
  systems: count(db, 'SELECT count(*) FROM system'),
  predictions: count(db, 'SELECT count(*) FROM prediction'),
});
