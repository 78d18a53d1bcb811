import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfWidth, median, quantile, trialsForWidth, wilson } from './interval.ts';

test.each([
  [11, 30, 0.2187392, 0.5448644],
  [7, 30, 0.1179239, 0.4092833],
  [9, 25, 0.2024788, 0.554815],
  [0, 10, 0, 0.2775328],
  [10, 10, 0.7224672, 1],
  [787, 1034, 0.7341957, 0.786115],
])('the Wilson interval of %i in %i agrees with the reference', (count, n, low, high) => {
  const share = wilson(count, n);
  expect(share.low).toBeCloseTo(low, 6);
  expect(share.high).toBeCloseTo(high, 6);
});

test('without trials nothing is known', () => {
  expect(wilson(0, 0)).toEqual({ count: 0, n: 0, share: 0, low: 0, high: 1 });
});

test('counts that are no share are refused', () => {
  for (const [count, n] of [
    [2, 1],
    [-1, 3],
    [0.5, 3],
  ] as const) {
    expect(() => wilson(count, n)).toThrow(RangeError);
  }
});

test('an interval holds its share and lies within 0 and 1', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (a, b) => {
      const { share, low, high } = wilson(Math.min(a, b), Math.max(a, b));
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
    }),
  );
});

test('successes and failures have mirrored intervals', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), (successes, failures) => {
      const one = wilson(successes, successes + failures);
      const other = wilson(failures, successes + failures);
      expect(one.low).toBeCloseTo(1 - other.high, 10);
    }),
  );
});

test('the trials that halve an interval do, and one fewer does not', () => {
  const now = 2 * halfWidth(wilson(12, 30));
  const needed = trialsForWidth(0.4, now / 2);
  const wide = (n: number) => 2 * halfWidth(wilson(Math.round(0.4 * n), n));
  expect(needed).toBeGreaterThan(120);
  expect(wide(needed)).toBeLessThanOrEqual(now / 2);
  expect(wide(needed - 1)).toBeGreaterThan(now / 2);
});

test('quantiles interpolate between order statistics', () => {
  expect(median([])).toBeNull();
  expect(median([3])).toBe(3);
  expect(median([10, 1, 2, 3])).toBe(2.5);
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  expect(quantile([0, 10], 0.9)).toBe(9);
});
