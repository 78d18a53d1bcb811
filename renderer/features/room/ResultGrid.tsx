import {
  type CSSProperties,
  type KeyboardEvent,
  type UIEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import type { ResultView } from '#shared/contract/room.ts';
import { classes } from '../../ui/index.ts';
import { type Paging, useRowPages } from './data.ts';
import { ColumnHeads, GridRow, type RangeEdge } from './GridRow.tsx';
import { useDragSelect } from './grid-drag.ts';
import { anchorOf, type CellRange, extendByKey, onSideOf, rangeBetween } from './logic/cell-range.ts';
import { cellView, visibleText } from './logic/cell-text.ts';
import { type Cursor, moveCursor } from './logic/cursor.ts';
import {
  CHARACTER_WIDTH,
  columnAt,
  columnOffsets,
  columnWidth,
  fitWidths,
  pagesOf,
  type Range,
  scrolledColumns,
  scrollInto,
  slots,
  visibleRows,
  type Width,
} from './logic/grid-window.ts';
import { togglePinned } from './pinned.ts';
import { useSize } from './use-size.ts';

const ROW_HEIGHT = 21;
const HEAD_HEIGHT = 22;
const GUTTER = 24;
const WIDTHS = { min: 56, max: 300 };
/** A name that is a whole expression may not push numbers, which stand at the right of their column, out of sight. */
const NAME_WIDTHS = { min: 56, max: 180 };

type GridProps = {
  paging: Paging;
  results: ResultView;
  rowCount: number;
  /** Shown columns, as indices into the aligned columns. */
  columns: readonly number[];
  /** How many of `columns`, from the first, stay where they are while the others scroll. */
  pinned: number;
  cursor: Cursor | null;
  /** What is selected around the cursor, where that is more than its cell. */
  range: CellRange | null;
  onCursor: (cursor: Cursor) => void;
  onSelect: (range: CellRange | null, cursor: Cursor) => void;
  onSelectWhole: (what: 'rows' | 'columns' | 'all') => void;
  onCopyCell: () => void;
  onOpenCell: () => void;
};

/**
 * Gold, gutter and prediction as one grid of virtual rows and columns: rows stay aligned by construction, and both
 * sides scroll together because they share their columns' widths.
 */
export function ResultGrid(props: GridProps) {
  const { paging, results, rowCount, columns, pinned, cursor, range, onCursor, onSelect, onSelectWhole } = props;
  const { onCopyCell, onOpenCell } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const across = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [scroll, setScroll] = useState<Scroll>({ paging, top: 0, left: 0 });
  // A scroll position belongs to its rows; other rows begin at their top.
  const isOwn = scroll.paging === paging;
  const { top: scrollTop, left: scrollLeft } = isOwn ? scroll : { top: 0, left: 0 };
  const isScrolled = useRef(false);
  const scrolled = (to: { top: number } | { left: number }) => {
    isScrolled.current ||= Object.values(to).some((position) => position > 0);
    setScroll((old) => ({
      ...(old.paging === paging ? old : { paging, top: 0, left: 0 }),
      ...to,
    }));
  };
  useLayoutEffect(() => {
    // Asking the page where it is scrolled to would cost a layout of it.
    if (!isScrolled.current) return;
    isScrolled.current = false;
    scroller.current?.scrollTo(0, 0);
    across.current?.scrollTo(0, 0);
  }, [paging]);

  const numberWidth = Math.max(34, String(Math.max(results.rowCount, 1)).length * 7 + 14);
  const half = Math.max(0, (size.width - GUTTER) / 2 - numberWidth);
  const viewport = Math.max(0, size.height - HEAD_HEIGHT);
  const rows = visibleRows(scrollTop, viewport, ROW_HEIGHT, rowCount, 0);
  const pool = Math.ceil(size.height / ROW_HEIGHT) + 2;
  const pages = usePagesFor(rows, paging, rowCount);
  const { rowAt, error } = useRowPages(paging, pages);

  const natural = useNaturalWidths(results, columns, rowAt, rowCount);
  const offsets = useMemo(() => columnOffsets(fitWidths(natural, half)), [natural, half]);
  const total = offsets.at(-1) ?? 0;
  const left = Math.min(scrollLeft, Math.max(0, total - half));
  const fixed = offsets[pinned] ?? 0;
  const visible = scrolledColumns(offsets, pinned, left, half);

  useLayoutEffect(() => {
    if (!cursor || !scroller.current) return;
    const top = scrollInto(
      scroller.current.scrollTop,
      scroller.current.clientHeight - HEAD_HEIGHT,
      cursor.row * ROW_HEIGHT,
      (cursor.row + 1) * ROW_HEIGHT,
    );
    if (top !== scroller.current.scrollTop) scroller.current.scrollTop = top;
    if (cursor.column < pinned || !across.current) return;
    const start = offsets[cursor.column] ?? 0;
    const end = offsets[cursor.column + 1] ?? start;
    across.current.scrollLeft = scrollInto(across.current.scrollLeft, half - fixed, start - fixed, end - fixed);
  }, [cursor, offsets, half, pinned, fixed]);

  const onKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'c' && cursor) {
      event.preventDefault();
      onCopyCell();
      return;
    }
    if (mod && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelectWhole('all');
      return;
    }
    if (event.key === ' ' && cursor) {
      event.preventDefault();
      if (event.shiftKey) onSelectWhole('rows');
      else if (event.ctrlKey) onSelectWhole('columns');
      else onOpenCell();
      return;
    }
    if (event.key === 'Escape' && cursor && range) {
      event.preventDefault();
      onCursor(cursor);
      return;
    }
    const bounds = { rows: rowCount, columns: columns.length, pageRows: Math.max(1, Math.floor(size.height / ROW_HEIGHT) - 2) };
    if (event.shiftKey && cursor) {
      const extended = extendByKey(cursor, range, event.key, mod, bounds);
      if (!extended) return;
      event.preventDefault();
      onSelect(extended.range, extended.cursor);
      return;
    }
    const isArrow = event.key.startsWith('Arrow');
    const start: Cursor | null =
      cursor ??
      (isArrow && rowCount > 0 ? { row: rows ? Math.floor(scrollTop / ROW_HEIGHT) : 0, side: 'gold', column: 0 } : null);
    const next = start && (cursor ? moveCursor(start, event.key, mod, bounds) : start);
    if (!next) return;
    event.preventDefault();
    onCursor(next);
  };
  const cellAt = (x: number, y: number, within: boolean): Cursor | null => {
    const box = scroller.current?.getBoundingClientRect();
    if (!box || rowCount === 0 || columns.length === 0) return null;
    const down = y - box.top - HEAD_HEIGHT;
    const row = Math.floor((down + scrollTop) / ROW_HEIGHT);
    if (within && (down < 0 || down >= viewport || row >= rowCount || x - box.left >= size.width)) return null;
    const second = numberWidth + half + GUTTER;
    const side = x - box.left < second ? 'gold' : 'prediction';
    const inside = x - box.left - numberWidth - (side === 'gold' ? 0 : second);
    if (within && (inside < 0 || inside >= half)) return null;
    const column = columnAt(offsets, inside >= 0 && inside < fixed ? inside : inside + left);
    return { row: Math.max(0, Math.min(rowCount - 1, row)), side, column };
  };
  const onPointerDown = useDragSelect(cellAt, columns.length, onSelect);
  const onClickCell = useOnClick(cursor, range, onCursor, onSelect, columns.length);
  // One object for all of its rows: none is drawn anew for it while the grid is scrolled.
  const span = useMemo(
    () => (range === null ? null : { side: range.side, left: range.left, right: range.right }),
    [range?.side, range?.left, range?.right],
  );
  const isIn = (row: number) => range !== null && row >= range.top && row <= range.bottom;
  const onWheel = (event: WheelEvent) => {
    const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (by !== 0 && across.current) across.current.scrollLeft += by;
  };
  const frame = { '--number-width': `${numberWidth}px`, '--grid-x': `${-left}px`, '--grid-fixed': `${fixed}px` } as CSSProperties;
  const onPin = (at: number) => {
    const column = results.columns[columns[at] ?? -1];
    if (column) togglePinned(paging.item.instance, column);
  };
  const overflows = total > half + 1;
  return (
    <div className="room-grid" style={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid of 100,000 rows cannot be a table */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Results, gold left, prediction right"
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length * 2}
        aria-multiselectable={true}
        aria-describedby={range ? SELECTION_ID : undefined}
        aria-activedescendant={cursor ? 'room-cell-cursor' : undefined}
        tabIndex={0}
        data-pane-focus=""
        className="room-grid-scroll u-scroll"
        onScroll={(event: UIEvent<HTMLDivElement>) => scrolled({ top: event.currentTarget.scrollTop })}
        onWheel={onWheel}
        onKeyDown={onKey}
        onPointerDown={onPointerDown}
      >
        <ColumnHeads results={results} columns={columns} visible={visible} pinned={pinned} offsets={offsets} onPin={onPin} />
        {/* The drawn rows stick to the window, and the space below them makes the scrollbar: however fast somebody scrolls,
            the rows of before stay until the next ones are drawn, and never is there a blank. */}
        <div className="room-grid-rows" style={{ height: viewport }}>
          <div className="room-grid-drawn" style={{ transform: `translateY(${-scrollTop}px)` }}>
            {slots(rows, pool).map(({ slot, index }) => (
              <GridRow
                key={slot}
                index={index}
                top={index * ROW_HEIGHT}
                row={rowAt(index)}
                results={results}
                columns={columns}
                pinned={pinned}
                first={visible?.first ?? 0}
                last={visible?.last ?? -1}
                offsets={offsets}
                cursor={cursor?.row === index ? cursor : null}
                span={isIn(index) ? span : null}
                edge={range === null ? null : edgeOf(range, index)}
                onCursor={onClickCell}
                onOpen={onOpenCell}
              />
            ))}
          </div>
        </div>
        <div style={{ height: Math.max(0, rowCount * ROW_HEIGHT - viewport) }} />
      </div>
      <div className="room-focus-ring" aria-hidden="true" />
      {error && <p className="room-grid-error">Some rows could not be read: {error.message}</p>}
      <div
        ref={across}
        className={classes('room-grid-across', 'u-scroll', !overflows && 'room-grid-across-none')}
        onScroll={(event) => scrolled({ left: event.currentTarget.scrollLeft })}
      >
        <div style={{ width: `calc(100% + ${Math.max(0, total - half)}px)` }} />
      </div>
    </div>
  );
}

