/** Width of a character of the grid's font, in px. */
export const CHARACTER_WIDTH = 7.25;

/** First and last shown index, both inclusive; null when there is nothing to show. */
export type Range = { first: number; last: number };

/** The rows of equal height that a viewport shows, with some more on both sides so that scrolling finds them drawn. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number, count: number, overscan: number): Range | null {
  if (count === 0 || height <= 0) return null;
  const first = Math.floor(scrollTop / rowHeight) - overscan;
  const last = Math.ceil((scrollTop + height) / rowHeight) - 1 + overscan;
  return { first: Math.min(count - 1, Math.max(0, first)), last: Math.min(count - 1, Math.max(0, last)) };
}

/**
 * Which row stands in which of a number of slots, in the order of the slots. A row that leaves the window gives its slot to
 * the one that enters it, and no slot changes its place: an element that did would be laid out anew with all its cells.
 */
export function slots(rows: Range | null, count: number): { slot: number; index: number }[] {
  if (rows === null) return [];
  const standing = Array.from({ length: rows.last - rows.first + 1 }, (_, at) => ({
    slot: (rows.first + at) % count,
    index: rows.first + at,
  }));
  return standing.sort((a, b) => a.slot - b.slot);
}

/** Where each column starts, and behind the last one where all end. */
export function columnOffsets(widths: readonly number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push(offsets.at(-1)! + width);
  return offsets;
}

/** The last column that starts at or before `x`, the first where none does. */
export function columnAt(offsets: readonly number[], x: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The columns of which a pixel lies in the viewport, and one more on both sides. */
export function visibleColumns(offsets: readonly number[], scrollLeft: number, width: number): Range | null {
  const count = offsets.length - 1;
  if (count <= 0 || width <= 0) return null;
  const at = (x: number) => columnAt(offsets, x);
  return { first: Math.max(0, at(scrollLeft) - 1), last: Math.min(count - 1, at(scrollLeft + width) + 1) };
}

/**
 * The columns that scroll, of those that are seen beside the pinned ones, in groups, so that scrolling across seldom
 * changes which are drawn.
 */
export function scrolledColumns(offsets: readonly number[], pinned: number, scrollLeft: number, width: number): Range | null {
  const fixed = offsets[pinned] ?? 0;
  const seen = visibleColumns(offsets, scrollLeft + fixed, Math.max(1, width - fixed));
  if (seen === null) return null;
  const first = Math.max(pinned, seen.first - (seen.first % COLUMN_GROUP));
  const last = Math.min(offsets.length - 2, seen.last + COLUMN_GROUP - 1 - (seen.last % COLUMN_GROUP));
  return first > last ? null : { first, last };
}

const COLUMN_GROUP = 4;

/** The pages that hold the rows of a range. */
export function pagesOf(range: Range, pageSize: number): number[] {
  const first = Math.floor(range.first / pageSize);
  const last = Math.floor(range.last / pageSize);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The scroll position that brings the stretch from `start` to `end` into view with the least movement. */
export function scrollInto(scroll: number, viewport: number, start: number, end: number): number {
  if (start < scroll) return start;
  if (end > scroll + viewport) return Math.min(start, end - viewport);
  return scroll;
}

/** A column's width in pixels for texts of the given lengths and two characters more, for rows not seen yet, in a font whose characters are `character` px wide. */
export function columnWidth(textLengths: readonly number[], character: number, bounds: { min: number; max: number }): number {
  const longest = textLengths.reduce((a, b) => Math.max(a, b), 0);
  return Math.round(Math.min(bounds.max, Math.max(bounds.min, (longest + 2) * character + 18)));
}

/** A column does not grow wider than this only to fill the pane, in px. */
const WIDEST_FILL = 360;

/** A column's width, and the least that still shows its values whole. */
export type Width = { wanted: number; least: number };

/**
 * Widths as they are shown. Columns narrower than `available` fill it and share the gain evenly, though none grows past
 * what an eye follows from one column to the next; those that are wider give up what only their names ask for, as far as
 * needed. No column is wider than `available`.
 */
export function fitWidths(widths: readonly Width[], available: number): number[] {
  const wanted = widths.map((width) => width.wanted);
  const total = wanted.reduce((a, b) => a + b, 0);
  if (widths.length === 0 || available <= 0) return wanted;
  if (total <= available) {
    const gain = (available - total) / widths.length;
    return wanted.map((width) => Math.floor(Math.max(width, Math.min(WIDEST_FILL, width + gain))));
  }
  const spare = widths.reduce((sum, width) => sum + width.wanted - width.least, 0);
  const part = spare === 0 ? 0 : Math.min(1, (total - available) / spare);
  return widths.map(({ wanted: width, least }) => Math.floor(Math.min(available, width - part * (width - least))));
}
