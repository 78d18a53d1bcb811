import fs from 'node:fs';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteName } from '#shared/sql/names.ts';
import { Answers, registerAiFunction } from './ai.ts';
import { MACROS } from './macros.ts';
import { encodeName, SOURCE } from './names.ts';

/** DuckDB's own limit, below that at which the process ends itself: most queries end with an error instead. */
const MEMORY_LIMIT = '2GB';

/** The schema that Snowflake looks in where a name has none. */
const DEFAULT_SCHEMA = 'PUBLIC';

export type OpenDatabase = {
  readonly connection: DuckDBConnection;
  readonly answers: Answers;
  close(): void;
};

/**
 * Opens a DuckDB file read-only behind views whose names keep Snowflake's case (see names.ts). From then on nothing but
 * that file can be read, nothing can be written, and no setting can be changed.
 */
export async function openDatabase(file: string, name: string, recording: string | null): Promise<OpenDatabase> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    // One thread: sums of floats and the order of rows are then the same in every run. Runners run side by side instead.
    threads: '1',
    memory_limit: MEMORY_LIMIT,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
  try {
    return await prepareDatabase(instance, file, name, new Answers(recording));
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

async function prepareDatabase(instance: DuckDBInstance, file: string, name: string, answers: Answers): Promise<OpenDatabase> {
  const connection = await instance.connect();
  const path = fs.realpathSync(file);
  await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS ${quoteName(SOURCE)} (READ_ONLY)`);
  await connection.run("SET TimeZone = 'UTC'");
  // As in Snowflake: text and other types convert into one another, and NULL is the largest value.
  await connection.run('SET old_implicit_casting = true');
  await connection.run("SET default_null_order = 'nulls_last_on_asc_first_on_desc'");
  await registerAiFunction(connection, answers);
  for (const macro of MACROS) await connection.run(macro);
  await mirrorTables(connection, name);
  for (const setting of ['enable_external_access = false', 'lock_configuration = true']) await connection.run(`SET ${setting}`);
  return {
    connection,
    answers,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const isNested = (type: string) => /^(STRUCT|MAP|UNION)\(|\]$/.test(type);

/** A view for every table of the file, in a catalog with the database's name. */
async function mirrorTables(connection: DuckDBConnection, name: string): Promise<void> {
  const catalog = quoteName(encodeName(name));
  await connection.run(`ATTACH ':memory:' AS ${catalog}`);
  const found = await connection.runAndReadAll(
    `SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = $1 AND NOT internal
     ORDER BY schema_name, table_name, column_index`,
    [SOURCE],
  );
  const tables = new Map<string, { schema: string; table: string; columns: string[] }>();
  for (const [schema, table, column, type] of found.getRows().map((row) => row.map(String))) {
    const key = JSON.stringify([schema, table]);
    const known = tables.get(key) ?? { schema: schema!, table: table!, columns: [] };
    const value =
      type === 'JSON'
        ? `CAST(${quoteName(column!)} AS VARIANT)`
        : isNested(type!)
          ? `CAST(to_json(${quoteName(column!)}) AS VARIANT)`
          : quoteName(column!);
    known.columns.push(`${value} AS ${quoteName(encodeName(column!))}`);
    tables.set(key, known);
  }
  const schemas = new Set([DEFAULT_SCHEMA]);
  for (const { schema } of tables.values()) schemas.add(schema === 'main' ? DEFAULT_SCHEMA : schema);
  for (const schema of schemas) await connection.run(`CREATE SCHEMA ${catalog}.${quoteName(encodeName(schema))}`);
  for (const { schema, table, columns } of tables.values()) {
    const home = quoteName(encodeName(schema === 'main' ? DEFAULT_SCHEMA : schema));
    await connection.run(
      `CREATE VIEW ${catalog}.${home}.${quoteName(encodeName(table))} AS
       SELECT ${columns.join(', ')} FROM ${quoteName(SOURCE)}.${quoteName(schema)}.${quoteName(table)}`,
    );
  }
  // The macros are in memory.main.
  const searched = `${catalog}.${quoteName(DEFAULT_SCHEMA)},memory.main`;
  await connection.run(`SET search_path = '${searched.replaceAll("'", "''")}'`);
}
