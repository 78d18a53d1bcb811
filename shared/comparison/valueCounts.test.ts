import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ValueCounts } from './valueCounts.ts';

test('values are counted as a map counts them, in the order in which they were seen', () => {
  // Few different hashes repeat; those that differ in high bits alone meet in one slot.
  const hash = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.integer({ min: -4, max: 4 }).map((high) => high << 28),
    fc.integer(),
  );
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 400 }), fc.array(hash), (added, others) => {
      const counts = new ValueCounts();
      const expected = new Map<number, { hash: number; count: number; row: number }>();
      for (const [row, each] of added.entries()) {
        counts.add(each, row);
        const known = expected.get(each);
        expected.set(each, known ? { ...known, count: known.count + 1 } : { hash: each, count: 1, row });
      }
      expect([...counts]).toEqual([...expected.values()]);
      expect([counts.size, counts.total]).toEqual([expected.size, added.length]);
      for (const each of [...added, ...others]) expect(counts.get(each)).toEqual(expected.get(each) ?? null);
    }),
  );
});
