import { expect, test } from 'vitest';
import type { Row, Table } from '../model/value.ts';
import { alignTables, differingColumns } from './alignment.ts';
import { hashCell } from './cellEquality.ts';

const table = (columns: readonly string[], rows: readonly Row[]): Table => ({ columns, rows });

function show(gold: Table, prediction: Table) {
  const alignment = alignTables(gold, prediction);
  return {
    columns: alignment.columns,
    extraColumns: alignment.extraColumns,
    rows: alignment.kinds.map((kind, index) => {
      const [one, other] = [gold.rows[alignment.goldRows[index]!], prediction.rows[alignment.predictionRows[index]!]];
      const differing = one && other ? differingColumns(alignment.columns, one, other) : [];
      return [kind, alignment.goldRows[index], alignment.predictionRows[index], ...(kind === 'differ' ? [differing] : [])];
    }),
  };
}

test('columns in another order and shuffled rows align completely', () => {
  const gold = table(
    ['name', 'n'],
    [
      ['a', 1n],
      ['b', 2n],
      ['c', 3n],
    ],
  );
  const prediction = table(
    ['count', 'who'],
    [
      [3n, 'c'],
      [1n, 'a'],
      [2n, 'b'],
    ],
  );
  expect(show(gold, prediction)).toEqual({
    columns: [1, 0],
    extraColumns: [],
    rows: [
      ['equal', 0, 1],
      ['equal', 1, 2],
      ['equal', 2, 0],
    ],
  });
});

test('a row with one differing cell stands beside its partner and names the cell', () => {
  const gold = table(
    ['name', 'n', 'city'],
    [
      ['a', 1n, 'x'],
      ['b', 2n, 'y'],
    ],
  );
  const prediction = table(
    ['name', 'n', 'city'],
    [
      ['b', 2n, 'z'],
      ['a', 1n, 'x'],
    ],
  );
  expect(show(gold, prediction).rows).toEqual([
    ['equal', 0, 1],
    ['differ', 1, 0, [2]],
  ]);
});

test('rows that only the prediction has stand after the row that precedes them there', () => {
  const gold = table(['id'], [['a'], ['b'], ['c']]);
  const prediction = table(['id'], [['x'], ['a'], ['y'], ['c']]);
  expect(show(gold, prediction).rows).toEqual([
    ['only in prediction', -1, 0],
    ['equal', 0, 1],
    ['only in prediction', -1, 2],
    ['only in gold', 1, -1],
    ['equal', 2, 3],
  ]);
});

test('surplus duplicates stay over, in order', () => {
  const gold = table(['id'], [['a'], ['b']]);
  const prediction = table(['id'], [['a'], ['a'], ['b']]);
  expect(show(gold, prediction).rows).toEqual([
    ['equal', 0, 0],
    ['only in prediction', -1, 1],
    ['equal', 1, 2],
  ]);
});

test('missing and extra columns are named, and rows are equal in the columns that remain', () => {
  const gold = table(
    ['name', 'n'],
    [
      ['a', 1n],
      ['b', 2n],
    ],
  );
  const prediction = table(
    ['n', 'note', 'flag'],
    [
      [2n, 'q', 'k'],
      [1n, 'r', 'k'],
    ],
  );
  const shown = show(gold, prediction);
  expect(shown.columns[1]).toBe(0);
  expect(alignTables(gold, table(['n'], [[1n], [2n]]))).toMatchObject({ columns: [null, 0], extraColumns: [] });
});

test('columns with the same values are told apart by the rows they stand in', () => {
  const gold = table(
    ['home', 'away', 'id'],
    [
      [1n, 2n, 'p'],
      [2n, 1n, 'q'],
      [3n, 1n, 'r'],
      [1n, 3n, 's'],
    ],
  );
  const prediction = table(
    ['x', 'y', 'z'],
    gold.rows.map(([home, away, id]) => [away!, home!, id!]),
  );
  expect(alignTables(gold, prediction)).toMatchObject({ columns: [1, 0, 2], counts: { equal: 4, differ: 0 } });
});

test('rounded numbers pair with the numbers they were rounded from', () => {
  const gold = table(['ratio'], [[58.744924], [12.119], [0.5]]);
  const prediction = table(['r'], [[0.5], [12.12], [58.74]]);
  expect(alignTables(gold, prediction).counts).toEqual({ equal: 1, differ: 2, 'only in gold': 0, 'only in prediction': 0 });
});

test('dates equal the text that prints them, integers the floats of the same value', () => {
  const gold = table(['day', 'n'], [[{ type: 'date', text: '2020-01-01' }, 1n]]);
  expect(alignTables(gold, table(['day', 'n'], [['2020-01-01', 1]])).counts.equal).toBe(1);
});

test('tables without rows or columns align to nothing', () => {
  expect(alignTables(table([], []), table([], []))).toMatchObject({ columns: [], kinds: [] });
  expect(alignTables(table(['a'], []), table(['b'], [[1n]])).counts['only in prediction']).toBe(1);
  expect(alignTables(table(['a'], [[1n]]), table([], [])).columns).toEqual([null]);
});

/** Two texts of the same hash. */
function collision(): readonly [string, string] {
  const known = new Map<number, string>();
  for (let index = 0; ; index++) {
    const text = `text ${String(index).padStart(8, '0')}`;
    const other = known.get(hashCell(text));
    if (other !== undefined) return [other, text];
    known.set(hashCell(text), text);
  }
}

test('different rows whose hashes are the same are told apart, and each finds its own', () => {
  const [a, b] = collision();
  const gold = table(['t'], [[a], ['c'], [b], [a]]);
  expect(show(gold, table(['t'], [[b], [a], ['c'], [a]]))).toMatchObject({
    rows: [
      ['equal', 0, 1],
      ['equal', 1, 2],
      ['equal', 2, 0],
      ['equal', 3, 3],
    ],
  });
  expect(alignTables(table(['t', 'n'], [[a, 1n]]), table(['t', 'n'], [[b, 1n]]))).toMatchObject({
    kinds: ['differ'],
    differing: Int32Array.of(1, 0),
  });
});
