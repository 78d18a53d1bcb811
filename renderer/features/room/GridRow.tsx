// biome-ignore-start lint/a11y/useSemanticElements: the parts of a virtual grid cannot be those of a table
// biome-ignore-start lint/a11y/useFocusableInteractive: the grid has the focus and names the cell at its cursor
import { memo, type ReactNode } from 'react';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import type { Value } from '#shared/model/value.ts';
import { classes, count, Icon, type IconName } from '../../ui/index.ts';
import { beginningOf, type CellView, cellView, visibleText, withKind } from './logic/cell-text.ts';
import { type Cursor, type GridSide, hasColumnsOfOneSide, hasMovedColumns } from './logic/cursor.ts';
import { CHARACTER_WIDTH, type Range } from './logic/grid-window.ts';

const SIDES: readonly GridSide[] = ['gold', 'prediction'];

/** The names of both sides' columns, above the rows. */
export function ColumnHeads({
  results,
  columns,
  visible,
  pinned,
  offsets,
  onPin,
}: {
  results: ResultView;
  columns: readonly number[];
  visible: Range | null;
  pinned: number;
  offsets: readonly number[];
  /** Pins the shown column, or lets it go. */
  onPin: (at: number) => void;
}) {
  const moved = hasMovedColumns(results);
  const heads = (side: GridSide, range: Range | null) => {
    const names = side === 'gold' ? results.goldColumns : results.predictionColumns;
    return indices(range).map((at) => {
      const own = results.columns[columns[at]!]?.[side] ?? null;
      const name = own === null ? null : (names[own] ?? '');
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the key is a command of the pane
        <div
          key={at}
          role="columnheader"
          className={classes(
            'room-cell',
            'room-cell-head',
            name === null && 'room-cell-nothing',
            at < pinned && 'room-cell-pinned-head',
          )}
          onClick={() => onPin(at)}
          style={{ left: offsets[at], width: (offsets[at + 1] ?? 0) - (offsets[at] ?? 0) }}
          title={
            name === null || own === null
              ? `No such column in ${side === 'gold' ? 'gold' : 'the prediction'}`
              : `${name}\ncolumn ${own + 1} of ${names.length} in ${side === 'gold' ? 'gold' : 'the prediction'}\n${at < pinned ? 'pinned; a click lets it go' : 'a click pins it'}`
          }
        >
          {at < pinned && <Icon name="pin" size={10} />}
          {moved && own !== null && <span className="room-cell-position">{own + 1}</span>}
          {name === null ? <span className="room-cell-none">no such column</span> : <ColumnName name={name} />}
        </div>
      );
    });
  };
  const half = (side: GridSide) => (
    <div className="room-grid-half">
      <div className="room-grid-shift">{heads(side, visible)}</div>
      {pinned > 0 && <div className="room-grid-fixed">{heads(side, { first: 0, last: pinned - 1 })}</div>}
    </div>
  );
  return (
    <div role="row" className="room-grid-head">
      <div className="room-grid-number" />
      {half('gold')}
      <div className="room-grid-gutter" />
      <div className="room-grid-number" />
      {half('prediction')}
    </div>
  );
}

type Sign = { icon: IconName; word: string; flipped?: boolean };
const GUTTER: Record<AlignedRow['kind'], Sign> = {
  equal: { icon: 'equal', word: 'equal' },
  different: { icon: 'not-equal', word: 'differs' },
  'only gold': { icon: 'less', word: 'only in gold' },
  'only prediction': { icon: 'less', word: 'only in the prediction', flipped: true },
};

/** Rows whose shared columns agree, where a column exists on one side only: not simply equal. */
const EQUAL_IN_SHARED = { icon: 'columns', word: 'equal in the columns that both have' } as const;

