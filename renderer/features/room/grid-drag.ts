import { type PointerEvent, useEffect, useRef } from 'react';
import { type CellRange, onSideOf, rangeBetween } from './logic/cell-range.ts';
import type { Cursor } from './logic/cursor.ts';

/** Selects the cells that the pointer is drawn over. Beyond an edge the grid scrolls along, the faster the farther. */
export function useDragSelect(
  /** The cell at a place of the window, within the rows and columns there are; null outside the rows where `within` is asked. */
  cellAt: (x: number, y: number, within: boolean) => Cursor | null,
  columns: number,
  onSelect: (range: CellRange, cursor: Cursor) => void,
): (event: PointerEvent) => void {
  const latest = useRef({ cellAt, columns, onSelect });
  latest.current = { cellAt, columns, onSelect };
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (event) => {
    // Shift extends what is selected with the click that follows.
    const anchor = event.button === 0 && !event.shiftKey ? latest.current.cellAt(event.clientX, event.clientY, true) : null;
    if (anchor === null) return;
    let pointer = { x: event.clientX, y: event.clientY };
    let last: Cursor = anchor;
    let frame = 0;
    const follow = () => {
      const { cellAt: at, columns: count, onSelect: select } = latest.current;
      const cell = at(pointer.x, pointer.y, false);
      const next = cell && onSideOf(anchor, cell, count);
      if (next && (next.row !== last.row || next.column !== last.column)) {
        last = next;
        select(rangeBetween(anchor, next), next);
      }
      frame = requestAnimationFrame(follow);
    };
    const onMove = (move: globalThis.PointerEvent) => {
      pointer = { x: move.clientX, y: move.clientY };
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    stop.current?.();
    stop.current = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      stop.current = null;
    };
    const onUp = () => stop.current?.();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
  };
}
