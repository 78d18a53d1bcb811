import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { counted } from '#shared/model/counted.ts';
import { type EvidencePlace, evidenceKinds, evidenceName, RANGE_BOUND } from '#shared/model/evidence.ts';
import type { Value } from '#shared/model/value.ts';
import { rowAsTsv } from './cell-text.ts';
import { type GridSide, SIDE_NAMES } from './cursor.ts';

type RangePlace = Extract<EvidencePlace, { kind: 'range' }>;
type Column = RangePlace['columns'][number];

export const otherSide = (side: GridSide): GridSide => (side === 'gold' ? 'prediction' : 'gold');

/** The side whose rows and columns a place tells. */
export const toldSide = ({ side, missing }: Pick<RangePlace, 'side' | 'missing'>): GridSide => (missing ? otherSide(side) : side);

/** The columns that a side has of the shown ones between two. */
export function columnsOfSide(results: ResultView, shown: readonly number[], side: GridSide): Column[] {
  const names = side === 'gold' ? results.goldColumns : results.predictionColumns;
  return shown.flatMap((at) => {
    const index = results.columns[at]?.[side] ?? null;
    return index === null ? [] : [{ index, name: names[index] ?? '' }];
  });
}

/** Whole rows from the first, as many as the bound lets be kept, with their values in these columns. */
export function keptRows(rows: readonly AlignedRow[], side: GridSide, columns: readonly Pick<Column, 'index'>[]) {
  const kept: (number | null)[] = [];
  const lines: string[] = [];
  const told: Value[] = [];
  let length = 0;
  for (const row of rows.slice(0, RANGE_BOUND.rows)) {
    const values = row[side];
    if (values !== null) {
      const own = columns.map(({ index }) => values[index] ?? null);
      const line = rowAsTsv(own);
      if (length + line.length > RANGE_BOUND.text) break;
      lines.push(line);
      told.push(...own);
      length += line.length + 1;
    }
    kept.push(values === null ? null : side === 'gold' ? row.goldIndex : row.predictionIndex);
  }
  return { rows: kept, text: lines.join('\n'), kinds: evidenceKinds(told) };
}

/**
 * Cells of a side as one evidence, or why they cannot be. `rows` are the first of `rowCount` selected ones; `shown` the
 * selected columns, as indices into the aligned ones.
 */
export function rangePlace(
  results: ResultView,
  side: GridSide,
  shown: readonly number[],
  rows: readonly AlignedRow[],
  rowCount: number,
): { place: RangePlace } | { why: string } {
  const missing = rows.every((row) => row[side] === null);
  // What was not read may be there: that the side lacks all of it would be a guess.
  if (missing && rows.length < rowCount) {
    return { why: `The first ${counted(rows.length, 'row')} of the selection are missing in ${SIDE_NAMES[side]}: select fewer.` };
  }
  const told = toldSide({ side, missing });
  const columns = columnsOfSide(results, shown, told);
  if (columns.length === 0) return { why: 'There is no such column on that side.' };
  if (columns.length > RANGE_BOUND.columns) {
    return { why: `Evidence holds at most ${RANGE_BOUND.columns} columns; ${columns.length} are selected.` };
  }
  const kept = keptRows(rows, told, columns);
  if (kept.rows.every((row) => row === null)) {
    const most = RANGE_BOUND.text.toLocaleString('en-US');
    return {
      why: `One row of the selection has more than ${most} characters, which is the most that is kept: select fewer columns.`,
    };
  }
  return {
    place: {
      kind: 'range',
      side,
      missing,
      rowCount,
      ...kept,
      columns: columns.map(({ index, name }) => ({ index, name: evidenceName(name) })),
    },
  };
}
