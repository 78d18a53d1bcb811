import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolderDatabase } from './build/folder-database.ts';
import { openDatabase } from './database.ts';
import { runDuckdbQuery } from './duckdb.ts';
import { SOURCE } from './names.ts';

// What holds for any query, whatever its dialect: caps, the file, and the lock of the engine.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-duckdb-'));
const database = path.join(folder, 'town.duckdb');

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'data'));
  fs.writeFileSync(path.join(folder, 'data', 'houses.csv'), 'id,street\n1,Elm\n2,Oak\n');
  await buildFolderDatabase(path.join(folder, 'data'), database);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (sql: string, file = database) =>
  runDuckdbQuery(
    {
      t: 'run',
      engine: 'duckdb',
      database: file,
      name: 'TOWN',
      recording: null,
      compileOnly: false,
      rowCap: 1000,
      byteCap: 1_000_000,
      items: [],
    },
    sql,
  );

test('rows and bytes are capped, and the outcome says which cap cut', async () => {
  expect(await run('SELECT SEQ4() FROM TABLE(GENERATOR(ROWCOUNT => 5000))')).toMatchObject({
    cappedBy: 'rows',
    result: { rowCount: 1000 },
  });
  expect(await run("SELECT REPEAT('x', 600000) FROM TABLE(GENERATOR(ROWCOUNT => 3))")).toMatchObject({
    cappedBy: 'bytes',
    result: { rowCount: 1 },
  });
});

test('a missing file and a file that is no database are the environment, not the query', async () => {
  expect(await run('SELECT 1', path.join(folder, 'no.duckdb'))).toMatchObject({
    code: 'DATABASE_MISSING',
  });
  const text = path.join(folder, 'text.duckdb');
  fs.writeFileSync(text, 'this is no database');
  expect(await run('SELECT 1', text)).toMatchObject({ status: 'environment' });
});

test('the engine itself is locked: without the translation nothing is written, attached, loaded or read from outside', async () => {
  const { connection, close } = await openDatabase(database, 'TOWN', null);
  for (const statement of [
    `COPY (SELECT 1) TO '${folder}/evil.csv'`,
    `SELECT * FROM read_text('${folder}/data/houses.csv')`,
    `SELECT * FROM glob('${folder}/*')`,
    `ATTACH '${folder}/new.duckdb'`,
    `EXPORT DATABASE '${folder}/evil'`,
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET enable_external_access = true',
    'SET lock_configuration = false',
    `DELETE FROM "${SOURCE}"."PUBLIC"."HOUSES"`,
    `CREATE TABLE "${SOURCE}"."PUBLIC"."EVIL" (a INTEGER)`,
  ]) {
    await expect(connection.run(statement), statement).rejects.toThrow();
  }
  close();
  expect(fs.readdirSync(folder).sort()).toEqual(['data', 'text.duckdb', 'town.duckdb']);
});
