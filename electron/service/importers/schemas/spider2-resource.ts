import path from 'node:path';
import { z } from 'zod';
import type { SchemaTable } from '#shared/contract/room.ts';
import { requireBenchmark, snowflakeLocation } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { csvRecords } from '../sources/csv.ts';
import { type SourceFile, walk } from '../sources/files.ts';
import { Problem, systemProblem } from '../sources/problem.ts';
import { parseJson, readText } from '../sources/text.ts';
import { brokenUnit, type Read, type Unit } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { columnsOfDdl } from './ddl.ts';
import { writeSchema } from './schema.ts';

/** A table's JSON file of Spider2. `description` is as long as `column_names` but not in the same order. */
const tableSchema = z.looseObject({
  table_name: z.string().min(1),
  table_fullname: z.string().optional(),
  column_names: z.array(z.string()),
  column_types: z.array(z.string()),
  description: z.array(z.string().nullable()).optional(),
  sample_rows: z.array(z.unknown()).optional(),
});

/** What is kept of a table beside its columns. */
export type TableDetails = {
  fullName?: string;
  ddl?: string;
  description?: string;
  /** As the file lists them: their order is not that of the columns, so they document no column by themselves. */
  columnDescriptions?: (string | null)[];
  sampleRows?: unknown[];
  /** No JSON file describes the table. */
  columnsFrom?: 'ddl';
};

type Database = { readonly name: string; readonly engine: string; readonly files: SourceFile[] };
type DatabaseRecord = {
  readonly database: Database;
  readonly tables: SchemaTable[];
  readonly details: Record<string, TableDetails>;
  /** Tables that DDL.csv lists and no JSON file describes: their columns are those of the DDL. */
  readonly fromDdl: string[];
  /** Of those, the ones whose DDL gives no columns. */
  readonly withoutColumns: string[];
};

const ENGINES = new Set(['snowflake', 'bigquery', 'sqlite']);
const isSchemaFile = (file: SourceFile) => /(^|\/)DDL\.csv$/i.test(file.name) || file.name.endsWith('.json');

/** Databases of a resource folder: `{DB}/{SCHEMA}/…`, below a folder of the engine in Spider2-Lite. */
async function databasesOf(folder: string): Promise<{ databases: Database[]; problems: { name: string; problem: string }[] }> {
  const databases = new Map<string, Database>();
  const problems: { name: string; problem: string }[] = [];
  for await (const file of walk(folder)) {
    if ('problem' in file) problems.push(file);
    else if (isSchemaFile(file)) {
      const parts = file.name.split('/');
      const engine = ENGINES.has(parts[0]!) && parts.length > 2 ? parts.shift()! : 'snowflake';
      const name = parts.length > 1 ? parts[0]! : path.basename(folder);
      const database = databases.get(`${engine} ${name}`) ?? { name, engine, files: [] };
      database.files.push(file);
      databases.set(`${engine} ${name}`, database);
    }
  }
  return { databases: [...databases.values()], problems };
}

/** Rows of a DDL.csv: `table_name,description,DDL`, or without the description. */
async function* readDdl(file: SourceFile): AsyncGenerator<{ table: string; ddl: string; description: string } | Problem> {
  let header: string[] | null = null;
  for await (const read of csvRecords(file.path)) {
    if ('problem' in read) {
      yield new Problem(`line ${read.line}: ${read.problem.message}`, read.problem.text);
      continue;
    }
    if (header === null) {
      header = read.cells.map((cell) => cell.trim().toLowerCase());
      continue;
    }
    const cell = (name: string) => read.cells[header!.indexOf(name)] ?? '';
    if (cell('table_name') === '') yield new Problem(`line ${read.line}: a row without a table name`, read.cells.join(','));
    else yield { table: cell('table_name'), ddl: cell('ddl'), description: cell('description') };
  }
}

