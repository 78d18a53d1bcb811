import fs from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BuiltTable } from '#shared/contract/runner.ts';
import { quoteName } from '#shared/sql/names.ts';

/** The name under which the file in the making is attached. */
const MADE = 'made';

export type Target = { readonly connection: DuckDBConnection; readonly qualify: (schema: string, table: string) => string };

/**
 * Makes a DuckDB file: `fill` writes into an empty one beside the target, which takes its place only when all went well.
 * Answers the tables that it holds.
 */
export async function makeDatabase(target: string, fill: (target: Target) => Promise<void>): Promise<BuiltTable[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const partial = `${target}.partial`;
  fs.rmSync(partial, { force: true });
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    temp_directory: '',
  });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run(`ATTACH '${partial.replaceAll("'", "''")}' AS ${MADE} (STORAGE_VERSION 'v1.5.0')`);
    await fill({ connection, qualify: (schema, table) => `${MADE}.${quoteName(schema)}.${quoteName(table)}` });
    const tables = await describe(connection);
    await connection.run(`DETACH ${MADE}`);
    fs.renameSync(partial, target);
    return tables;
  } finally {
    connection.closeSync();
    instance.closeSync();
    fs.rmSync(partial, { force: true });
  }
}

export const createSchema = (connection: DuckDBConnection, schema: string) =>
  connection.run(`CREATE SCHEMA IF NOT EXISTS ${MADE}.${quoteName(schema)}`);

async function describe(connection: DuckDBConnection): Promise<BuiltTable[]> {
  const found = await connection.runAndReadAll(
    `SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = '${MADE}' AND NOT internal
     ORDER BY schema_name, table_name, column_index`,
  );
  const tables: BuiltTable[] = [];
  for (const [schema, name, column, type] of found.getRows().map((row) => row.map(String))) {
    let last = tables.at(-1);
    if (last?.schema !== schema || last?.name !== name) {
      last = { schema: schema!, name: name!, columns: [], rows: 0 };
      tables.push(last);
    }
    last!.columns.push({ name: column!, type: type! });
  }
  for (const table of tables) {
    const counted = await connection.runAndReadAll(
      `SELECT count(*) FROM ${MADE}.${quoteName(table.schema)}.${quoteName(table.name)}`,
    );
    table.rows = Number(counted.getRows()[0]![0]);
  }
  return tables;
}
