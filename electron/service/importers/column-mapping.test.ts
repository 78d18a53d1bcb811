import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../database/open.ts';
import { Catalog } from './catalog.ts';
import { mappingFor } from './column-mapping.ts';

let folder: string;
let db: Database.Database;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-columns-'));
  db = new Database(':memory:');
  db.defaultSafeIntegers(true);
  migrate(db);
});
afterEach(() => {
  db.close();
  fs.rmSync(folder, { recursive: true });
});

const mappingOf = (header: string) => {
  const file = path.join(folder, 'runs.csv');
  fs.writeFileSync(file, `${header}\n${header.replaceAll(/[^,]+/g, '1')}\n`);
  return mappingFor(file, 'predictions', undefined, new Catalog(db));
};

test('columns are found by the names that such tables usually have', async () => {
  expect((await mappingOf('instance_id,sql,model')).mapping).toEqual({ id: 'instance_id', sql: 'sql' });
});

test('a table that has a column twice is refused where that column is wanted: one of the two would be lost', async () => {
  await expect(mappingOf('instance_id,sql,sql')).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: 'runs.csv has several columns sql.',
  });
  expect((await mappingOf('instance_id,sql,,')).mapping).toEqual({ id: 'instance_id', sql: 'sql' });
});
