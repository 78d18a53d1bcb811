import { expect, test } from 'vitest';
import type { Explanation } from '#shared/model/why.ts';
import { whyLine } from './why.ts';

const why = (changes: Partial<Explanation> = {}): Explanation => ({
  gold: '',
  isExplained: true,
  nearMisses: [{ kind: 'case', words: '1 cell differs in upper and lower case only' }],
  unexplained: { cells: 0, rows: 0 },
  warnings: [],
  ...changes,
});

test('a mismatch that is explained is a near miss, with its kinds', () => {
  expect(whyLine(why(), 'mismatch')).toMatchObject({ tone: 'near', title: 'A near miss:', rest: null });
});

test('what no kind accounts for is counted', () => {
  const line = whyLine(why({ isExplained: false, nearMisses: [], unexplained: { cells: 1, rows: 2 } }), 'mismatch');
  expect(line).toMatchObject({ tone: 'plain', rest: '1 cell and 2 rows that no such kind explains', notes: [] });
});

test('a match says only what it hides', () => {
  expect(whyLine(why(), 'match')).toBeNull();
  const warned = whyLine(why({ warnings: [{ kind: 'null as zero', words: '1 cell NULL counted as 0' }] }), 'match');
  expect(warned).toMatchObject({ tone: 'warning', notes: [{ kind: 'null as zero', difference: null }] });
});

test('where nothing differs, nothing is said', () => {
  expect(whyLine(why({ nearMisses: [] }), 'mismatch')).toBeNull();
});
