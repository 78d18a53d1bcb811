import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { type EvidencePlace, evidenceKinds, evidenceName, RANGE_BOUND } from '#shared/model/evidence.ts';
import type { Row, Value } from '#shared/model/value.ts';
import { assay, copyOut, failureOf, failureText } from '../../client/index.ts';
import { isMac, keysInWords, useCommands } from '../../ui/commands/index.ts';
import { count, counted } from '../../ui/index.ts';
import type { OpenCell } from './CellDialog.tsx';
import { fetchRows, type ResultItem, rowOnScreen } from './data.ts';
import { DIFFERENCE_STEPS } from './difference-steps.ts';
import { type Selected, useEvidenceSource } from './evidence.ts';
import { type CellRange, rowsIn } from './logic/cell-range.ts';
import { copyText, evidenceOf, rowAsTsv } from './logic/cell-text.ts';
import { COPY_FORMATS, type CopyFormat, MOST_COPIED_ROWS, tableText } from './logic/copy-table.ts';
import type { Cursor, GridSide } from './logic/cursor.ts';
import { columnsOfSide, rangePlace } from './logic/range-place.ts';
import { togglePinned } from './pinned.ts';
import type { ResultCursor } from './result-cursor.ts';
import { notify, toggleLayout } from './view-state.ts';

const NO_VALUE = 'The cursor stands on no value.';

/** The column of a side that the cursor stands in; null where the side lacks it. */
const ownColumn = (results: ResultView, columns: readonly number[], at: number, side: GridSide): number | null =>
  results.columns[columns[at] ?? -1]?.[side] ?? null;

const nameOf = (results: ResultView, side: GridSide, own: number): string =>
  (side === 'gold' ? results.goldColumns : results.predictionColumns)[own] ?? '';

/** Everything that can be done with the shown results, by key, palette and menu. */
export function useResultCommands(item: ResultItem, results: ResultView, at: ResultCursor, openCell: (cell: OpenCell) => void) {
  const { cursor, range, columns } = at;
  const valueOn = (row: AlignedRow, side: GridSide): Value | undefined => {
    const own = cursor && ownColumn(results, columns, cursor.column, side);
    return own === null || own === undefined ? undefined : row[side]?.[own];
  };

  const copy = (what: 'cell' | 'row') =>
    toldWhileCopying(() => (what === 'cell' && range !== null ? copyRange(range, 'TSV', false) : copyAtCursor(what)));
  const copyAtCursor = async (what: 'cell' | 'row') => {
    const row = await at.rowAtCursor();
    const values = row && cursor ? row[cursor.side] : null;
    const value = row && cursor ? valueOn(row, cursor.side) : undefined;
    const text = what === 'row' ? values && rowAsTsv(values) : value === undefined ? null : copyText(value);
    if (text === null) {
      notify(`Nothing to copy: ${NO_VALUE.toLowerCase()}`, 'warning');
      return;
    }
    if (await copyOut(`the ${what}`, text)) notify(what === 'cell' ? 'Cell copied.' : 'Row copied as tab-separated values.');
  };

  /** Copies the cells of a range, with the names of their columns where they are to stand alone. */
  const copyRange = async (cells: CellRange, format: CopyFormat, named: boolean) => {
    const { side } = cells;
    const own = columnsOfSide(results, columns.slice(cells.left, cells.right + 1), side);
    const { rows, whole } = await rowsOfSide(item, side, at.hideRows, cells);
    const picked = rows.map((row) => own.map(({ index }) => row[index] ?? null));
    const names = own.map(({ name }) => name);
    const text = named ? tableText(names, picked, format) : picked.map((row) => `${rowAsTsv(row)}\n`).join('');
    if (!(await copyOut('the cells', text))) return;
    const which = `${side === 'gold' ? 'Gold' : 'Prediction'}: ${counted(rows.length, 'row')} and ${counted(own.length, 'column')}`;
    const how = `copied as ${format}${named ? '' : ', without names of columns'}`;
    if (whole) notify(`${which} ${how}.`);
    else notify(`${which} ${how}: the first ${count(MOST_COPIED_ROWS)} rows only.`, 'warning');
  };
  const copyAll = (side: GridSide, format: CopyFormat) =>
    toldWhileCopying(() =>
      copyRange({ side, top: 0, bottom: at.rowCount - 1, left: 0, right: columns.length - 1 }, format, true),
    );
  const copySelected = async (format: CopyFormat) => {
    if (range === null) notify('Nothing to copy: select cells first, by Shift and the arrows or by dragging.', 'warning');
    else await toldWhileCopying(() => copyRange(range, format, true));
  };

  const open = async () => {
    const row = await at.rowAtCursor();
    if (!row || !cursor) {
      notify(NO_VALUE, 'warning');
      return;
    }
    const sides = (['gold', 'prediction'] as const).flatMap((side) => {
      const value = valueOn(row, side);
      return value === undefined ? [] : [{ side, value }];
    });
    const own = ownColumn(results, columns, cursor.column, cursor.side);
    const name = own === null ? 'no such column' : nameOf(results, cursor.side, own);
    openCell({ title: `${name}, row ${count(cursor.row + 1)}`, sides });
  };

  const pin = () => {
    const column = cursor && results.columns[columns[cursor.column] ?? -1];
    if (column) togglePinned(item.instance, column);
    else notify('Put the cursor into a column to pin it.', 'warning');
  };

  useAttachableCells(item, results, at);
  const group = 'View' as const;
  useCommands([
    { ...DIFFERENCE_STEPS.nextRow, run: () => void at.step(1) },
    { ...DIFFERENCE_STEPS.previousRow, run: () => void at.step(-1) },
    { ...DIFFERENCE_STEPS.nextCell, run: () => void at.stepCell(1) },
    { ...DIFFERENCE_STEPS.previousCell, run: () => void at.stepCell(-1) },
    { id: 'room.hideEqualRows', title: 'Hide equal rows', group, keys: ['v r'], run: () => toggleLayout('hideEqualRows') },
    {
      id: 'room.hideEqualColumns',
      title: 'Hide equal columns',
      group,
      keys: ['v c'],
      run: () => toggleLayout('hideEqualColumns'),
    },
    { id: 'room.pinColumn', title: 'Pin the column, or let it go', group, keys: ['p'], run: pin },
    {
      id: 'room.openCell',
      title: 'Open the cell: whole value, JSON as a tree',
      group: 'Look',
      keys: [],
      run: () => void open(),
      hint: 'Space in the grid',
    },
    {
      id: 'room.copyCell',
      title: 'Copy the cell, or the cells that are selected',
      group,
      keys: [],
      run: () => void copy('cell'),
      hint: `${keysInWords('Mod+C', isMac())} in the grid`,
    },
    { id: 'room.copyRow', title: 'Copy the row as TSV', group, keys: ['Shift+Y'], run: () => void copy('row') },
    {
      id: 'room.selectRows',
      title: 'Select the row, or the rows of what is selected',
      group,
      keys: [],
      run: () => at.selectWhole('rows'),
      hint: `${keysInWords('Shift+Space', isMac())} in the grid`,
    },
    {
      id: 'room.selectColumns',
      title: 'Select the column, or the columns of what is selected',
      group,
      keys: [],
      run: () => at.selectWhole('columns'),
      hint: 'Ctrl+Space in the grid',
    },
    {
      id: 'room.selectAll',
      title: 'Select all cells of the side with the cursor',
      group,
      keys: [],
      run: () => at.selectWhole('all'),
      hint: `${keysInWords('Mod+A', isMac())} in the grid`,
    },
    ...COPY_FORMATS.map((format) => ({
      id: `room.copySelected.${format}`,
      title: `Copy the selected cells as ${format}`,
      group,
      keys: [],
      enabled: range !== null,
      run: () => void copySelected(format),
    })),
    ...(['gold', 'prediction'] as const).flatMap((side) =>
      COPY_FORMATS.map((format) => ({
        id: `room.copy.${side}.${format}`,
        title: `Copy ${side === 'gold' ? "gold's" : "the prediction's"} rows as ${format}`,
        group,
        keys: [],
        run: () => void copyAll(side, format),
      })),
    ),
  ]);
  return { copy, copyAll, copySelected, open };
}

