import { expect, test } from 'vitest';
import { COARSE_LINES, coarseDiff, coarsePlaces, lineCount, needsCoarseDiff } from './coarse-diff.ts';

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

const places = (gold: string[], prediction: string[]) =>
  coarsePlaces(coarseDiff(gold.join('\n'), prediction.join('\n'))).map(({ gold: g, prediction: p }) => [
    g.from,
    g.to,
    p.from,
    p.to,
  ]);

test('lines in a row are one place, with those that stand there instead; a side without one tells where it would be', () => {
  expect(places(['a', 'b'], ['a', 'b'])).toEqual([]);
  expect(places(['a', 'x', 'y', 'b'], ['a', 'z', 'b'])).toEqual([[1, 3, 1, 2]]);
  expect(places(['a', 'x', 'b', 'c'], ['a', 'b', 'c', 'z'])).toEqual([
    [1, 2, 1, 1],
    [4, 4, 3, 4],
  ]);
  expect(places(['x', 'a', 'b', 'y'], ['a', 'p', 'q', 'b'])).toEqual([
    [0, 1, 0, 0],
    [2, 2, 1, 3],
    [3, 4, 4, 4],
  ]);
});
