import { expect, test } from 'vitest';
import { objectCells } from './column.ts';
import { readDouble } from './csvNumbers.ts';
import { readCsv } from './readCsv.ts';

/** The dtypes and cells that pandas 2.2.3 was seen to read from the same text. */
function read(csv: string) {
  return readCsv(csv).columns.map((column) => [column.dtype, ...objectCells(column)]);
}

test('the words for missing values make a column of integers a column of floats', () => {
  expect(read('a\n1\nNA\n2\n')).toEqual([['float64', 1, null, 2]]);
  expect(read('a,b\nNone,x\n<NA>,null\n')).toEqual([
    ['float64', null, null],
    ['object', 'x', null],
  ]);
});

test('one text cell turns the whole column into text', () => {
  expect(read('a\n1\nx\n1.0\n')).toEqual([['object', '1', 'x', '1.0']]);
});

test('007 is 7, truth values count only where all are, in any case', () => {
  expect(read('a,b,c\n007,True,true\n1,fAlSe,1\n')).toEqual([
    ['int64', 7n, 1n],
    ['bool', true, false],
    ['object', 'true', '1'],
  ]);
});

test('integers beyond 64 bits: unsigned, else text, in which a missing word stays as it is beside an unsigned one', () => {
  expect(read('a\n18446744073709551615\n1\n')).toEqual([['uint64', 18446744073709551615n, 1n]]);
  expect(read('a\n18446744073709551616\nNA\n')).toEqual([['object', '18446744073709551616', null]]);
  expect(read('a\n12345678901234567890\nNA\n')).toEqual([['object', '12345678901234567890', 'NA']]);
  expect(read('a\n1.5\n99999999999999999999999\n')).toEqual([['float64', 1.5, 1.0000000000000001e23]]);
  expect(read('a\n99999999999999999999999\n1.5\n')).toEqual([['object', '99999999999999999999999', '1.5']]);
});

test('blank lines are skipped, short records filled up, fields in surplus of the first record become an index', () => {
  expect(read('a,b\n\n1,2\n \t\n3\n')).toEqual([
    ['int64', 1n, 3n],
    ['float64', 2, null],
  ]);
  expect(read('a,b\nx,1,2\ny,3,4\n')).toEqual([
    ['int64', 1n, 3n],
    ['int64', 2n, 4n],
  ]);
});

test('quotes, doubled quotes, line breaks within quotes and carriage returns', () => {
  expect(read('a,b\r\n"x""y","1,000"\r\n"line\nbreak","q"tail\r\n')).toEqual([
    ['object', 'x"y', 'line\nbreak'],
    ['object', '1,000', 'qtail'],
  ]);
});

test.for([
  ['a,b\n1,2\n3,4,5\n', 'ParserError'],
  ['a\n"open\n', 'ParserError'],
  ['', 'EmptyDataError'],
  ['\n \n', 'EmptyDataError'],
] as const)('%o raises %s', ([csv, name]) => {
  expect(() => read(csv)).toThrow(expect.objectContaining({ name }));
});

test('doubles are read by the parser of pandas, which can miss the nearest one', () => {
  expect(readDouble('0.1')).toBe(0.1);
  expect(readDouble('99999999999999999999999')).toBe(1.0000000000000001e23);
  expect(readDouble(' 5. ')).toBe(5);
  expect(readDouble('1e400')).toBeNull();
  expect(readDouble('0x10')).toBeNull();
  expect(readDouble('-Infinity')).toBe(Number.NEGATIVE_INFINITY);
});
