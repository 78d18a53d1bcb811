import { expect, test } from 'vitest';
import type { Row, Table } from '../model/value.ts';
import { looseMatchWarnings } from './looseMatch.ts';
import { findNearMisses } from './nearMiss.ts';

const table = (rows: readonly Row[], columns?: readonly string[]): Table => ({
  columns: columns ?? (rows[0] ?? []).map((_, index) => `c${index}`),
  rows,
});

test('equal tables have nothing to explain', () => {
  const same = table([
    ['a', 1n],
    ['b', 2n],
  ]);
  expect(findNearMisses(same, same, true)).toEqual({ isExplained: true, kinds: [], unexplained: { cells: 0, rows: 0 } });
});

test('tables with nothing in common are not explained', () => {
  expect(findNearMisses(table([['a'], ['b']]), table([['x'], ['y']]), false)).toMatchObject({ isExplained: false });
});

test('extra and missing columns are named', () => {
  const gold = table(
    [
      ['a', 1n],
      ['b', 2n],
    ],
    ['name', 'n'],
  );
  const wide = table(
    [
      ['a', 1n, 7n],
      ['b', 2n, 8n],
    ],
    ['name', 'n', 'rank'],
  );
  expect(findNearMisses(gold, wide, false).kinds).toEqual([{ kind: 'extra columns', columns: ['rank'] }]);
  expect(findNearMisses(wide, gold, false).kinds).toEqual([{ kind: 'missing columns', columns: ['rank'] }]);
});

test('white space, date format and type are told apart', () => {
  const day = (text: string) => table([[text, 'k']]);
  expect(findNearMisses(table([['a b', 1n]]), table([['a  b ', 1n]]), false).kinds).toEqual([{ kind: 'white space', cells: 1 }]);
  expect(findNearMisses(day('2020-01-31'), day('01/31/2020'), false).kinds).toEqual([{ kind: 'date format', cells: 1 }]);
  expect(findNearMisses(day('2020-01-31'), day('31 January 2020'), false).kinds).toEqual([{ kind: 'date format', cells: 1 }]);
  expect(findNearMisses(table([[42n, 'k']]), table([['42', 'k']]), false).kinds).toEqual([{ kind: 'type', cells: 1 }]);
});

test('a percentage instead of a share is a scale factor of 100', () => {
  const gold = table(
    [
      ['a', 0.125],
      ['b', 0.5],
      ['c', 0.3],
    ],
    ['k', 'share'],
  );
  const prediction = table(
    [
      ['c', 30],
      ['a', 12.5],
      ['b', 50],
    ],
    ['k', 'percent'],
  );
  expect(findNearMisses(gold, prediction, false)).toMatchObject({
    isExplained: true,
    kinds: [{ kind: 'scale factor', column: 'share', factor: 100 }],
  });
});

test('kinds add up: rounded numbers in another column order with an extra row', () => {
  const gold = table([
    ['a', 1.2345],
    ['b', 2.3456],
  ]);
  const prediction = table([
    [1.23, 'a'],
    [2.35, 'b'],
    [9.99, 'z'],
  ]);
  const report = findNearMisses(gold, prediction, false);
  expect(report.isExplained).toBe(true);
  expect(report.kinds.map(({ kind }) => kind).sort()).toEqual(['column order', 'extra rows', 'rounding']);
});

test('a table on its side is recognised, with its names as cells too', () => {
  const gold = table([[10n, 20n, 30n]], ['x', 'y', 'z']);
  expect(findNearMisses(gold, table([[10n], [20n], [30n]]), false).kinds).toEqual([{ kind: 'transposed' }]);
  expect(
    findNearMisses(
      gold,
      table([
        ['x', 10n],
        ['y', 20n],
        ['z', 30n],
      ]),
      false,
    ).kinds,
  ).toEqual([{ kind: 'transposed' }]);
});

test('a prediction column that answers two gold columns is flagged', () => {
  const gold = table(
    [
      [1n, 1n],
      [2n, 2n],
    ],
    ['first', 'second'],
  );
  expect(looseMatchWarnings(gold, [], table([[1n], [2n]], ['first']))).toEqual([
    { kind: 'column used twice', columns: ['second'] },
  ]);
});

test('a match without any looseness carries no warning', () => {
  const gold = table([
    ['a', 1n],
    ['b', 2n],
  ]);
  expect(
    looseMatchWarnings(
      gold,
      [],
      table([
        [2n, 'b'],
        [1n, 'a'],
      ]),
    ),
  ).toEqual([]);
  expect(looseMatchWarnings(table([[1.5], [2.5]]), [], table([[2.504], [1.5]]))).toEqual([]);
});