/** The words that tell what is selected, for the grid to be described by. */
export const SELECTION_ID = 'room-grid-selection';

const edgeOf = ({ top, bottom }: CellRange, row: number): RangeEdge =>
  top === bottom ? 'both' : row === top ? 'top' : row === bottom ? 'bottom' : null;

/** A click stands on a cell, one with Shift selects up to it. It stays the same function, so that no row is drawn anew for it. */
function useOnClick(
  cursor: Cursor | null,
  range: CellRange | null,
  onCursor: (cursor: Cursor) => void,
  onSelect: (range: CellRange, cursor: Cursor) => void,
  columns: number,
): (cell: Cursor, extend: boolean) => void {
  const latest = useRef({ cursor, range, onCursor, onSelect, columns });
  latest.current = { cursor, range, onCursor, onSelect, columns };
  return useCallback((cell, extend) => {
    const now = latest.current;
    if (!extend || now.cursor === null) return now.onCursor(cell);
    const anchor = anchorOf(now.cursor, now.range);
    const next = onSideOf(anchor, cell, now.columns);
    now.onSelect(rangeBetween(anchor, next), next);
  }, []);
}

type Scroll = { paging: Paging; top: number; left: number };

/** Rows that are fetched beyond the drawn ones, on in the direction of the scrolling and back. */
const ROWS_AHEAD = 240;
const ROWS_BACK = 40;

