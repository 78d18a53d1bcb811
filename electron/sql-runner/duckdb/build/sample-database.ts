import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Built } from '#shared/contract/runner.ts';
import { parseExactJson } from '#shared/model/exactJson.ts';
import { withoutNaN } from '#shared/model/pythonJson.ts';
import { quoteName } from '#shared/sql/names.ts';
import { snowflakeName } from '../names.ts';
import { localType } from '../rewrite-functions.ts';
import { bodyOf, isName, isTree, loadParser, type Node, parseSnowflake, type Tree } from '../syntax.ts';
import { createSchema, makeDatabase, type Target } from './target.ts';

// Spider2's schema folders (FORMATS: {DB}/{SCHEMA}/DDL.csv and {TABLE}.json) as a database that holds every table with the
// few rows that the folder quotes. Enough to find unknown tables, columns and functions without a warehouse.

type Column = { readonly name: string; readonly type: string };
type TableFile = { readonly table: string; readonly columns: Column[]; readonly rows: Record<string, unknown>[] };

/** What the JSON files call the types of columns. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  NUMBER: 'BIGINT',
  FIXED: 'BIGINT',
  FLOAT: 'DOUBLE',
  REAL: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  TIME: 'TIME',
  VARIANT: 'VARIANT',
  OBJECT: 'VARIANT',
  ARRAY: 'VARIANT',
};

const jsonType = (type: unknown): string => {
  const name = String(type ?? '').toUpperCase();
  return name.startsWith('TIMESTAMP') ? 'TIMESTAMP' : (JSON_TYPES[name] ?? 'VARCHAR');
};

/** The table of a CREATE TABLE statement; a text where it cannot be read. */
function tableOfDdl(ddl: string): { table: string; columns: Column[] } | string {
  let statement: Node | undefined;
  try {
    [statement] = parseSnowflake(ddl);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const create = bodyOf(statement, 'create_table');
  const name = isTree(create?.name) ? create.name.name : undefined;
  if (!create || !isName(name ?? null)) return 'it is no CREATE TABLE';
  const columns = (create.columns as Node[]).map((column): Column => {
    const columnName = column.name as Tree;
    return {
      name: isName(columnName) ? snowflakeName(columnName) : String(columnName),
      type: localType(column.data_type ?? null).sql,
    };
  });
  return { table: snowflakeName(name as never), columns };
}

function readTableFile(file: string): TableFile | string {
  let value: unknown;
  try {
    value = parseExactJson(withoutNaN(fs.readFileSync(file, 'utf8')));
  } catch {
    return 'it is not JSON';
  }
  if (typeof value !== 'object' || value === null || !('column_names' in value)) return 'it describes no table';
  const { table_name, column_names, column_types, sample_rows } = value as Record<string, unknown>;
  if (!Array.isArray(column_names)) return 'it has no list of columns';
  const types = Array.isArray(column_types) ? column_types : [];
  return {
    table: String(table_name).split('.').at(-1) ?? path.basename(file, '.json'),
    columns: column_names.map((name, index) => ({ name: String(name), type: jsonType(types[index]) })),
    rows: Array.isArray(sample_rows) ? (sample_rows as Record<string, unknown>[]) : [],
  };
}

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const BEYOND_BIGINT = 2n ** 63n - 1n;
const isBeyondBigint = (value: unknown): boolean => {
  const text = asText(value);
  return text !== null && /^-?\d{19,38}$/.test(text) && (BigInt(text) > BEYOND_BIGINT || BigInt(text) < -BEYOND_BIGINT);
};

/** How a quoted value becomes one of the column's type; what is none becomes NULL, as the folders quote some in odd forms. */
function typedValue(type: string, parameter: string): string {
  if (type === 'VARCHAR') return parameter;
  if (type === 'VARIANT') {
    return `CAST(CASE WHEN json_valid(${parameter}) THEN CAST(${parameter} AS JSON) ELSE to_json(${parameter}) END AS VARIANT)`;
  }
  return `TRY_CAST(${parameter} AS ${type})`;
}

async function addTable(
  { connection, qualify }: Target,
  schema: string,
  table: string,
  columns: readonly Column[],
  rows: readonly Record<string, unknown>[],
) {
  const typed = columns.map(({ name, type }) => ({
    name,
    type: type === 'BIGINT' && rows.some((row) => isBeyondBigint(row[name])) ? 'DECIMAL(38, 0)' : type,
  }));
  const home = qualify(schema, table);
  await connection.run(`CREATE TABLE ${home} (${typed.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')})`);
  if (rows.length === 0) return;
  const insert = `INSERT INTO ${home} SELECT ${typed.map(({ type }, index) => typedValue(type, `CAST($${index + 1} AS VARCHAR)`)).join(', ')}`;
  for (const row of rows)
    await connection.run(
      insert,
      typed.map(({ name }) => asText(row[name])),
    );
}

/** DuckDB tells names of one table apart only beyond case; a second one is left out, with a note. */
function withoutClashes(columns: readonly Column[], table: string, notes: string[]): Column[] {
  const taken = new Set<string>();
  return columns.filter(({ name }) => {
    const key = name.toLowerCase();
    if (taken.has(key)) notes.push(`${table}: column ${name} differs from another only in case and was left out`);
    return !taken.has(key) && taken.add(key);
  });
}

async function addSchema(target: Target, folder: string, schema: string, notes: string[]): Promise<void> {
  await createSchema(target.connection, schema);
  const tables = new Map<string, { columns: Column[]; rows: Record<string, unknown>[] }>();
  const records = parse(fs.readFileSync(path.join(folder, 'DDL.csv')), {
    columns: true,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
  }) as Record<string, string>[];
  for (const record of records) {
    const read = tableOfDdl(record.DDL ?? '');
    if (typeof read === 'string') notes.push(`${schema}.${record.table_name ?? '?'}: the DDL cannot be read: ${read}`);
    else tables.set(read.table, { columns: read.columns, rows: [] });
  }
  for (const file of fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const read = readTableFile(path.join(folder, file));
    if (typeof read === 'string') {
      notes.push(`${schema}/${file}: ${read}`);
      continue;
    }
    const known = tables.get(read.table);
    if (!known) notes.push(`${schema}.${read.table}: not in DDL.csv; its columns come from ${file}`);
    tables.set(read.table, { columns: known?.columns ?? read.columns, rows: read.rows });
  }
  for (const [table, { columns, rows }] of tables) {
    const kept = withoutClashes(columns, `${schema}.${table}`, notes);
    if (kept.length > 0) await addTable(target, schema, table, kept, rows);
  }
}

/** Schemas of a Spider2 database folder: subfolders with a DDL.csv. */
const schemaFolders = (folder: string): string[] =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isDirectory() && fs.existsSync(path.join(folder, item.name, 'DDL.csv')))
    .map((item) => item.name)
    .sort();

/** Makes the sample database of a Spider2 database folder. @throws where the target cannot be written */
export async function buildSampleDatabase(folder: string, target: string): Promise<Built> {
  await loadParser();
  const notes: string[] = [];
  const tables = await makeDatabase(target, async (made) => {
    for (const schema of schemaFolders(folder)) await addSchema(made, path.join(folder, schema), schema, notes);
  });
  return { tables, notes };
}
