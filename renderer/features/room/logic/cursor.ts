import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { counted } from '#shared/model/counted.ts';

export type GridSide = 'gold' | 'prediction';
/** A cell of the grid: `column` is an index into the shown columns, `row` into the shown rows. */
export type Cursor = { row: number; side: GridSide; column: number };

export type CursorBounds = { rows: number; columns: number; pageRows: number };

const clamp = (value: number, count: number) => Math.min(Math.max(0, count - 1), Math.max(0, value));

/**
 * The cursor after a key, or null when the key does not move it. Left and right cross the gutter: the cell right of
 * gold's last column is the prediction's first one.
 */
export function moveCursor(cursor: Cursor, key: string, withMod: boolean, bounds: CursorBounds): Cursor | null {
  const { rows, columns } = bounds;
  if (rows === 0 || columns === 0) return null;
  const toRow = (row: number): Cursor => ({ ...cursor, row: clamp(row, rows) });
  switch (key) {
    case 'ArrowUp':
      return toRow(withMod ? 0 : cursor.row - 1);
    case 'ArrowDown':
      return toRow(withMod ? rows - 1 : cursor.row + 1);
    case 'PageUp':
      return toRow(cursor.row - bounds.pageRows);
    case 'PageDown':
      return toRow(cursor.row + bounds.pageRows);
    case 'ArrowLeft':
      if (cursor.column > 0) return { ...cursor, column: withMod ? 0 : cursor.column - 1 };
      return cursor.side === 'prediction' ? { ...cursor, side: 'gold', column: columns - 1 } : cursor;
    case 'ArrowRight':
      if (cursor.column < columns - 1) return { ...cursor, column: withMod ? columns - 1 : cursor.column + 1 };
      return cursor.side === 'gold' ? { ...cursor, side: 'prediction', column: 0 } : cursor;
    case 'Home':
      return { row: withMod ? 0 : cursor.row, side: 'gold', column: 0 };
    case 'End':
      return { row: withMod ? rows - 1 : cursor.row, side: 'prediction', column: columns - 1 };
    default:
      return null;
  }
}

/** Indices of the columns that are shown: all, or those with a difference or only on one side. */
export function shownColumns(view: ResultView, hideEqual: boolean): number[] {
  const all = view.columns.map((_, at) => at);
  if (!hideEqual) return all;
  return all.filter((at) => {
    const column = view.columns[at]!;
    return column.differing > 0 || column.gold === null || column.prediction === null;
  });
}

/** The cell to stand on in a row that differs: its first (or last) differing cell that is shown, on the side that has the row. */
export function cellOfDifference(
  row: AlignedRow,
  index: number,
  shown: readonly number[],
  side: GridSide,
  which: 'first' | 'last' = 'first',
): Cursor {
  const differs = (at: number) => row.differing.includes(at);
  const column = Math.max(0, which === 'first' ? shown.findIndex(differs) : shown.findLastIndex(differs));
  const sideWithRow = row.gold === null ? 'prediction' : row.prediction === null ? 'gold' : side;
  return { row: index, side: sideWithRow, column };
}

/** The next shown column of the row, after (or before) `from`, whose two cells differ; null without one. */
export function differingBeside(row: AlignedRow, shown: readonly number[], from: number, direction: 1 | -1): number | null {
  for (let at = from + direction; at >= 0 && at < shown.length; at += direction) {
    if (row.differing.includes(shown[at]!)) return at;
  }
  return null;
}

/** How the left and the right side are called. */
export type SideNames = Record<GridSide, string>;
export const SIDE_NAMES: SideNames = { gold: 'gold', prediction: 'prediction' };

export type CountPhrase = { text: string; strong: boolean };

/** The counts of a comparison in words, those that speak of a difference marked. */
export function countsInWords(view: ResultView, names: SideNames = SIDE_NAMES): CountPhrase[] {
  const { equal, different, onlyGold, onlyPrediction, differingCells } = view.counts;
  if (view.rowCount === 0) return [{ text: 'both results are empty', strong: false }];
  const phrases: CountPhrase[] = [];
  const within = hasColumnsOfOneSide(view)
    ? ' in the columns that both have'
    : hasMovedColumns(view)
      ? ' once columns are matched'
      : '';
  if (equal === view.rowCount) return [{ text: `all ${counted(equal, 'row')} equal${within}`, strong: false }];
  if (equal > 0) phrases.push({ text: `${counted(equal, 'row')} equal${within}`, strong: false });
  if (different > 0) {
    const verb = different === 1 ? 'differs' : 'differ';
    phrases.push({
      text: `${phrases.length === 0 ? counted(different, 'row') : different.toLocaleString('en-US')} ${verb} in ${counted(differingCells, 'cell')}`,
      strong: true,
    });
  }
  if (onlyGold > 0) phrases.push({ text: `${onlyGold.toLocaleString('en-US')} only in ${names.gold}`, strong: true });
  if (onlyPrediction > 0)
    phrases.push({ text: `${onlyPrediction.toLocaleString('en-US')} only in ${names.prediction}`, strong: true });
  return phrases;
}

/** Rows that are not equal. */
export const differenceCount = (view: ResultView): number =>
  view.counts.different + view.counts.onlyGold + view.counts.onlyPrediction;

/** Whether a column exists on one side only: then no row is equal in all that the two sides returned. */
export const hasColumnsOfOneSide = ({ columns }: Pick<ResultView, 'columns'>): boolean =>
  columns.some((column) => column.gold === null || column.prediction === null);

/** Whether a column of the prediction stands elsewhere than gold's, so that heads must tell its own position. */
export const hasMovedColumns = ({ columns }: Pick<ResultView, 'columns'>): boolean =>
  columns.some((column) => column.gold !== null && column.prediction !== null && column.gold !== column.prediction);

/** More names or positions than this make a note too long to read. */
const MOST_NAMED = 6;

function listed(texts: readonly string[]): string {
  const rest = texts.length - MOST_NAMED;
  return rest > 0 ? `${texts.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : texts.join(', ');
}

/**
 * What a comparison had to do with the columns to set them side by side, in words: another order (the prediction's
 * positions, counted from 1, in gold's order) and columns of one side only. Empty where the columns line up.
 */
export function columnNotes(view: ResultView): string[] {
  if (view.missing !== null) return [];
  const positions = [...view.columns]
    .filter((column) => column.gold !== null && column.prediction !== null)
    .sort((a, b) => a.gold! - b.gold!)
    .map((column) => column.prediction!);
  const isReordered = positions.some((position, at) => at > 0 && position < positions[at - 1]!);
  const only = (side: GridSide): string[] => {
    const names = side === 'gold' ? view.goldColumns : view.predictionColumns;
    const other = side === 'gold' ? 'prediction' : 'gold';
    const own = view.columns.filter((column) => column[other] === null).map((column) => names[column[side] ?? -1] ?? '');
    const where = side === 'gold' ? 'gold' : 'the prediction';
    return own.length === 0 ? [] : [`${counted(own.length, 'column')} only in ${where}: ${listed(own)}`];
  };
  return [
    ...(isReordered ? [`columns in another order: ${listed(positions.map((position) => String(position + 1)))}`] : []),
    ...only('gold'),
    ...only('prediction'),
  ];
}
