import { expect, test } from 'vitest';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { cellOfDifference, columnNotes, countsInWords, hasMovedColumns, moveCursor, shownColumns } from './cursor.ts';

const bounds = { rows: 100, columns: 3, pageRows: 10 };

test('left and right cross the gutter and stop at the outer edges', () => {
  const last = { row: 4, side: 'gold', column: 2 } as const;
  const first = { row: 4, side: 'prediction', column: 0 } as const;
  expect(moveCursor(last, 'ArrowRight', false, bounds)).toEqual(first);
  expect(moveCursor(first, 'ArrowLeft', false, bounds)).toEqual(last);
  expect(moveCursor({ row: 0, side: 'gold', column: 0 }, 'ArrowLeft', false, bounds)).toEqual({
    row: 0,
    side: 'gold',
    column: 0,
  });
});

test('up, down and pages stay within the rows', () => {
  const cursor = { row: 95, side: 'gold', column: 1 } as const;
  expect(moveCursor(cursor, 'PageDown', false, bounds)?.row).toBe(99);
  expect(moveCursor(cursor, 'ArrowUp', true, bounds)?.row).toBe(0);
  expect(moveCursor({ ...cursor, row: 0 }, 'ArrowUp', false, bounds)?.row).toBe(0);
  expect(moveCursor(cursor, 'End', true, bounds)).toEqual({ row: 99, side: 'prediction', column: 2 });
});

test('other keys and empty tables move nothing', () => {
  expect(moveCursor({ row: 0, side: 'gold', column: 0 }, 'x', false, bounds)).toBeNull();
  expect(moveCursor({ row: 0, side: 'gold', column: 0 }, 'ArrowDown', false, { ...bounds, rows: 0 })).toBeNull();
});

const view: ResultView = {
  goldColumns: ['a', 'b', 'c'],
  predictionColumns: ['a', 'b', 'd'],
  columns: [
    { gold: 0, prediction: 0, differing: 0 },
    { gold: 1, prediction: 1, differing: 4 },
    { gold: 2, prediction: null, differing: 0 },
    { gold: null, prediction: 2, differing: 0 },
  ],
  rowCount: 51,
  counts: { equal: 44, different: 4, onlyGold: 3, onlyPrediction: 0, differingCells: 7 },
  marked: true,
  missing: null,
};

test('hiding equal columns keeps those that differ and those of one side', () => {
  expect(shownColumns(view, false)).toEqual([0, 1, 2, 3]);
  expect(shownColumns(view, true)).toEqual([1, 2, 3]);
});

test('a difference puts the cursor on its first differing cell, on the side that has the row', () => {
  const row: AlignedRow = { kind: 'different', goldIndex: 0, predictionIndex: 0, gold: [], prediction: [], differing: [1, 3] };
  expect(cellOfDifference(row, 7, [0, 1, 2, 3], 'prediction')).toEqual({ row: 7, side: 'prediction', column: 1 });
  expect(cellOfDifference({ ...row, prediction: null, differing: [] }, 7, [0, 1], 'prediction')).toEqual({
    row: 7,
    side: 'gold',
    column: 0,
  });
});

test('counts read as words', () => {
  const words = (counts: Partial<ResultView['counts']>, rowCount = view.rowCount) =>
    countsInWords({ ...view, columns: view.columns.slice(0, 2), rowCount, counts: { ...view.counts, ...counts } })
      .map((phrase) => phrase.text)
      .join(', ');
  expect(words({})).toBe('44 rows equal, 4 differ in 7 cells, 3 only in gold');
  expect(words({ different: 1, differingCells: 1, onlyPrediction: 1234 })).toBe(
    '44 rows equal, 1 differs in 1 cell, 3 only in gold, 1,234 only in prediction',
  );
  expect(words({ equal: 0, different: 1, differingCells: 1, onlyGold: 0 })).toBe('1 row differs in 1 cell');
  expect(words({ equal: 51, different: 0, onlyGold: 0 })).toBe('all 51 rows equal');
  expect(words({ equal: 0, different: 0, onlyGold: 0 }, 0)).toBe('both results are empty');
});

test('rows are called equal only in the columns that both sides have', () => {
  const counts = { equal: 51, different: 0, onlyGold: 0, onlyPrediction: 0, differingCells: 0 };
  expect(countsInWords({ ...view, counts })).toEqual([
    { text: 'all 51 rows equal in the columns that both have', strong: false },
  ]);
});

test('notes name columns in another order and columns of one side', () => {
  expect(columnNotes(view)).toEqual(['1 column only in gold: c', '1 column only in the prediction: d']);
  const swapped = {
    ...view,
    columns: [
      { gold: 0, prediction: 1, differing: 0 },
      { gold: 1, prediction: 0, differing: 0 },
    ],
  };
  expect(columnNotes(swapped)).toEqual(['columns in another order: 2, 1']);
  expect(hasMovedColumns(swapped)).toBe(true);
  expect(countsInWords(swapped)[0]?.text).toBe('44 rows equal once columns are matched');
  expect(columnNotes({ ...view, columns: view.columns.slice(0, 2) })).toEqual([]);
  expect(columnNotes({ ...view, missing: 'gold' })).toEqual([]);
});