/** The pages of the drawn rows and of those that scrolling reaches next. */
function usePagesFor(rows: Range | null, paging: Paging, rowCount: number): number[] {
  const last = useRef({ first: 0, direction: 1 });
  if (rows !== null && rows.first !== last.current.first) {
    last.current = { first: rows.first, direction: rows.first > last.current.first ? 1 : -1 };
  }
  if (rows === null) return [];
  const [before, after] = last.current.direction === 1 ? [ROWS_BACK, ROWS_AHEAD] : [ROWS_AHEAD, ROWS_BACK];
  const wanted = {
    first: Math.max(0, rows.first - before),
    last: Math.min(rowCount - 1, rows.last + after),
  };
  const drawn = pagesOf(rows, paging.size);
  // What is on the screen is asked for first: the service answers in turn.
  return [...drawn, ...pagesOf(wanted, paging.size).filter((page) => !drawn.includes(page))];
}

/** Rows that are measured for the columns' widths. */
const MEASURED = 60;

/** Widths by names and the first rows. They are taken once the first page is there and stay, so that scrolling moves nothing. */
function useNaturalWidths(
  results: ResultView,
  columns: readonly number[],
  rowAt: (index: number) => ReturnType<ReturnType<typeof useRowPages>['rowAt']>,
  rowCount: number,
): Width[] {
  const measured = useRef<{ columns: readonly number[]; complete: boolean; widths: Width[] } | null>(null);
  const ready = rowCount === 0 || rowAt(0) !== undefined;
  if (measured.current === null || measured.current.columns !== columns || (ready && !measured.current.complete)) {
    const widths = columns.map((at) => {
      const { gold, prediction } = results.columns[at]!;
      const names = [results.goldColumns[gold ?? -1]?.length ?? 0, results.predictionColumns[prediction ?? -1]?.length ?? 0];
      const lengths: number[] = [];
      for (let index = 0; index < Math.min(MEASURED, rowCount); index++) {
        const row = rowAt(index);
        if (gold !== null && row?.gold) lengths.push(visibleText(cellView(row.gold[gold] ?? null)).length);
        if (prediction !== null && row?.prediction)
          lengths.push(visibleText(cellView(row.prediction[prediction] ?? null)).length);
      }
      const least = columnWidth(lengths, CHARACTER_WIDTH, WIDTHS);
      return { wanted: Math.max(columnWidth(names, CHARACTER_WIDTH, NAME_WIDTHS), least), least };
    });
    measured.current = { columns, complete: ready || (measured.current?.complete ?? false), widths };
  }
  return measured.current.widths;
}
