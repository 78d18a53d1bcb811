import { expect, test } from 'vitest';
import { anchorOf, columnsIn, extendByKey, rangeBetween, rangeInWords, rowsIn } from './cell-range.ts';
import type { Cursor } from './cursor.ts';

const bounds = { rows: 100_000, columns: 4, pageRows: 10 };
const at = (row: number, column: number, side: Cursor['side'] = 'gold'): Cursor => ({ row, column, side });

test('a selection grows and shrinks from the cell where it began, whichever way', () => {
  let state: { cursor: Cursor; range: ReturnType<typeof rangeBetween> | null } = { cursor: at(5, 1), range: null };
  const press = (key: string, mod = false) => {
    state = extendByKey(state.cursor, state.range, key, mod, bounds)!;
    return state.range;
  };
  expect(press('ArrowDown')).toEqual({ side: 'gold', top: 5, bottom: 6, left: 1, right: 1 });
  expect(press('ArrowRight')).toEqual({ side: 'gold', top: 5, bottom: 6, left: 1, right: 2 });
  press('ArrowUp');
  expect(press('ArrowUp')).toEqual({ side: 'gold', top: 4, bottom: 5, left: 1, right: 2 });
  press('ArrowLeft');
  expect(press('ArrowLeft')).toEqual({ side: 'gold', top: 4, bottom: 5, left: 0, right: 1 });
  expect(press('ArrowDown', true)).toEqual({ side: 'gold', top: 5, bottom: 99_999, left: 0, right: 1 });
});

test('it stays on its side of the gutter', () => {
  expect(extendByKey(at(0, 3), null, 'ArrowRight', false, bounds)!.range).toMatchObject({ side: 'gold', left: 3, right: 3 });
  expect(extendByKey(at(0, 1), null, 'End', false, bounds)!.range).toMatchObject({ side: 'gold', left: 1, right: 3 });
  const right = extendByKey(at(0, 1, 'prediction'), null, 'Home', false, bounds)!;
  expect(right).toMatchObject({ cursor: { side: 'prediction', column: 0 }, range: { side: 'prediction', left: 0, right: 1 } });
});

test('a key that does not move the cursor changes nothing', () => {
  expect(extendByKey(at(0, 0), null, 'x', false, bounds)).toBeNull();
});

test('a selection of the other side is not extended but begun anew', () => {
  const range = rangeBetween(at(1, 1), at(3, 3));
  expect(anchorOf(at(9, 0, 'prediction'), range)).toEqual(at(9, 0, 'prediction'));
  expect(anchorOf(at(3, 3), range)).toEqual(at(1, 1));
});

test('it is told in words', () => {
  const range = rangeBetween(at(0, 2), at(99_999, 1));
  expect([rowsIn(range), columnsIn(range)]).toEqual([100_000, 2]);
  expect(rangeInWords(range)).toBe('gold: 100,000 rows × 2 columns selected');
});
