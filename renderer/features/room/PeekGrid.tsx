import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { PeekTable } from '#shared/contract/trial.ts';
import type { EvidencePlace } from '#shared/model/evidence.ts';
import type { Value } from '#shared/model/value.ts';
import { classes } from '../../ui/index.ts';
import { type Selected, useEvidenceSource } from './evidence.ts';
import { cellView } from './logic/cell-text.ts';
import { selectedRange } from './selected-range.ts';

/** A cell of what was peeked at; column -1 stands for the row as a whole. */
export type PeekCell = { row: number; column: number };

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The cell after a key; null where the key moves nowhere. */
function moved(from: PeekCell, key: string, rows: number, columns: number): PeekCell | null {
  const to = (row: number, column: number) => ({ row: clamp(row, 0, rows - 1), column: clamp(column, -1, columns - 1) });
  switch (key) {
    case 'ArrowDown':
      return to(from.row + 1, from.column);
    case 'ArrowUp':
      return to(from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, from.column + 1);
    case 'ArrowLeft':
      return to(from.row, from.column - 1);
    case 'Home':
      return to(from.row, -1);
    case 'End':
      return to(from.row, columns - 1);
    case 'PageDown':
      return to(from.row + 10, from.column);
    case 'PageUp':
      return to(from.row - 10, from.column);
    default:
      return null;
  }
}

/** Sample rows or values as a table whose cells and rows can be attached; `shown` is one that was asked for. */
export function PeekGrid({
  label,
  table: { columns, rows },
  shown,
  placeAt,
}: {
  label: string;
  table: PeekTable;
  shown: PeekCell | null;
  placeAt: (cell: PeekCell) => EvidencePlace;
}) {
  const grid = useRef<HTMLTableElement>(null);
  const id = useId();
  const [stand, setCursor] = useState<PeekCell | null>(null);
  // Rows that were asked for again may be fewer.
  const cursor = stand !== null && stand.row < rows.length && stand.column < columns.length ? stand : null;
  useEffect(() => {
    if (shown !== null) setCursor(shown);
  }, [shown]);
  useEffect(() => {
    if (cursor !== null)
      grid.current?.querySelector('.room-cell-cursor')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursor]);
  useEvidenceSource('peek', () => selectedIn(grid, cursor, placeAt));
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || rows.length === 0) return;
    const next = moved(cursor ?? { row: 0, column: -1 }, event.key, rows.length, columns.length);
    if (next === null) return;
    event.preventDefault();
    setCursor(cursor === null ? { row: 0, column: 0 } : next);
  };
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? cellOf(target) : null;
    if (cell !== null) setCursor(cell);
  };
  return (
    <div className="room-peek-rows u-scroll">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the arrow keys reach is a grid
        role="grid"
        aria-label={label}
        aria-activedescendant={cursor ? `${id}-cursor` : undefined}
        tabIndex={0}
        data-pane-focus=""
        onKeyDown={onKey}
        onClick={onClick}
      >
        <thead>
          <tr>
            <th scope="col">
              <span className="u-hidden">row</span>
            </th>
            {columns.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PeekRow key={at} id={`${id}-cursor`} row={row} index={at} cursor={cursor?.row === at ? cursor.column : null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PeekRow = memo(function PeekRow({
  id,
  row,
  index,
  cursor,
}: {
  id: string;
  row: readonly Value[];
  index: number;
  /** The column that the cursor stands in, where it stands in this row. */
  cursor: number | null;
}) {
  const own = (column: number) => (cursor === column ? { id, 'aria-selected': true } : {});
  return (
    <tr className={cursor === -1 ? 'room-peek-whole' : undefined} data-row={index}>
      <th
        scope="row"
        data-column={-1}
        className={classes('room-peek-number', cursor === -1 && 'room-cell-cursor')}
        title="The whole row"
        {...own(-1)}
      >
        {index + 1}
      </th>
      {row.map((value, column) => {
        const view = cellView(value);
        return (
          <td
            key={column}
            data-column={column}
            className={classes(view.right && 'room-cell-right', cursor === column && 'room-cell-cursor')}
            {...own(column)}
          >
            {view.pieces.map((piece, at) => (
              <span key={at} className={piece.look === 'plain' ? undefined : `room-piece-${piece.look}`}>
                {piece.text}
              </span>
            ))}
          </td>
        );
      })}
    </tr>
  );
});

function cellOf(element: Element): PeekCell | null {
  const cell = element.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null;
}

/** The cell whose text is selected, else the one at the cursor. */
function selectedIn(
  grid: RefObject<HTMLElement | null>,
  cursor: PeekCell | null,
  placeAt: (cell: PeekCell) => EvidencePlace,
): Selected {
  const range = selectedRange(grid.current);
  if (range === null) return cursor && { place: placeAt(cursor) };
  const { commonAncestorContainer: node } = range;
  const cell = cellOf(node instanceof Element ? node : node.parentElement!);
  return cell ? { place: placeAt(cell) } : { why: 'Select within one cell, or click the number of a row to attach all of it.' };
}
