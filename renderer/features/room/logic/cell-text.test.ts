import { expect, test } from 'vitest';
import type { Value } from '#shared/model/value.ts';
import {
  beginningOf,
  cellView,
  copyText,
  lostInCopying,
  rowAsTsv,
  SHOWN_CHARACTERS,
  sizeText,
  visibleText,
  withKind,
} from './cell-text.ts';

const look = (value: Value) => JSON.stringify(cellView(value).pieces) + cellView(value).right;
const text = (value: Value) => visibleText(cellView(value));

test('values that differ look different', () => {
  const values: Value[] = [
    null,
    '',
    ' ',
    '  ',
    'NULL',
    'empty',
    0n,
    0,
    -0,
    1n,
    1,
    '1',
    '1.0',
    true,
    'true',
    false,
    new Uint8Array([49]),
    "x'31'",
    'a',
    'a ',
    ' a',
    'a\t',
    'a\n',
    'a\u00a0',
    'a\u200b',
    'a\udce9',
    'a\\xe9',
    'é',
    { type: 'json', text: '1' },
    { type: 'json', text: '"1"' },
  ];
  expect(new Set(values.map(look)).size).toBe(values.length);
});

test('integers keep every digit and reals say that they are reals', () => {
  expect(text(9007199254740993n)).toBe('9007199254740993');
  expect(text(1)).toBe('1.0');
  expect(text(-0)).toBe('-0.0');
  expect(text(0.1)).toBe('0.1');
  expect(text(1e21)).toBe('1e+21');
  expect(text(Number.NaN)).toBe('NaN');
});

test('numbers stand right, everything else left', () => {
  expect([1n, 1, { type: 'decimal', text: '1.00' } as const].map((value) => cellView(value).right)).toEqual([true, true, true]);
  expect(['1', null, true].map((value) => cellView(value).right)).toEqual([false, false, false]);
});

test.each(['\u061c', '\u180e', '\u2009', '\u2028', '\u202e', '\u3164', '\ufe0f', '\u{e0041}'])(
  '%j, which nobody could see, is told by its number',
  (sign) => {
    expect(text(`a${sign}b😀`)).toBe(`a\\u${sign.length > 1 ? '{e0041}' : sign.charCodeAt(0).toString(16).padStart(4, '0')}b😀`);
  },
);

test('a blob is written out to its last byte, and its beginning without the rest', () => {
  const bytes = new Uint8Array(3_000).fill(0xa0);
  expect(copyText(bytes)).toBe(`x'${'a0'.repeat(3_000)}'`);
  expect(beginningOf(bytes, 7)).toBe("x'a0a0a");
  expect(beginningOf(new Uint8Array([0, 255]), 99)).toBe("x'00ff'");
});

test('blanks are marked at the edges only, line breaks and tabs everywhere', () => {
  expect(text(' a b ')).toBe('·a b·');
  expect(text('a\nb\tc')).toBe('a↵b→c');
  expect(text('   ')).toBe('···');
});

test('bytes that are not valid UTF-8 are shown as bytes, and real characters outside the BMP as themselves', () => {
  expect(cellView('caf\udce9').pieces).toEqual([
    { text: 'caf', look: 'plain' },
    { text: '\\xe9', look: 'bad' },
  ]);
  expect(text('😀')).toBe('😀');
});

test('characters without a shape are written out', () => {
  expect(text('a\u202eb')).toBe('a\\u202eb');
  expect(text('a\u0000b')).toBe('a␀b');
});

test('long text is shortened with its length, without halving a character', () => {
  const long = `${'x'.repeat(SHOWN_CHARACTERS - 1)}😀 and more`;
  expect(text(long)).toBe(`${'x'.repeat(SHOWN_CHARACTERS - 1)}…${sizeText(long.length, 'characters')}`);
});

test('a blob shows its first bytes and its size', () => {
  expect(text(new Uint8Array([0, 255]))).toBe("x'00ff'2 bytes");
  expect(text(new Uint8Array(5000))).toContain('4.9 KB');
});

test('a cell that looks like the other side says its kind', () => {
  expect(visibleText(withKind(cellView({ type: 'date', text: '2016-01-01' })))).toBe('2016-01-01date');
});

test('what a clipboard cannot hold is said', () => {
  expect([lostInCopying('a\u{1f600}\0'), lostInCopying('a\udcff')]).toEqual(['', ' Bytes that are no text were copied as �.']);
});

test('copying gives the whole value', () => {
  expect([null, 1, 9007199254740993n, 'a b', new Uint8Array([1])].map(copyText)).toEqual([
    'NULL',
    '1.0',
    '9007199254740993',
    'a b',
    "x'01'",
  ]);
  expect(rowAsTsv(['a\tb', 'say "x"', null, 1n])).toBe('"a\tb"\t"say ""x"""\tNULL\t1');
});
