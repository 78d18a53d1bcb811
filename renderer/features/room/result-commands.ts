import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { type EvidencePlace, evidenceText } from '#shared/model/evidence.ts';
import type { Row, Value } from '#shared/model/value.ts';
import { assay, desktop } from '../../client/index.ts';
import { isMac, keysInWords, useCommands } from '../../ui/commands/index.ts';
import { count } from '../../ui/index.ts';
import type { OpenCell } from './CellDialog.tsx';
import { type ResultItem, rowOnScreen } from './data.ts';
import { DIFFERENCE_STEPS } from './difference-steps.ts';
import { type Selected, useEvidenceSource } from './evidence.ts';
import { copyText, rowAsTsv } from './logic/cell-text.ts';
import { COPY_FORMATS, type CopyFormat, MOST_COPIED_ROWS, tableText } from './logic/copy-table.ts';
import type { Cursor, GridSide } from './logic/cursor.ts';
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
  const { cursor, columns } = at;
  const valueOn = (row: AlignedRow, side: GridSide): Value | undefined => {
    const own = cursor && ownColumn(results, columns, cursor.column, side);
    return own === null || own === undefined ? undefined : row[side]?.[own];
  };

  const copy = async (what: 'cell' | 'row') => {
    const row = await at.rowAtCursor();
    const values = row && cursor ? row[cursor.side] : null;
    const value = row && cursor ? valueOn(row, cursor.side) : undefined;
    const text = what === 'row' ? values && rowAsTsv(values) : value === undefined ? null : copyText(value);
    if (text === null) {
      notify(`Nothing to copy: ${NO_VALUE.toLowerCase()}`, 'warning');
      return;
    }
    await desktop().copyText(text);
    notify(what === 'cell' ? 'Cell copied.' : 'Row copied as tab-separated values.');
  };

  const copyAll = async (side: GridSide, format: CopyFormat) => {
    const shown = columns.flatMap((_, index) => ownColumn(results, columns, index, side) ?? []);
    const { rows, whole } = await rowsOfSide(item, side, at.hideRows, at.rowCount);
    const names = shown.map((own) => nameOf(results, side, own));
    const picked = rows.map((row) => shown.map((own) => row[own] ?? null));
    await desktop().copyText(tableText(names, picked, format));
    const which = `${side === 'gold' ? 'Gold' : 'Prediction'}: ${count(rows.length)} rows and ${count(shown.length)} columns`;
    if (whole) notify(`${which} copied as ${format}.`);
    else notify(`${which} copied as ${format}: the first ${count(MOST_COPIED_ROWS)} rows only.`, 'warning');
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

  useAttachableCell(item, results, at);
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
      title: 'Copy the cell',
      group,
      keys: [],
      run: () => void copy('cell'),
      hint: `${keysInWords('Mod+C', isMac())} in the grid`,
    },
    { id: 'room.copyRow', title: 'Copy the row as TSV', group, keys: ['Shift+Y'], run: () => void copy('row') },
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
  return { copy, copyAll, open };
}

/** Rows of one fetch; more would hold up the window. */
const FETCHED = 1_000;

/** The shown rows of one side, in the order of the grid. */
async function rowsOfSide(
  item: ResultItem,
  side: GridSide,
  onlyDifferences: boolean,
  rowCount: number,
): Promise<{ rows: Row[]; whole: boolean }> {
  const rows: Row[] = [];
  for (let from = 0; from < rowCount; from += FETCHED) {
    const page = await assay.call('room.rows', { ...item, from, count: FETCHED, onlyDifferences });
    for (const row of page.rows) {
      const own = row[side];
      if (own === null) continue;
      if (rows.length === MOST_COPIED_ROWS) return { rows, whole: false };
      rows.push(own);
    }
  }
  return { rows, whole: true };
}

/** The cell at the cursor, as evidence. Rows that were run from the room belong to no run, so they cannot be evidence. */
function useAttachableCell(item: ResultItem, results: ResultView, { cursor, columns, paging }: ResultCursor): void {
  useEvidenceSource('results', () => {
    if (cursor === null) return null;
    if (item.trial !== null) return { why: 'These rows were run from the room; go back to the run to attach a cell of it.' };
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
  const place: EvidencePlace = {
    kind: 'cell',
    side: cursor.side,
    row: index,
    column,
    columnName: nameOf(results, side, column),
    missing,
    text: evidenceText(copyText(row[side]?.[column] ?? null)),
  };
  return { place };
}