async function* readDatabase(database: Database): AsyncGenerator<Read<DatabaseRecord>> {
  const tables = new Map<string, SchemaTable>();
  const details: Record<string, TableDetails> = {};
  const schemaOf = (file: SourceFile) => path.basename(path.dirname(file.path));
  for (const file of database.files.filter((each) => each.name.endsWith('.json'))) {
    try {
      const parsed = tableSchema.safeParse(parseJson(await readText(file.path)));
      if (!parsed.success) throw new Problem(`not a table of Spider2: ${issuesOf(parsed.error)}`, file.name);
      const table = parsed.data;
      const name = table.table_name;
      tables.set(name, {
        name,
        title: name,
        columns: table.column_names.map((column, index) => ({
          name: column,
          title: column,
          type: table.column_types[index] ?? '',
          primaryKey: false,
          references: null,
        })),
      });
      details[name] = { fullName: table.table_fullname, columnDescriptions: table.description, sampleRows: table.sample_rows };
    } catch (error) {
      const problem = error instanceof Problem ? error : systemProblem(error);
      if (problem === null) throw error;
      yield { problem: new Problem(`${file.name}: ${problem.message}`, problem.text), key: file.name };
    }
  }
  const fromDdl: string[] = [];
  const withoutColumns: string[] = [];
  for (const file of database.files.filter((each) => /DDL\.csv$/i.test(each.name))) {
    for await (const row of readDdl(file)) {
      if (row instanceof Problem) {
        yield { problem: new Problem(`${file.name}: ${row.message}`, row.text), key: file.name };
        continue;
      }
      const qualified = `${schemaOf(file)}.${row.table}`;
      const name = [row.table, qualified].find((each) => tables.has(each)) ?? qualified;
      if (!tables.has(name)) {
        const columns = await columnsOfDdl(row.ddl, database.engine);
        (columns === null ? withoutColumns : fromDdl).push(name);
        tables.set(name, { name, title: name, columns: columns ?? [] });
        if (columns !== null) details[name] = { columnsFrom: 'ddl' };
      }
      details[name] = { ...details[name], ddl: row.ddl, ...(row.description === '' ? {} : { description: row.description }) };
    }
  }
  if (tables.size > 0) {
    yield {
      record: { database, tables: [...tables.values()], details, fromDdl, withoutColumns },
      key: database.name,
      text: database.name,
    };
  }
}

const some = (names: readonly string[]) => `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`;

async function writeDatabase(
  { database, tables, details, fromDdl, withoutColumns }: DatabaseRecord,
  writer: UnitWriter,
): Promise<Decision> {
  const taken = writer.catalog.databases.get(database.name);
  const name = taken !== undefined && taken.engine !== database.engine ? `${database.name} (${database.engine})` : database.name;
  const location = database.engine === 'snowflake' ? snowflakeLocation(database.name) : '';
  if (!writer.catalog.databases.has(name)) writer.put({ op: 'database', name, engine: database.engine, location });
  if (fromDdl.length > 0) {
    writer.note(`${name}: ${fromDdl.length} tables are only in DDL.csv; their columns are those of the DDL: ${some(fromDdl)}`);
  }
  if (withoutColumns.length > 0) {
    writer.note(
      `${name}: ${withoutColumns.length} tables are only in DDL.csv, and the DDL gives no columns: ${some(withoutColumns)}`,
    );
  }
  writer.show(name, tables.map((table) => table.name).join(', '), `${tables.length} tables`);
  return writeSchema({ database: name, tables, details: await writer.body(JSON.stringify({ tables: details })) }, writer);
}

/** Takes the schemas of Spider2's `resource/databases`: one record a database, from its DDL.csv and table files. */
export async function takeSpider2Schemas(job: ItemJob, folder: string): Promise<void> {
  requireBenchmark(job, 'schemas');
  const { databases, problems } = await databasesOf(folder);
  const units: Unit<DatabaseRecord>[] = [
    ...problems.map(({ name, problem }) => brokenUnit<DatabaseRecord>(name, problem)),
    ...databases.map((database) => ({
      name: `${database.engine}/${database.name}`,
      size: database.files.reduce((sum, file) => sum + file.size, 0),
      modified: Math.max(...database.files.map((file) => file.modified)),
      read: () => readDatabase(database),
    })),
  ];
  await job.take('schemas', path.basename(folder), units, writeDatabase);
}
