import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Codebook } from '../../model/codebook.ts';
import { CODEBOOK_PRESETS } from '../../model/codebookPresets.ts';
import { codebookCsv, codebookJson, readCodebookJson, readCodebookRecords } from './codebook.ts';

const records = (text: string) => parse(text, { relax_column_count: true }) as string[][];
const awkward: Codebook = {
  version: 1,
  name: 'mine',
  codes: [
    {
      code: 'X1',
      title: '=SUM(A1)',
      definition: 'Two lines,\nand a "quote".',
      examples: ['- first', 'second; with a semicolon'],
      strata: ['S1', 'S3'],
      retired: true,
      group: 'Type',
      replacedBy: ['X2', 'X3'],
      changedIn: 1,
    },
  ],
};

test.each([...CODEBOOK_PRESETS, awkward])('$name comes back from JSON and from CSV as it was', (codebook) => {
  const { name, codes } = codebook;
  expect(readCodebookJson(codebookJson(codebook))).toEqual({ name, codes });
  expect(readCodebookRecords(records(codebookCsv(codebook)), name)).toEqual({ name, codes });
});

test('a spreadsheet with two columns is enough', () => {
  const { codes } = readCodebookRecords(records('title,code\nWrong join,J1\n'), 'short');
  expect(codes).toMatchObject([{ code: 'J1', title: 'Wrong join', strata: null, retired: false }]);
});

test('a file that is no codebook says what is wrong', () => {
  expect(() => readCodebookJson('{"format":"other"}')).toThrow(/assay\/codebook/);
  expect(() => readCodebookRecords([['title'], ['x']], 'n')).toThrow('The column code is missing.');
  expect(() =>
    readCodebookRecords(
      [
        ['code', 'title'],
        ['', 'x'],
      ],
      'n',
    ),
  ).toThrow('Line 2 names no code.');
});
