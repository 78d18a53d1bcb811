import path from 'node:path';
import type { SchemaTable } from '#shared/contract/room.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { parseTable } from '../sources/csv.ts';
import { type SourceFile, walk } from '../sources/files.ts';
import { decodeLeniently, readBytes } from '../sources/text.ts';
import { type Read, unitsOf } from '../unit.ts';

type ColumnDescription = { readonly column: string; readonly title: string; readonly description: string };
type TableDescription = {
  readonly database: string;
  readonly table: string;
  readonly columns: readonly ColumnDescription[];
  /** Not UTF-8: read as Windows-1252. */
  readonly guessed: boolean;
  readonly stray: boolean;
};

/** `{db}/database_description/{table}.csv`: byte order marks, stray columns and old encodings are usual. */
async function* readDescription(file: SourceFile): AsyncGenerator<Read<TableDescription>> {
  const { text, guessed } = decodeLeniently(await readBytes(file.path));
  const { columns, rows } = parseTable(text);
  const header = columns.map((column) => column.trim().toLowerCase());
  const cell = (row: readonly string[], name: string) => (row[header.indexOf(name)] ?? '').trim();
  const parts = file.name.split('/');
  yield {
    key: file.name,
    text: columns.join(','),
    record: {
      database: parts.at(-3) ?? '',
      table: path.basename(file.name, path.extname(file.name)),
      guessed,
      stray: header.includes('') || rows.some((row) => row.length > header.length),
      columns: rows
        .map((row) => ({
          column: cell(row, 'original_column_name'),
          title: cell(row, 'column_name'),
          description: [cell(row, 'column_description'), cell(row, 'value_description')].filter(Boolean).join('\n'),
        }))
        .filter(({ column }) => column !== ''),
    },
  };
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function writeDescription({ database, table: name, columns, guessed, stray }: TableDescription, writer: UnitWriter): Decision {
  const { tables, details } = writer.catalog.schemaOf(database);
  const table = tables.find((each) => same(each.name, name));
  if (table === undefined) return writer.reject(`no table ${name} in the schema of ${database}`, writer.file);
  if (columns.length === 0) return writer.reject('no column original_column_name, or no row with one', writer.file);
  if (guessed) {
    writer.cleaned();
    writer.note(`${writer.file} is not UTF-8 and was read as Windows-1252`);
  }
  if (stray) writer.note(`${writer.file} has columns without a name, which were left out`);
  const described: SchemaTable = {
    ...table,
    columns: table.columns.map((column) => {
      const found = columns.find((each) => same(each.column, column.name));
      return found === undefined
        ? column
        : {
            ...column,
            title: found.title === '' ? column.title : found.title,
            ...(found.description === '' ? {} : { description: found.description }),
          };
    }),
  };
  if (JSON.stringify(described) === JSON.stringify(table)) return writer.unchanged();
  writer.put({ op: 'schema', database, tables: tables.map((each) => (each === table ? described : each)), details });
  return writer.keep();
}

/** Takes BIRD's column descriptions, one CSV a table, into the schemas that are there. */
export async function takeBirdDescriptions(job: ItemJob, folder: string): Promise<void> {
  requireBenchmark(job, 'descriptions');
  const units = unitsOf(walk(folder), (file) => /(^|\/)database_description\/[^/]+\.csv$/i.test(file.name), readDescription);
  await job.take('column descriptions', path.basename(folder), units, writeDescription);
}
