import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '#shared/model/value.ts';
import { tableText } from './copy-table.ts';

const columns = ['name', 'a|b'];
const rows: Value[][] = [
  ['Ann, "the\tfirst"', 1n],
  [null, 2.5],
  ['', -0],
];

test('CSV quotes what needs it and keeps NULL and empty apart', () => {
  expect(tableText(columns, rows, 'CSV')).toBe('name,a|b\n"Ann, ""the\tfirst""",1\n,2.5\n"",-0.0\n');
});

test('TSV quotes fields with tabs, and NULL is a word', () => {
  expect(tableText(columns, rows, 'TSV')).toBe('name\ta|b\n"Ann, ""the\tfirst"""\t1\nNULL\t2.5\n\t-0.0\n');
});

test('Markdown keeps every cell in its line and its column, numbers to the right', () => {
  expect(tableText(columns, [...rows, ['two\nlines <b>', 9007199254740993n]], 'Markdown')).toBe(
    '| name | a\\|b |\n| --- | ---: |\n| Ann, "the\tfirst" | 1 |\n| NULL | 2.5 |\n|  | -0.0 |\n| two ↵ lines \\<b\\> | 9007199254740993 |\n',
  );
});

test('the text NULL is told from the value in every format, and nothing in Markdown is struck out or a formula', () => {
  const table = (format: 'TSV' | 'CSV' | 'Markdown') =>
    tableText(['v', 't'], [[null, 'NULL']], format)
      .split('\n')
      .at(-2);
  expect([table('TSV'), table('CSV'), table('Markdown')]).toEqual(['NULL\t"NULL"', ',NULL', "| NULL | 'NULL' |"]);
  expect(tableText(['v'], [['~~a~~ $b$']], 'Markdown').split('\n')[2]).toBe('| \\~\\~a\\~\\~ \\$b\\$ |');
});

test('any text comes back from the CSV', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (texts) => {
      const back = parse(tableText(columns, texts, 'CSV')) as string[][];
      expect(back).toEqual([columns, ...texts]);
    }),
  );
});
