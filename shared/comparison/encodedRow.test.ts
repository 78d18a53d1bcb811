import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRow } from '../model/result-encoding.ts';
import type { Row, Value } from '../model/value.ts';
import { plain } from './alignableTable.ts';
import { hashCell } from './cellEquality.ts';
import { hashEncodedRow } from './encodedRow.ts';

/** The hashes of a row between two cells that are not its own. */
function hashesOf(text: string, cells: number, before = '', after = ''): number[] {
  const [lead, row] = [new TextEncoder().encode(before), new TextEncoder().encode(text)];
  const hashes = new Int32Array(cells + 2).fill(7);
  hashEncodedRow(new TextEncoder().encode(before + text + after), lead.length, lead.length + row.length, hashes, 1);
  return [...hashes];
}

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
      const hashes = row.map((cell) => hashCell(plain(cell)));
      expect(hashesOf(encodeRow(row), row.length, 'before\n', '\nafter')).toEqual([7, ...hashes, 7]);
    }),
    { numRuns: 2000 },
  );
});

test('a line that is no row is refused', () => {
  expect(() => hashesOf('"i1"', 1)).toThrow('no row');
});
