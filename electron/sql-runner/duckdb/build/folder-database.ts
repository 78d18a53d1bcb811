import fs from 'node:fs';
import path from 'node:path';
import type { Built } from '#shared/contract/runner.ts';
import { createSchema, makeDatabase, type Target } from './target.ts';
import { exactRows, type Reader } from './wide-numbers.ts';

// A folder of data files as a database. Files in the folder itself are tables of the schema PUBLIC, those of a subfolder
// tables of a schema with its name. Tables are named as their files, in upper case; columns keep their names.

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/\.parquet$/i, 'read_parquet'],
  [/\.(csv|tsv)(\.gz)?$/i, 'read_csv'],
  [/\.(json|jsonl|ndjson)(\.gz)?$/i, 'read_json'],
];

const readerOf = (file: string) => READERS.find(([pattern]) => pattern.test(file));

/** Data files of a folder: itself and its direct subfolders. */
function dataFiles(folder: string): { schema: string; file: string }[] {
  const inFolder = (inner: string, schema: string) =>
    fs
      .readdirSync(inner, { withFileTypes: true })
      .filter((item) => item.isFile() && readerOf(item.name) !== undefined)
      .map((item) => ({ schema, file: path.join(inner, item.name) }));
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((item) => item.isDirectory());
  return [
    ...inFolder(folder, 'PUBLIC'),
    ...folders.flatMap((item) => inFolder(path.join(folder, item.name), item.name.toUpperCase())),
  ].sort((a, b) => (a.file < b.file ? -1 : 1));
}

const tableName = (file: string) =>
  path
    .basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]+$/, '')
    .toUpperCase();

/** By default types are guessed from the first 20,480 rows; where a later row is of another, from all of them. */
const WHOLE_FILE = ', sample_size = -1';

async function addFile(
  { connection, qualify }: Target,
  schema: string,
  file: string,
  notes: string[],
  taken: Set<string>,
): Promise<void> {
  const table = tableName(file);
  if (taken.has(`${schema}.${table}`)) {
    notes.push(`${path.basename(file)}: there is a table ${schema}.${table} already`);
    return;
  }
  taken.add(`${schema}.${table}`);
  const [, reader] = readerOf(file)!;
  await createSchema(connection, schema);
  const create = async (options: string) => {
    const told: string[] = [];
    await connection.run(`CREATE TABLE ${qualify(schema, table)} AS ${await exactRows(connection, reader, file, options, told)}`);
    notes.push(...told.map((note) => `${path.basename(file)}: ${note}`));
  };
  try {
    await create('').catch((error: unknown) => {
      if (reader === 'read_parquet') throw error;
      return create(WHOLE_FILE);
    });
  } catch (error) {
    notes.push(`${path.basename(file)} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}

/** Makes a database of a folder of Parquet, CSV and JSON files. @throws where the target cannot be written */
export async function buildFolderDatabase(folder: string, target: string): Promise<Built> {
  const notes: string[] = [];
  const tables = await makeDatabase(target, async (made) => {
    const taken = new Set<string>();
    for (const { schema, file } of dataFiles(folder)) await addFile(made, schema, file, notes, taken);
  });
  return { tables, notes };
}