/** What takes so long is told while it lasts. */
const TOLD_AFTER_MS = 300;

/** Copies; says so where that takes a while, and why where it could not be done. */
async function toldWhileCopying(work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => notify('Copying…'), TOLD_AFTER_MS);
  try {
    await work();
  } catch (error) {
    notify(`Nothing was copied. ${failureText(failureOf(error))}`, 'warning');
  } finally {
    clearTimeout(timer);
  }
}

/** Rows of one fetch; more would hold up the window. */
const FETCHED = 1_000;

/** The shown rows of one side from the top of a range to its bottom, in the order of the grid. */
async function rowsOfSide(
  item: ResultItem,
  side: GridSide,
  onlyDifferences: boolean,
  { top, bottom }: CellRange,
): Promise<{ rows: Row[]; whole: boolean }> {
  const rows: Row[] = [];
  for (let from = top; from <= bottom; from += FETCHED) {
    const page = await assay.call('room.rows', { ...item, from, count: Math.min(FETCHED, bottom - from + 1), onlyDifferences });
    for (const row of page.rows) {
      const own = row[side];
      if (own === null) continue;
      if (rows.length === MOST_COPIED_ROWS) return { rows, whole: false };
      rows.push(own);
    }
  }
  return { rows, whole: true };
}

/** What is selected, or the cell at the cursor, as evidence. Rows that were run from the room belong to no run, so they cannot be evidence. */
function useAttachableCells(item: ResultItem, results: ResultView, { cursor, range, columns, paging }: ResultCursor): void {
  useEvidenceSource('results', () => {
    if (cursor === null) return null;
    if (item.trial !== null) return { why: 'These rows were run from the room; go back to the run to attach a cell of it.' };
    if (range !== null) {
      const shown = columns.slice(range.left, range.right + 1);
      return fetchRows(paging, range.top, Math.min(rowsIn(range), RANGE_BOUND.rows)).then((rows) =>
        rangePlace(results, range.side, shown, rows, rowsIn(range)),
      );
    }
    return selectedCell(cursor, results, columns, rowOnScreen(paging, cursor.row));
  });
}

function selectedCell(cursor: Cursor, results: ResultView, columns: readonly number[], row: AlignedRow | undefined): Selected {
  if (!row) return { why: 'The row is still being read; try again.' };
  const other: GridSide = cursor.side === 'gold' ? 'prediction' : 'gold';
  const missing = row[cursor.side] === null;
  const side = missing ? other : cursor.side;
  const index = side === 'gold' ? row.goldIndex : row.predictionIndex;
  const column = ownColumn(results, columns, cursor.column, side);
  if (index === null || column === null) return { why: 'There is no such column on that side.' };
  const value = row[side]?.[column] ?? null;
  const place: EvidencePlace = {
    kind: 'cell',
    side: cursor.side,
    row: index,
    column,
    columnName: evidenceName(nameOf(results, side, column)),
    missing,
    text: evidenceOf(value),
    kinds: evidenceKinds([value]),
  };
  return { place };
}
