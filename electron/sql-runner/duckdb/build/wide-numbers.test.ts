import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { buildFolderDatabase } from './folder-database.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-wide-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The database of one file: its notes, the types of its columns and its cells as text. */
async function built(name: string, text: string) {
  const data = fs.mkdtempSync(path.join(folder, 'data-'));
  fs.writeFileSync(path.join(data, name), text);
  const target = `${data}.duckdb`;
  const { tables, notes } = await buildFolderDatabase(data, target);
  const instance = await DuckDBInstance.create(target, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const types = tables[0]?.columns.map(({ type }) => type) ?? [];
  const rows = tables[0] ? (await connection.runAndReadAll(`FROM "PUBLIC"."${tables[0].name}"`)).getRows() : [];
  connection.closeSync();
  instance.closeSync();
  return { notes, types, rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))) };
}

test('whole numbers of more than 64 bits keep every digit, and what became of their column is told', async () => {
  const csv =
    'id,wide,longer,price,mixed,text\n1,9007199254740993,1234567890123456789012345678901234567890,1.5,9007199254740993,a\n2,18446744073709551616,1,20,0.5,b\n3,,,,,\n';
  expect(await built('t.csv', csv)).toEqual({
    notes: [
      't.csv: column wide has whole numbers of more than 64 bits: it is DECIMAL(38, 0)',
      't.csv: column longer has whole numbers of more than 38 digits: it is text',
      't.csv: column mixed has whole numbers that are too long to stand among others with a point: it is text',
    ],
    types: ['BIGINT', 'DECIMAL(38,0)', 'VARCHAR', 'DOUBLE', 'VARCHAR', 'VARCHAR'],
    rows: [
      ['1', '9007199254740993', '1234567890123456789012345678901234567890', '1.5', '9007199254740993', 'a'],
      ['2', '18446744073709551616', '1', '20', '0.5', 'b'],
      ['3', null, null, null, null, null],
    ],
  });
});

test('the same holds for JSON, where other columns keep their types; what is rounded inside a value is told', async () => {
  const json = `[{"id":1,"when":"12-31-2020","wide":-9223372036854775809,"inner":{"n":123456789012345678901,"s":"12345678901234567890123"}},
    {"id":2,"when":"01-31-2020","wide":null,"inner":{"n":1.5}}]`;
  expect(await built('t.json', json)).toEqual({
    notes: [
      't.json: column wide has whole numbers of more than 64 bits: it is DECIMAL(38, 0)',
      't.json: column inner has whole numbers of more than 64 bits inside its values: there they are rounded',
    ],
    types: ['BIGINT', 'DATE', 'DECIMAL(38,0)', 'STRUCT(n DOUBLE, s VARCHAR)'],
    rows: [
      ['1', '2020-12-31', '-9223372036854775809', expect.any(String)],
      ['2', '2020-01-31', null, expect.any(String)],
    ],
  });
});

test('long floating-point numbers stay what they are', async () => {
  const csv = `a,b\n${1 / 3},123456789012345680000\n${2 / 3},0.5\n`;
  expect(await built('t.csv', csv)).toMatchObject({ notes: [], types: ['DOUBLE', 'DOUBLE'] });
});

test('a wide number far behind the rows that types are guessed from is kept too', async () => {
  const numbers = Array.from({ length: 40_000 }, (_, index) => String(index));
  const { rows, notes } = await built('t.csv', `n\n${[...numbers, '18446744073709551616'].join('\n')}\n`);
  expect(notes).toEqual(['t.csv: column n has whole numbers of more than 64 bits: it is DECIMAL(38, 0)']);
  expect(rows.at(-1)).toEqual(['18446744073709551616']);
});
