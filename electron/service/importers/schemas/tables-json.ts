import { z } from 'zod';
import type { SchemaTable } from '#shared/contract/room.ts';
import type { Decision, UnitWriter } from '../item-job.ts';
import type { SourceFile } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { Problem } from '../sources/problem.ts';
import { isPlainName } from '../sources/text.ts';
import type { Read } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { writeSchema } from './schema.ts';

const pairSchema = z.tuple([z.number().int(), z.string()]);

/** One record of tables.json (Spider, github.com/taoyds/spider): column 0 is [-1, "*"]; keys are column numbers. */
const tablesSchema = z.looseObject({
  db_id: z.string().min(1),
  table_names: z.array(z.string()).optional(),
  table_names_original: z.array(z.string()),
  column_names: z.array(pairSchema).optional(),
  column_names_original: z.array(pairSchema),
  column_types: z.array(z.string()),
  primary_keys: z.array(z.union([z.number().int(), z.array(z.number().int())])),
  foreign_keys: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type TablesRecord = z.infer<typeof tablesSchema>;

function tablesOf(record: TablesRecord): SchemaTable[] {
  const keys = new Set(record.primary_keys.flat());
  const target = new Map(record.foreign_keys);
  const nameOf = (column: number): string | null => {
    const [table, name] = record.column_names_original[column] ?? [];
    const tableName = table === undefined ? undefined : record.table_names_original[table];
    return tableName === undefined ? null : `${tableName}.${name}`;
  };
  return record.table_names_original.map((name, table) => ({
    name,
    title: record.table_names?.[table] ?? name,
    columns: record.column_names_original.flatMap(([owner, column], index) => {
      if (owner !== table) return [];
      const references = target.get(index);
      return [
        {
          name: column,
          title: record.column_names?.[index]?.[1] ?? column,
          type: record.column_types[index] ?? '',
          primaryKey: keys.has(index),
          references: references === undefined ? null : nameOf(references),
        },
      ];
    }),
  }));
}

/** The records of a tables.json, one a database. */
export async function* readTablesJson(file: SourceFile): AsyncGenerator<Read<TablesRecord>> {
  for await (const element of jsonElements(file.path)) {
    if ('problem' in element) {
      yield element;
      continue;
    }
    const parsed = tablesSchema.safeParse(element.value);
    if (parsed.success) yield { record: parsed.data, line: element.line, key: parsed.data.db_id, text: element.text };
    else yield { problem: new Problem(`not a schema of Spider: ${issuesOf(parsed.error)}`, element.text), line: element.line };
  }
}

/** Takes the schema of one database. `locate` says where its file lies. */
export const writeTablesJson =
  (locate: (database: string) => { engine: string; location: string }) =>
  async (record: TablesRecord, writer: UnitWriter): Promise<Decision> => {
    const name = record.db_id;
    if (!isPlainName(name)) return writer.reject('the database id is no plain name', name, name);
    if (writer.isRepeated(`schema ${name}`)) return writer.reject('second schema for the same database id', name, name);
    const tables = tablesOf(record);
    if (new Set(tables.map((table) => table.name)).size < tables.length)
      return writer.reject('the schema names a table twice', name, record.table_names_original);
    const { engine, location } = locate(name);
    const known = writer.catalog.databases.get(name);
    if (known === undefined || (location !== '' && known.location !== location))
      writer.put({ op: 'database', name, engine, location });
    const details = await writer.body(JSON.stringify({ tablesJson: record }));
    // The same record as before: column descriptions that were added since stay.
    if (writer.catalog.schemaOf(name).details === details) return writer.unchanged();
    return writeSchema({ database: name, tables, details }, writer);
  };
