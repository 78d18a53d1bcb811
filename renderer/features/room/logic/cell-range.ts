import { counted } from '#shared/model/counted.ts';
import { type Cursor, type CursorBounds, type GridSide, moveCursor, SIDE_NAMES } from './cursor.ts';

/**
 * The cells of one side between two corners, as indices into the shown rows and columns, both ends included. However many
 * cells lie between, it is no more than this.
 */
export type CellRange = { side: GridSide; top: number; bottom: number; left: number; right: number };

/** The range between two cells, on the side of the first. */
export const rangeBetween = (from: Cursor, to: Cursor): CellRange => ({
  side: from.side,
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

export const rowsIn = ({ top, bottom }: CellRange): number => bottom - top + 1;
export const columnsIn = ({ left, right }: CellRange): number => right - left + 1;

/** The corner of a selection that stays while the cursor moves its other one. */
export function anchorOf(cursor: Cursor, range: CellRange | null): Cursor {
  if (range === null || range.side !== cursor.side) return cursor;
  const { top, bottom, left, right } = range;
  return { side: range.side, row: cursor.row === top ? bottom : top, column: cursor.column === left ? right : left };
}

/** A cell on the side of another, the nearest one where it is on the other side: a selection does not cross the gutter. */
export function onSideOf(anchor: Cursor, cell: Cursor, columns: number): Cursor {
  if (cell.side === anchor.side) return cell;
  return { row: cell.row, side: anchor.side, column: anchor.side === 'gold' ? columns - 1 : 0 };
}

/** The selection after a key that the cursor would move by; null when the key does not move it. */
export function extendByKey(
  cursor: Cursor,
  range: CellRange | null,
  key: string,
  withMod: boolean,
  bounds: CursorBounds,
): { cursor: Cursor; range: CellRange } | null {
  const moved = moveCursor(cursor, key, withMod, bounds);
  if (moved === null) return null;
  const anchor = anchorOf(cursor, range);
  const next = onSideOf(anchor, moved, bounds.columns);
  return { cursor: next, range: rangeBetween(anchor, next) };
}

/** A selection in words: `gold: 5 rows × 2 columns selected`. */
export const rangeInWords = (range: CellRange): string =>
  `${SIDE_NAMES[range.side]}: ${counted(rowsIn(range), 'row')} × ${counted(columnsIn(range), 'column')} selected`;
