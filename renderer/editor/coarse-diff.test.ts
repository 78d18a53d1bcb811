import { expect, test } from 'vitest';
import { COARSE_LINES, coarseDiff, lineCount, needsCoarseDiff } from './coarse-diff.ts';

test('only more than 15,000 lines make a diff coarse', () => {
  const long = '\n'.repeat(COARSE_LINES);
  expect(lineCount('')).toBe(1);
  expect(lineCount(long)).toBe(COARSE_LINES + 1);
  expect(needsCoarseDiff('SELECT 1', long)).toBe(true);
  expect(needsCoarseDiff('SELECT 1', long.slice(1))).toBe(false);
});

test('lines that the other side lacks are told, counting repeats, ignoring indentation', () => {
  const diff = coarseDiff('a\n  b\nc', 'b\na\na\nd');
  expect([...diff.onlyGold]).toEqual([2]);
  expect([...diff.onlyPrediction].sort()).toEqual([2, 3]);
});
