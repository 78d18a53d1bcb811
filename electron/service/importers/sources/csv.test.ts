import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecords, parseTable } from './csv.ts';

test('a table without quotes is read as the parser reads it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '\t', ';', '.', 'é', '\ufeff') });
  const ending = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      ending,
      fc.boolean(),
      (table, end, closed) => {
        const text = table.map((row) => row.join(',')).join(end) + (closed ? end : '');
        const [columns = [], ...rows] = parse(text, { bom: true, relax_column_count: true, relax_quotes: true }) as string[][];
        expect(parseTable(text)).toEqual({ columns, rows });
      },
    ),
    { numRuns: 300 },
  );
});

async function read(bytes: Buffer) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-csv-'));
  try {
    const file = path.join(folder, 'a.csv');
    fs.writeFileSync(file, bytes);
    const found = [];
    for await (const each of csvRecords(file)) found.push(each);
    return found;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

test('a byte order mark is no part of the first column', async () => {
  expect(await read(Buffer.from('\ufeffid,sql\na,SELECT 1\n'))).toEqual([
    { line: 1, cells: ['id', 'sql'] },
    { line: 2, cells: ['a', 'SELECT 1'] },
  ]);
});

test('a table in UTF-16 is named, not read as something else', async () => {
  const found = await read(Buffer.from('\ufeffid,sql\na,SELECT 1\n', 'utf16le'));
  expect(found).toMatchObject([{ line: 1, problem: { message: 'the text is UTF-16, not UTF-8' } }]);
});
