import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTable, encodeRow, encodeTable } from './result-encoding.ts';
import type { Row, Value } from './value.ts';

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array(),
  fc.record({ type: fc.constantFrom('decimal', 'date', 'timestamp', 'time', 'json'), text: fc.string() }),
);

const roundTrip = (columns: string[], rows: Row[]) => decodeTable(encodeTable(columns, rows.map(encodeRow)));

test('every table comes back exactly as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.array(value)), (columns, rows) => {
      expect(roundTrip(columns, rows)).toEqual({ columns, rows });
    }),
  );
});

test('1, 1.0, "1", true and minus zero have different texts', () => {
  const texts = [1n, 1, '1', true, -0, 0].map((cell) => encodeRow([cell]));
  expect(new Set(texts).size).toBe(texts.length);
});

test('a lone surrogate, which stands for an invalid byte, survives', () => {
  expect(roundTrip(['a'], [['caf\udce9']]).rows).toEqual([['caf\udce9']]);
});

test('a table without rows keeps its columns, and a row without columns is kept', () => {
  expect(roundTrip(['a', 'b'], [])).toEqual({ columns: ['a', 'b'], rows: [] });
  expect(roundTrip([], [[], []])).toEqual({ columns: [], rows: [[], []] });
});

test('a blob longer than one piece keeps every byte, written as hexadecimal digits', () => {
  const blob = Uint8Array.from({ length: 10_001 }, (_, index) => (index * 7) % 256);
  expect(roundTrip(['a'], [[blob]]).rows).toEqual([[blob]]);
  expect(encodeRow([Uint8Array.of(0, 9, 10, 255)])).toBe('["b00090aff"]');
});
