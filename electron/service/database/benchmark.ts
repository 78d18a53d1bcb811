import type { SchemaTable } from '#shared/contract/room.ts';
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

/** The database's id; `changed` where it was added or moved to a new location. */
export function putDatabase(
  db: Db,
  benchmark: number,
  name: string,
  engine: string,
  location: string,
): { id: number; changed: boolean } {
  const { changes } = prepared(
    db,
    `INSERT INTO benchmark_database (benchmark_id, name, engine, location) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET location = excluded.location WHERE location <> excluded.location`,
  ).run(benchmark, name, engine, location);
  const id = integer(row(db, 'SELECT id FROM benchmark_database WHERE benchmark_id = ? AND name = ?', benchmark, name)!.id);
  return { id, changed: changes > 0 };
}

export const databaseNames = (db: Db): string[] =>
  rows(db, 'SELECT name FROM benchmark_database').map((found) => text(found.name));

/** Stores the schema of a database; false where it is stored already. */
export function putSchema(db: Db, database: number, tables: readonly SchemaTable[]): boolean {
  if (JSON.stringify(schemaOf(db, database)) === JSON.stringify(tables)) return false;
  prepared(db, 'DELETE FROM schema_table WHERE database_id = ?').run(database);
  tables.forEach((table, position) => {
    write(
      db,
      'INSERT INTO schema_table (database_id, position, name, title, columns) VALUES (?, ?, ?, ?, ?)',
      database,
      position,
      table.name,
      table.title,
      JSON.stringify(table.columns),
    );
  });
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

/** Tables that the imported schema says are at a location. */
export const tablesAt = (db: Db, location: string): string[] =>
  rows(
    db,
    `SELECT schema_table.name FROM schema_table JOIN benchmark_database ON benchmark_database.id = database_id
     WHERE location = ?`,
    location,
  ).map((table) => text(table.name));

/** The id of a query's text on a database. */
export function putQuery(db: Db, database: number, sql: string): number {
  const found = row(db, 'SELECT id FROM query WHERE database_id = ? AND sql = ?', database, sql);
  return found ? integer(found.id) : write(db, 'INSERT INTO query (database_id, sql) VALUES (?, ?)', database, sql);
}

export type Instance = {
  readonly id: number;
  readonly instanceId: string;
  readonly position: number;
  readonly database: number;
  readonly databaseName: string;
  readonly engine: string;
  readonly instruction: string;
  readonly knowledge: string | null;
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
  difficulty: textOrNull(found.difficulty),
  ignoreOrder: found.ignore_order === 1n,
});

/** Every instance in the benchmark's order. */
export const instances = (db: Db): Instance[] => rows(db, `${INSTANCE} ORDER BY position`).map(toInstance);

export function instanceById(db: Db, id: number): Instance | null {
  const found = row(db, `${INSTANCE} WHERE instance.id = ?`, id);
  return found ? toInstance(found) : null;
}

export type NewInstance = Omit<Instance, 'id' | 'databaseName' | 'engine'>;

export const addInstance = (db: Db, benchmark: number, instance: NewInstance): number =>
  write(
    db,
    `INSERT INTO instance (benchmark_id, database_id, instance_id, position, instruction, knowledge, difficulty, ignore_order)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    benchmark,
    instance.database,
    instance.instanceId,
    instance.position,
    instance.instruction,
    instance.knowledge,
    instance.difficulty,
    instance.ignoreOrder ? 1 : 0,
  );

export type Gold = {
  readonly id: number;
  readonly name: string;
  readonly query: number | null;
  readonly sql: string | null;
  readonly conditionColumns: number[];
};

export const golds = (db: Db, instance: number): Gold[] =>
  rows(
    db,
    `SELECT gold.id, name, query_id, sql, condition_columns FROM gold LEFT JOIN query ON query.id = query_id
     WHERE instance_id = ? ORDER BY name`,
    instance,
  ).map((found) => ({
    id: integer(found.id),
    name: text(found.name),
    query: found.query_id === null ? null : integer(found.query_id),
    sql: textOrNull(found.sql),
    conditionColumns: json<number[]>(found.condition_columns),
  }));

export const addGold = (db: Db, instance: number, name: string, query: number): number =>
  write(db, 'INSERT INTO gold (instance_id, name, query_id) VALUES (?, ?, ?)', instance, name, query);

export const counts = (db: Db) => ({
  instances: count(db, 'SELECT count(*) FROM instance'),
  golds: count(db, 'SELECT count(*) FROM gold'),
  systems: count(db, 'SELECT count(*) FROM system'),
  predictions: count(db, 'SELECT count(*) FROM prediction'),
});
