import path from 'node:path';
import Database from 'better-sqlite3';
import type { SchemaTable } from '#shared/contract/room.ts';
import { notHeld } from '../../database/held-files.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { fileAt, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { Problem } from '../sources/problem.ts';
import { isPlainName } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { writeSchema } from './schema.ts';

type DatabaseFile = {
  readonly name: string;
  readonly engine: 'sqlite' | 'duckdb';
  readonly file: string;
  readonly tables: SchemaTable[];
};

const SQLITE = /\.(sqlite3?|db)$/i;
const DUCKDB = /\.duckdb$/i;
export const isDatabaseFile = (name: string): boolean => SQLITE.test(name) || DUCKDB.test(name);

type PragmaColumn = { name: string; type: string; pk: number };
type PragmaKey = { table: string; from: string; to: string | null };

function sqliteTables(file: string): SchemaTable[] {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    db.pragma('trusted_schema = OFF');
    const names = db
      .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      .pluck()
      .all();
    return (names as string[]).map((name) => {
      const keys = db.prepare('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)').all(name) as PragmaKey[];
      const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name) as PragmaColumn[];
      return {
        name,
        title: name,
        columns: columns.map((column) => {
          const target = keys.find((each) => each.from === column.name);
          return {
            name: column.name,
            title: column.name,
            type: column.type.toLowerCase(),
            primaryKey: column.pk > 0,
            references: target === undefined ? null : `${target.table}.${target.to ?? column.name}`,
          };
        }),
      };
    });
  } finally {
    db.close();
  }
}

async function duckdbTables(file: string): Promise<SchemaTable[]> {
  // Loaded when first needed: its library is large.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(notHeld(file), { access_mode: 'READ_ONLY' });
  try {
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(
      `SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns
       WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY table_schema, table_name, ordinal_position`,
    );
    const tables = new Map<string, SchemaTable>();
    for (const [schema, table, column, type] of reader.getRows().map((row) => row.map(String))) {
      const name = schema === 'main' ? table! : `${schema}.${table}`;
      const known = tables.get(name) ?? { name, title: name, columns: [] };
      known.columns.push({ name: column!, title: column!, type: type!, primaryKey: false, references: null });
      tables.set(name, known);
    }
    connection.closeSync();
    return [...tables.values()];
  } finally {
    instance.closeSync();
  }
}

async function* readDatabaseFile(file: SourceFile): AsyncGenerator<Read<DatabaseFile>> {
  const engine = DUCKDB.test(file.name) ? 'duckdb' : 'sqlite';
  const name = path.basename(file.name, path.extname(file.name));
  try {
    const tables = engine === 'duckdb' ? await duckdbTables(file.path) : sqliteTables(file.path);
    yield { record: { name, engine, file: path.resolve(file.path), tables }, key: name, text: file.name };
  } catch (error) {
    throw new Problem(
      `not a readable ${engine === 'duckdb' ? 'DuckDB' : 'SQLite'} database: ${error instanceof Error ? error.message : error}`,
      file.name,
      error,
    );
  }
}

function writeDatabaseFile({ name, engine, file, tables }: DatabaseFile, writer: UnitWriter): Decision {
  if (!isPlainName(name)) return writer.reject('the database id is no plain name', name);
  if (writer.isRepeated(`database ${name}`)) return writer.reject('second file for the same database id', name);
  const known = writer.catalog.databases.get(name);
  const moved = known?.location !== file || known.engine !== engine;
  if (moved) writer.put({ op: 'database', name, engine, location: file });
  writer.show(name, tables.map((table) => table.name).join(', '), `${engine}, ${tables.length} tables`);
  // The benchmark's own schema says more (titles, descriptions) than the file.
  if (writer.catalog.schema(name) === null) return writeSchema({ database: name, tables, details: null }, writer);
  return moved ? writer.keep() : writer.unchanged();
}

/** Takes database files from a folder (or one file): where each lies, and its schema where none is known. */
export async function takeDatabases(job: ItemJob, place: string): Promise<void> {
  requireBenchmark(job, 'databases');
  const units = isFolder(place)
    ? unitsOf(walk(place), (file) => isDatabaseFile(file.name), readDatabaseFile)
    : [unitOf(fileAt(place), readDatabaseFile)];
  await job.take('databases', path.basename(place), units, writeDatabaseFile);
}
