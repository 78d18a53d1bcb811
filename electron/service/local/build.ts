import fs from 'node:fs';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { Built } from '#shared/contract/runner.ts';
import type { RunnerProcess } from '../execution/runner-process.ts';

/** A Spider2 database folder has subfolders with a DDL.csv; any other folder is one of data files. */
const isSchemaFolder = (folder: string): boolean =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .some((item) => item.isDirectory() && fs.existsSync(path.join(folder, item.name, 'DDL.csv')));

/**
 * Makes a DuckDB file of a folder, in a runner process: the files are somebody else's.
 * @throws AssayError NOT_FOUND, or NOTHING_TO_DO where the folder gives no table
 */
export async function buildDatabase(runner: RunnerProcess, folder: string, target: string): Promise<Built> {
  if (!fs.existsSync(folder) || !fs.statSync(folder).isDirectory()) {
    throw new AssayError('NOT_FOUND', `There is no folder ${path.basename(folder)}.`);
  }
  fs.mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
  const kind = isSchemaFolder(folder) ? 'spider2-schema' : 'data-files';
  const built = await runner.build({ t: 'build', kind, folder: path.resolve(folder), target: path.resolve(target) });
  if (built.tables.length > 0) return built;
  fs.rmSync(target, { force: true });
  throw new AssayError('NOTHING_TO_DO', `${path.basename(folder)} gives no table.`, {
    next: 'It must hold Parquet, CSV or JSON files, or schema folders with a DDL.csv.',
  });
}
