import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, isFile, walk } from '../sources/files.ts';
import { unitOf } from '../unit.ts';
import { takeBirdDescriptions } from './bird-descriptions.ts';
import { takeSpider2Schemas } from './spider2-resource.ts';
import { readTablesJson, writeTablesJson } from './tables-json.ts';

/**
 * Takes schemas from what is there: a tables.json, Spider2's DDL.csv with table files, or BIRD's column descriptions.
 * @throws AssayError IMPORT_REFUSED where it is none of them
 */
export async function takeSchemas(job: ItemJob, place: string): Promise<void> {
  requireBenchmark(job, 'schemas');
  if (isFile(place)) {
    const write = writeTablesJson((database) => job.catalog.databases.get(database) ?? { engine: 'sqlite', location: '' });
    return job.take('schemas', path.basename(place), [unitOf(fileAt(place), readTablesJson)], write);
  }
  for await (const file of walk(place)) {
    if (/(^|\/)DDL\.csv$/i.test(file.name)) return takeSpider2Schemas(job, place);
    if (/(^|\/)database_description\/[^/]+\.csv$/i.test(file.name)) return takeBirdDescriptions(job, place);
  }
  throw new AssayError('IMPORT_REFUSED', `${path.basename(place)} holds no schemas that are known.`, {
    next: 'Choose a tables.json, a folder with DDL.csv files, or one with database_description folders.',
  });
}
