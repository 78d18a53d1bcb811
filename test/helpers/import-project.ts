import fs from 'node:fs';
import path from 'node:path';
import type { ExportItem } from '#shared/contract/export.ts';
import type { ImportItem, ImportPreview } from '#shared/contract/import.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { createProject, type Db } from '../../electron/service/database/open.ts';
import { exportItem } from '../../electron/service/exporters/export.ts';
import { previewImport, runImport } from '../../electron/service/importers/import.ts';
import { temporaryFolder } from './temporary-folder.ts';

const quiet = () => ({ signal: new AbortController().signal, progress: () => {} });

/** A project file of its own, without a service process. */
export type ImportProject = {
  readonly db: Db;
  run(...items: ImportItem[]): Promise<StoredReceipt[]>;
  preview(...items: ImportItem[]): Promise<ImportPreview[]>;
  export(item: ExportItem, directory: string): Promise<{ files: number; records: number; left: string[] }>;
  /** One number of an SQL query. */
  count(sql: string): number;
  /** Rows of an SQL query, integers as numbers. */
  rows(sql: string): unknown[];
};

let made = 0;

export function importProject(folder: string): ImportProject {
  const { db } = createProject(path.join(folder, `import${++made}.assay`));
  return {
    db,
    run: (...items) => runImport(db, items, quiet()),
    preview: (...items) => previewImport(db, items, quiet()),
    export: (item, directory) => exportItem(db, item, directory, quiet()),
    count: (sql) => Number(db.prepare(sql).pluck().get()),
    rows: (sql) => db.prepare(sql).safeIntegers(false).all(),
  };
}

export type BenchmarkFormat = Extract<ImportItem, { kind: 'benchmark' }>['format'];
export const benchmarkAt = (format: BenchmarkFormat, place: string): ImportItem => ({ kind: 'benchmark', format, path: place });

/** Folders for the tests of a file, below one that goes with them: `next` makes one and a project. Call it at the top. */
export function importFolders() {
  const root = temporaryFolder();
  let folders = 0;
  return {
    root,
    next: (): { folder: string; project: ImportProject } => {
      const folder = path.join(root, `bench${folders++}`);
      fs.mkdirSync(folder);
      return { folder, project: importProject(root) };
    },
    /** A folder that is not there yet, to export to. */
    target: (): string => path.join(root, `out${folders++}`),
  };
}

/** Writes files below a folder; answers the folder. Values that are no text or bytes are written as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(folder, name);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  }
  return folder;
}

export const jsonLines = (records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Every file below a folder by its relative name, as text. */
export function filesBelow(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(folder, file).replaceAll('\\', '/'), fs.readFileSync(file, 'utf8')]),
  );
}

/** Tasks of a made Spider2-Snow benchmark: ids sf_bq000, sf_bq001 … on the databases SHOP and DEPOT. */
export const madeTasks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    instance_id: `sf_bq${String(index).padStart(3, '0')}`,
    instruction: `Question ${index}: how many?`,
    db_id: index % 2 === 0 ? 'SHOP' : 'DEPOT',
    external_knowledge: index === 0 ? 'notes.md' : null,
  }));

/** Writes the made benchmark's tasks and answers what to import of it. */
export function madeBenchmark(folder: string, count = 4): ImportItem {
  writeFiles(folder, { 'spider2-snow.jsonl': jsonLines(madeTasks(count)) });
  return { kind: 'benchmark', format: 'spider2-snow', path: folder };
}
