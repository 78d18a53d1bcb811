import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRow } from '../model/result-encoding.ts';
import type { Row, Value } from '../model/value.ts';
import { plain } from './alignableTable.ts';
import { hashCell } from './cellEquality.ts';
import { hashEncodedRow } from './encodedRow.ts';

const hashesOf = (text: string, before = '', after = ''): number[] => {
  const [lead, row] = [new TextEncoder().encode(before), new TextEncoder().encode(text)];
  const hashes: number[] = [];
  hashEncodedRow(new TextEncoder().encode(before + text + after), lead.length, lead.length + row.length, (hash, column) => {
    hashes[column] = hash;
  });
  return hashes;
};

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, 0n, -1n, 999_999_999_999_999n, -9_007_199_254_740_993n, -0, 0.5, Number.NaN, ''),
  fc.bigInt(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.uint8Array(),
  fc.record({
    type: fc.constantFrom('decimal', 'date', 'timestamp', 'time', 'json'),
    text: fc.constantFrom('1.50', '2020-01-01', '"é"'),
  }),
);

test('the hashes of an encoded row are those of its plain values, wherever it lies', () => {
  fc.assert(
    fc.property(fc.array(value), (row: Row) => {
      expect(hashesOf(encodeRow(row), 'before\n', '\nafter')).toEqual(row.map((cell) => hashCell(plain(cell))));
    }),
    { numRuns: 2000 },
  );
});

test('a line that is no row is refused', () => {
  expect(() => hashesOf('"i1"')).toThrow('no row');
});
