import { expect, test } from 'vitest';
import type { Row, Table } from '../model/value.ts';
import { variationOf } from './variation.ts';

const table = (...rows: Row[]): Table => ({ columns: ['name', 'share'], rows });

test('cells that vary are named with all their values, by the rows of the first result', () => {
  const variation = variationOf([
    table(['Arl', 0.5], ['Bern', 0.25]),
    table(['Arl', 0.5], ['Bern', 0.26]),
    table(['Bern', 0.27], ['Arl', 0.5]),
  ]);
  expect(variation).toEqual({
    kind: 'cells',
    columns: [{ column: 'share', rows: 1 }],
    cells: [{ row: 2, column: 'share', values: ['0.25', '0.26', '0.27'] }],
    cellCount: 1,
    tooLarge: false,
  });
});

test('the same rows in another order vary in their order only', () => {
  expect(variationOf([table(['a', 1n], ['b', 2n]), table(['b', 2n], ['a', 1n])])).toMatchObject({
    kind: 'row order',
    cellCount: 0,
  });
});

test('other counts of rows or columns are told as such', () => {
  expect(variationOf([table(['a', 1n], ['b', 2n]), table(['a', 1n])]).kind).toBe('row count');
  expect(variationOf([table(['a', 1n]), { columns: ['name'], rows: [['a']] }]).kind).toBe('columns');
});

test('results too large to be aligned say so', () => {
  const large = (first: bigint): Table => ({
    columns: ['name', 'share'],
    rows: Array.from({ length: 150_000 }, (_, index): Row => ['x', index === 0 ? first : 0n]),
  });
  expect(variationOf([large(1n), large(2n)])).toMatchObject({ kind: 'cells', tooLarge: true, cells: [] });
});
