import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../model/value.ts';
import { alignable } from './alignableTable.ts';
import { sampleLimit, sketchColumns } from './columnSketch.ts';

const sketch = (rows: readonly Row[], limit = sampleLimit(rows.length)) =>
  sketchColumns(alignable({ columns: ['C'], rows }), limit)[0]!;

test('a small column is counted as it is, and each value is found where it was seen first', () => {
  const { name, values, counted, kind } = sketch([['a'], ['b'], ['a'], [null]]);
  expect([name, counted, kind]).toEqual(['c', 4, 'text']);
  expect([...values]).toMatchObject([
    { count: 2, row: 0 },
    { count: 1, row: 1 },
    { count: 1, row: 3 },
  ]);
});

test('few values are counted in every row of a long column; of many, about as many rows as are sampled', () => {
  const long = (cellOf: (row: number) => bigint) => Array.from({ length: 60_000 }, (_, row): Row => [cellOf(row)]);
  const few = sketch(long((row) => BigInt(row % 300)));
  expect(few).toMatchObject({ isSampled: false, counted: 60_000, kind: 'number' });
  const many = sketch(long(BigInt));
  expect(many.isSampled).toBe(true);
  expect(many.counted).toBeGreaterThan(1_000);
  expect(many.counted).toBeLessThan(4_000);
  // The same values are sampled whatever stands beside them.
  const shifted = sketch(long((row) => BigInt(row + 30_000)));
  const shared = [...many.values].filter(({ hash }) => shifted.values.get(hash) !== null).length;
  expect(shared / many.values.size).toBeGreaterThan(0.4);
  expect(shared / many.values.size).toBeLessThan(0.6);
});

test('what is counted is independent of the order of the rows', () => {
  const rows = fc.array(fc.tuple(fc.constantFrom<Row[number]>(null, 'a', 'b', 1n, 1, 2.5, true)), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 0xffffffff }), (own, limit) => {
      const counts = (some: readonly Row[]) => new Map([...sketch(some, limit).values].map(({ hash, count }) => [hash, count]));
      expect(counts([...own].reverse())).toEqual(counts(own));
    }),
  );
});
