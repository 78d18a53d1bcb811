import { expect, test } from 'vitest';
import { differenceOf, forgivingCell } from './cellDifference.ts';

test('bytes differ or do not; nothing milder is looked for in them, so that a large blob costs no time', () => {
  const blob = (size: number, last: number) => new Uint8Array(size).fill(last, size - 1);
  expect(differenceOf(blob(3, 1), blob(3, 1))).toBeNull();
  expect(differenceOf(blob(3, 1), blob(3, 2))).toBe('other');
  expect(differenceOf(new Uint8Array([65]), 'a')).toBe('other');
  const large = blob(20_000_000, 1);
  expect(forgivingCell(large)).toBe(large);
  expect(differenceOf(large, blob(20_000_000, 2))).toBe('other');
});
