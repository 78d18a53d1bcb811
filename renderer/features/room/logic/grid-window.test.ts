import { expect, test } from 'vitest';
import {
  columnOffsets,
  columnWidth,
  fitWidths,
  pagesOf,
  scrolledColumns,
  scrollInto,
  slots,
  visibleColumns,
  visibleRows,
} from './grid-window.ts';

test('only the rows of the viewport and the overscan are drawn', () => {
  expect(visibleRows(21_000, 210, 21, 100_000, 5)).toEqual({ first: 995, last: 1014 });
  expect(visibleRows(0, 210, 21, 100_000, 5)).toEqual({ first: 0, last: 14 });
  expect(visibleRows(21 * 99_995, 210, 21, 100_000, 5)).toEqual({ first: 99_990, last: 99_999 });
});

test('a table shorter than the viewport shows all of its rows, an empty one none', () => {
  expect(visibleRows(0, 500, 21, 3, 5)).toEqual({ first: 0, last: 2 });
  expect(visibleRows(0, 500, 21, 0, 5)).toBeNull();
  expect(visibleRows(0, 0, 21, 3, 5)).toBeNull();
});

test('a scroll position beyond the end (rows just hidden) still shows the last row', () => {
  expect(visibleRows(21_000, 210, 21, 4, 0)).toEqual({ first: 3, last: 3 });
});

test('only the columns of the viewport and their neighbours are drawn', () => {
  const offsets = columnOffsets(Array.from({ length: 100 }, () => 100));
  expect(visibleColumns(offsets, 0, 350)).toEqual({ first: 0, last: 4 });
  expect(visibleColumns(offsets, 5_050, 350)).toEqual({ first: 49, last: 55 });
  expect(visibleColumns(offsets, 9_650, 350)).toEqual({ first: 95, last: 99 });
  expect(visibleColumns(columnOffsets([]), 0, 350)).toBeNull();
});

test('rows on a page border need both pages', () => {
  expect(pagesOf({ first: 195, last: 205 }, 200)).toEqual([0, 1]);
  expect(pagesOf({ first: 200, last: 399 }, 200)).toEqual([1]);
});

test('bringing a cell into view moves as little as possible', () => {
  expect(scrollInto(100, 200, 150, 170)).toBe(100);
  expect(scrollInto(100, 200, 50, 70)).toBe(50);
  expect(scrollInto(100, 200, 290, 310)).toBe(110);
  expect(scrollInto(0, 200, 300, 900)).toBe(300);
});

test('columns fit their longest text within bounds and share what is left', () => {
  expect(columnWidth([3, 10], 7.2, { min: 56, max: 320 })).toBe(104);
  expect(columnWidth([], 7.2, { min: 56, max: 320 })).toBe(56);
  expect(columnWidth([500], 7.2, { min: 56, max: 320 })).toBe(320);
});

test('columns fill the pane, and names give way before values do', () => {
  const width = (wanted: number, least = wanted) => ({ wanted, least });
  expect(fitWidths([width(60), width(100)], 300)).toEqual([130, 170]);
  expect(fitWidths([width(60), width(400)], 1600)).toEqual([360, 400]);
  expect(fitWidths([width(60), width(100)], 100)).toEqual([60, 100]);
  expect(fitWidths([width(100, 60), width(180, 60), width(100)], 300)).toEqual([80, 120, 100]);
  expect(fitWidths([width(100, 60), width(180, 60), width(100)], 120)).toEqual([60, 60, 100]);
  expect(fitWidths([width(300), width(80)], 220)).toEqual([220, 80]);
  expect(fitWidths([], 100)).toEqual([]);
});

test('pinned columns are left out of those that scroll, and groups change seldom', () => {
  const offsets = columnOffsets(Array.from({ length: 20 }, () => 100));
  expect(scrolledColumns(offsets, 0, 0, 300)).toEqual({ first: 0, last: 7 });
  expect(scrolledColumns(offsets, 2, 0, 300)).toEqual({ first: 2, last: 7 });
  expect(scrolledColumns(offsets, 2, 850, 300)).toEqual({ first: 8, last: 15 });
  expect(scrolledColumns(offsets, 20, 0, 300)).toBeNull();
});

test('a row keeps its slot while it is shown, and the slots keep their order', () => {
  expect(slots(null, 5)).toEqual([]);
  expect(slots({ first: 3, last: 6 }, 5)).toEqual([
    { slot: 0, index: 5 },
    { slot: 1, index: 6 },
    { slot: 3, index: 3 },
    { slot: 4, index: 4 },
  ]);
  expect(slots({ first: 5, last: 8 }, 5)).toEqual([
    { slot: 0, index: 5 },
    { slot: 1, index: 6 },
    { slot: 2, index: 7 },
    { slot: 3, index: 8 },
  ]);
});