type RowProps = {
  index: number;
  top: number;
  /** Undefined while its page is on the way. */
  row: AlignedRow | undefined;
  results: ResultView;
  columns: readonly number[];
  pinned: number;
  first: number;
  last: number;
  offsets: readonly number[];
  cursor: Cursor | null;
  /** The shown columns that are selected in this row. */
  span: Span | null;
  edge: RangeEdge;
  onCursor: (cursor: Cursor, extend: boolean) => void;
  onOpen: () => void;
};

type Span = { side: GridSide; left: number; right: number };
/** Whether a selection begins or ends at a row. */
export type RangeEdge = 'top' | 'bottom' | 'both' | null;

/** One aligned row: gold's cells, the sign between, the prediction's cells. */
export const GridRow = memo(function GridRow({
  index,
  top,
  row,
  results,
  columns,
  pinned,
  first,
  last,
  offsets,
  cursor,
  span,
  edge,
  onCursor,
  onOpen,
}: RowProps) {
  const kind = row?.kind ?? 'equal';
  const sign: Sign = kind === 'equal' && hasColumnsOfOneSide(results) ? EQUAL_IN_SHARED : GUTTER[kind];
  const selected = (at: number) => span !== null && at >= span.left && at <= span.right;
  /** The selection over the cells of a range, which it only partly may lie in: one part for the pinned columns, one beside. */
  const selection = (side: GridSide, from: number, to: number) => {
    if (span?.side !== side) return null;
    const [start, end] = [Math.max(from, span.left), Math.min(to, span.right)];
    if (start > end) return null;
    const left = offsets[start] ?? 0;
    return (
      <i
        aria-hidden="true"
        className={classes(
          'room-grid-selection',
          edge && `room-grid-selection-${edge}`,
          start === span.left && 'room-grid-selection-left',
          end === span.right && 'room-grid-selection-right',
        )}
        style={{ left, width: (offsets[end + 1] ?? left) - left }}
      />
    );
  };
  const half = (side: GridSide) => {
    const values = row?.[side];
    if (row && values === null) {
      return (
        <div
          className={classes('room-grid-half', 'room-cell-hatched', cursor?.side === side && 'room-cell-cursor')}
          role="gridcell"
        >
          <span className="room-cell-none">no such row</span>
          <div className="room-grid-shift">{selection(side, pinned, columns.length - 1)}</div>
          {pinned > 0 && selection(side, 0, pinned - 1)}
        </div>
      );
    }
    const cells = (range: Range) =>
      indices(range).map((at) =>
        row ? (
          <Cell
            key={at}
            row={row}
            side={side}
            column={columns[at]!}
            results={results}
            left={offsets[at] ?? 0}
            width={(offsets[at + 1] ?? 0) - (offsets[at] ?? 0)}
            cursor={cursor?.side === side && cursor.column === at}
            selected={span?.side === side && selected(at)}
            onChoose={(extend) => onCursor({ row: index, side, column: at }, extend)}
            onOpen={onOpen}
          />
        ) : (
          <div
            key={at}
            className="room-cell room-cell-waiting"
            style={{ left: offsets[at], width: (offsets[at + 1] ?? 0) - (offsets[at] ?? 0) }}
          >
            ···
          </div>
        ),
      );
    return (
      <div className="room-grid-half">
        <div className="room-grid-shift">
          {cells({ first, last })}
          {selection(side, pinned, columns.length - 1)}
        </div>
        {pinned > 0 && (
          <div className="room-grid-fixed">
            {cells({ first: 0, last: pinned - 1 })}
            {selection(side, 0, pinned - 1)}
          </div>
        )}
      </div>
    );
  };
  const number = (side: GridSide) => {
    const own = side === 'gold' ? row?.goldIndex : row?.predictionIndex;
    return <div className="room-grid-number">{own === null || own === undefined ? '' : count(own + 1)}</div>;
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`room-grid-row room-grid-${kind.replace(' ', '-')}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {number(SIDES[0]!)}
      {half('gold')}
      <div className="room-grid-gutter" title={row && results.marked ? sign.word : undefined}>
        {row && results.marked && (
          <Icon name={sign.icon} size={12} {...(sign.flipped ? { className: 'room-grid-flipped' } : {})} />
        )}
        {row && results.marked && <span className="u-hidden">{sign.word}</span>}
      </div>
      {number(SIDES[1]!)}
      {half('prediction')}
    </div>
  );
});

const LONGEST_TITLE = 2000;

/** Whether a cell may not have the room for all of its text. */
const isCut = (text: string, width: number): boolean => text.length * CHARACTER_WIDTH + 16 > width || WIDE.test(text);
/** Characters that may be wider than those of the grid's font. */
const WIDE = /[^ -~]/;

function Cell({
  row,
  side,
  column,
  results,
  left,
  width,
  cursor,
  selected,
  onChoose,
  onOpen,
}: {
  row: AlignedRow;
  side: GridSide;
  column: number;
  results: ResultView;
  left: number;
  width: number;
  cursor: boolean;
  selected: boolean;
  onChoose: (extend: boolean) => void;
  onOpen: () => void;
}) {
  const aligned = results.columns[column];
  const own = aligned?.[side] ?? null;
  const differs = row.differing.includes(column);
  const place = { left, width };
  if (own === null) {
    return (
      <div role="gridcell" className={classes('room-cell', 'room-cell-hatched', cursor && 'room-cell-cursor')} style={place} />
    );
  }
  const value: Value = row[side]?.[own] ?? null;
  const view = cellView(value);
  const shown =
    differs && looksLikeOtherSide(row, side, aligned?.gold ?? null, aligned?.prediction ?? null, view) ? withKind(view) : view;
  const cut = isCut(visibleText(shown), width);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the arrows for all of its cells
    <div
      id={cursor ? 'room-cell-cursor' : undefined}
      role="gridcell"
      className={classes(
        'room-cell',
        `room-cell-${side}`,
        cut && 'room-cell-cut',
        view.right && 'room-cell-right',
        differs && 'room-cell-differs',
        cursor && 'room-cell-cursor',
      )}
      style={place}
      title={cut ? `${beginningOf(value, LONGEST_TITLE)}\n(${view.kind})` : view.kind}
      aria-selected={selected || cursor || undefined}
      onClick={({ shiftKey }) => onChoose(shiftKey)}
      onDoubleClick={onOpen}
    >
      {textOf(shown)}
    </div>
  );
}

/** Most cells are plain text, which needs no element of its own. */
function textOf({ pieces }: CellView): ReactNode {
  if (pieces.every(({ look }) => look === 'plain')) return pieces.map(({ text }) => text).join('');
  return pieces.map((piece, at) => (
    <span key={at} className={piece.look === 'plain' ? undefined : `room-piece-${piece.look}`}>
      {piece.text}
    </span>
  ));
}

function looksLikeOtherSide(
  row: AlignedRow,
  side: GridSide,
  gold: number | null,
  prediction: number | null,
  own: CellView,
): boolean {
  const at = side === 'gold' ? prediction : gold;
  const values = side === 'gold' ? row.prediction : row.gold;
  if (at === null || values === null) return false;
  return visibleText(cellView(values[at] ?? null)) === visibleText(own);
}

const indices = (range: Range | null): number[] =>
  range === null ? [] : Array.from({ length: Math.max(0, range.last - range.first + 1) }, (_, at) => range.first + at);
// biome-ignore-end lint/a11y/useSemanticElements: the parts of a virtual grid cannot be those of a table
// biome-ignore-end lint/a11y/useFocusableInteractive: the grid has the focus and names the cell at its cursor

/** A column's name; one that is empty or blank is said to be. */
function ColumnName({ name }: { name: string }) {
  if (name.trim() !== '') return name;
  return <span className="room-cell-none">{name === '' ? 'no name' : `blank: ${'␣'.repeat(Math.min(name.length, 8))}`}</span>;
}
