import { expect, test } from 'vitest';
import { columnKey, pinnedFirst } from './pinned.ts';

const columns = [
  { gold: 0, prediction: 1, differing: 0 },
  { gold: 1, prediction: 0, differing: 2 },
  { gold: null, prediction: 2, differing: 0 },
];

test('pinned columns come first, in the order in which they were pinned, of those that are shown', () => {
  expect(columns.map(columnKey)).toEqual(['g0', 'g1', 'p2']);
  expect(pinnedFirst([0, 1, 2], columns, ['p2', 'g0'])).toEqual({ columns: [2, 0, 1], count: 2 });
  expect(pinnedFirst([1, 2], columns, ['g0', 'gone'])).toEqual({ columns: [1, 2], count: 0 });
});
