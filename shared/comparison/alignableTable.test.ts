import { expect, test } from 'vitest';
import { alignable } from './alignableTable.ts';

test('a row that is shorter, or longer, than the columns leaves no hash of another row, and writes none beside its place', () => {
  const table = alignable({ columns: ['a', 'b'], rows: [[1, 2], [1], [1, 2, 3], [1, null]] });
  const [whole, short, long, withNull] = [...table.read([0, 1, 2, 3])].map((row) => {
    const into = new Int32Array([7, 7, 7]);
    table.hash(row, into, 0);
    return [...into];
  });
  expect(short).toEqual(withNull);
  expect(long).toEqual(whole);
  expect(short![2]).toBe(7);
  expect(table.cell([1], 1)).toBe(null);
});
