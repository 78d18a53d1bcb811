import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { evidenceKinds, shortText, tellsSame } from '#shared/model/evidence.ts';
import { assay, failureOf, failureText } from '../../client/index.ts';
import { fetchRow, fetchRows, type Paging, pageRows, type ResultItem } from './data.ts';
import { goneTo, useReveal } from './evidence.ts';
import { type CellRange, columnsIn, rangeBetween, rowsIn } from './logic/cell-range.ts';
import { evidenceOf } from './logic/cell-text.ts';
import { type Cursor, cellOfDifference, differenceCount, differingBeside, shownColumns } from './logic/cursor.ts';
import { keptRows, toldSide } from './logic/range-place.ts';
import type { WhyNote } from './logic/why.ts';
import { pinnedFirst, usePinned } from './pinned.ts';
import { notify, setView, useRoomView } from './view-state.ts';

/** The cursor among certain rows, and which difference it stands on where that is known: stepping from an end counts. */
type Stand = {
  item: ResultItem;
  hideRows: boolean;
  columns: readonly number[];
  cursor: Cursor | null;
  /** What is selected around the cursor, where that is more than its cell. */
  range: CellRange | null;
  ordinal: number | null;
};
const NOWHERE = { cursor: null, range: null, ordinal: null };

/** Which rows and columns of a result are shown, and the cursor in them. */
export function useResultCursor(item: ResultItem, results: ResultView) {
  const differences = differenceCount(results);
  const hideRows = useRoomView((view) => view.hideEqualRows) && differences > 0;
  const hideColumns = useRoomView((view) => view.hideEqualColumns) && differences > 0;
  const pins = usePinned(item.instance);
  const rowCount = hideRows ? differences : results.rowCount;
  const { columns, count: pinned } = useMemo(
    () => pinnedFirst(shownColumns(results, hideColumns), results.columns, pins),
    [results, hideColumns, pins],
  );
  const paging = useMemo(
    (): Paging => ({ item, onlyDifferences: hideRows, size: pageRows(results.columns.length) }),
    [item, hideRows, results],
  );
  const [stand, setStand] = useState<Stand | null>(null);
  // Where the cursor stood in another item, or among other rows, means nothing here.
  const isHere = stand !== null && stand.item === item && stand.hideRows === hideRows && stand.columns === columns;
  const { cursor, range, ordinal } = isHere ? stand : NOWHERE;
  const standAt = useCallback(
    (next: Cursor, which: number | null, selected: CellRange | null = null) => {
      const isMore = selected !== null && (rowsIn(selected) > 1 || columnsIn(selected) > 1);
      setStand({ item, hideRows, columns, cursor: next, range: isMore ? selected : null, ordinal: which });
      goneTo('results');
    },
    [item, hideRows, columns],
  );
  const moveTo = useCallback((next: Cursor) => standAt(next, null), [standAt]);
  const select = useCallback((selected: CellRange | null, next: Cursor) => standAt(next, null, selected), [standAt]);
  /** Selects whole rows or columns, of what is selected or of the cell at the cursor, or all of its side. */
  const selectWhole = (what: 'rows' | 'columns' | 'all') => {
    if (rowCount === 0 || columns.length === 0) return;
    const from: Cursor = cursor ?? { row: 0, side: 'gold', column: 0 };
    const now = range ?? rangeBetween(from, from);
    const everyRow = what === 'rows' ? {} : { top: 0, bottom: rowCount - 1 };
    const everyColumn = what === 'columns' ? {} : { left: 0, right: columns.length - 1 };
    standAt(from, ordinal, { ...now, ...everyRow, ...everyColumn });
  };

  /** Goes to the next row that differs, round at the ends. */
  const step = async (direction: 1 | -1, atCell: 'first' | 'last' = 'first') => {
    if (differences === 0) {
      notify(results.marked ? 'No row differs.' : 'What differs is hidden until you commit.');
      return;
    }
    const from = cursor?.row ?? (direction === 1 ? -1 : rowCount);
    const among = hideRows ? rowCount : null;
    const found = await nextDifference(item, from, direction, among);
    const around = found ?? (await nextDifference(item, direction === 1 ? -1 : rowCount, direction, among));
    if (around === null) return;
    const row = await fetchRow(paging, around);
    if (!row) return;
    const counted = ordinal === null ? null : ordinal + direction;
    const edge = direction === 1 ? 1 : differences;
    const which = hideRows ? around + 1 : found === null || cursor === null ? edge : counted;
    standAt(cellOfDifference(row, around, columns, cursor?.side ?? 'gold', atCell), which);
  };

  /** Goes to the next cell that differs: along the row, then in the next row that differs. */
  const stepCell = async (direction: 1 | -1) => {
    const row = cursor && (await fetchRow(paging, cursor.row));
    const column = row && cursor ? differingBeside(row, columns, cursor.column, direction) : null;
    if (cursor && column !== null) standAt({ ...cursor, column }, ordinal);
    else await step(direction, direction === 1 ? 'first' : 'last');
  };

  /** Stands on the first row that shows a kind of difference. */
  const show = async ({ row: aligned, difference }: WhyNote) => {
    const at = hideRows ? difference : aligned;
    const row = at === null ? null : await fetchRow(paging, at);
    if (at === null || !row) return;
    standAt(cellOfDifference(row, at, columns, cursor?.side ?? 'gold'), difference === null ? null : difference + 1);
  };

  const reveal = useReveal(['cell', 'range'], item);
  useEffect(() => {
    if (reveal === null) return;
    setView({ reveal: null });
    // A row that one side lacks is told by the other side's place.
    const side = toldSide(reveal);
    const indexOf = async (row: number) =>
      (await assay.call('room.rowOf', { ...item, side, row, onlyDifferences: hideRows })).index;
    const shownAt = (own: number) => columns.findIndex((at) => results.columns[at]?.[side] === own);
    const showRange = async (place: Extract<typeof reveal, { kind: 'range' }>) => {
      const before = place.rows.findIndex((row) => row !== null);
      const first = await indexOf(place.rows[before] ?? 0);
      const shown = place.columns.map(({ index }) => shownAt(index)).filter((at) => at !== -1);
      if (first === null || shown.length === 0) {
        notify('Those cells are not shown: their rows or columns are hidden, or gone.', 'warning');
        return;
      }
      const top = Math.max(0, first - before);
      const cursorAt = { row: top, side: place.side, column: Math.min(...shown) };
      const last = { ...cursorAt, row: Math.min(rowCount, top + place.rowCount) - 1, column: Math.max(...shown) };
      const between = rangeBetween(cursorAt, last);
      standAt(cursorAt, null, between);
      const now = keptRows(await fetchRows(paging, top, place.rows.length), side, place.columns);
      if (!tellsSame(now, place) || columnsIn(between) !== place.columns.length || shown.length !== place.columns.length) {
        notify(
          'These are not the cells as they were attached: they have changed since, or others are hidden or pinned.',
          'warning',
        );
      }
    };
    const showCell = async (place: Extract<typeof reveal, { kind: 'cell' }>) => {
      const [index, column] = [await indexOf(place.row), shownAt(place.column)];
      if (index === null || column === -1) {
        notify('That cell is not shown: its row or column is hidden, or gone.', 'warning');
        return;
      }
      standAt({ row: index, side: place.side, column }, null);
      const row = await fetchRow(paging, index);
      const value = row?.[side]?.[place.column] ?? null;
      const holds = { text: evidenceOf(value), kinds: evidenceKinds([value]) };
      if (row && !tellsSame(holds, place)) {
        const another = holds.text === place.text ? 'a value of another kind, ' : '';
        notify(
          `The rows have changed since: this cell held ${another}“${shortText(place.text)}” when it was attached.`,
          'warning',
        );
      }
    };
    (reveal.kind === 'range' ? showRange(reveal) : showCell(reveal)).catch((error: unknown) =>
      notify(failureText(failureOf(error)), 'warning'),
    );
  }, [reveal, item, hideRows, columns, results, standAt, paging, rowCount]);

  /** The row that the cursor stands in. */
  const rowAtCursor = async (): Promise<AlignedRow | null> => (cursor ? fetchRow(paging, cursor.row) : null);
  return {
    differences,
    hideRows,
    hideColumns,
    columns,
    pinned,
    rowCount,
    paging,
    cursor,
    range,
    ordinal,
    moveTo,
    select,
    selectWhole,
    step,
    stepCell,
    show,
    rowAtCursor,
  };
}
export type ResultCursor = ReturnType<typeof useResultCursor>;

async function nextDifference(
  item: ResultItem,
  from: number,
  direction: 1 | -1,
  onlyDifferences: number | null,
): Promise<number | null> {
  if (onlyDifferences !== null) {
    const next = from + direction;
    return next < 0 || next >= onlyDifferences ? null : next;
  }
  const answer = await assay.call('room.nextDifference', { ...item, from, direction: direction === 1 ? 'forward' : 'back' });
  return answer.index;
}
