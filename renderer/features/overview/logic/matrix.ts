import type { MatrixRow } from '#shared/contract/overview.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { PLACES, type Place, placeOf } from './filter.ts';

/** Pixels between two strata. */
const SECTION_GAP = 14;
/** Below this width, px, columns no longer shrink but scroll. At half a pixel two instances share one on a plain screen. */
const NARROWEST = 0.5;
/** A few instances do not become bars. */
const WIDEST = 24;

/** The columns of one stratum, `from` inclusive to `to` exclusive, and where they lie in px. */
export type MatrixSection = {
  readonly place: Place;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
};

/** The matrix laid out: one column an instance, strata side by side, in each the hardest left. */
export type MatrixLayout = {
  readonly columns: readonly MatrixRow[];
  readonly sections: readonly MatrixSection[];
  readonly columnWidth: number;
  readonly width: number;
};

const matchesOf = (row: MatrixRow) => row.states.filter((state) => state === 'match').length;

/** The rows in the matrix's order: by stratum, then fewest matches first, then as given. */
export const orderColumns = (rows: readonly MatrixRow[]): MatrixRow[] =>
  rows
    .map((row) => ({ row, place: PLACES.indexOf(placeOf(row)), matches: matchesOf(row) }))
    .sort((a, b) => a.place - b.place || a.matches - b.matches)
    .map(({ row }) => row);

/**
 * Lays the columns out over `available` px. Columns are never narrower than half a pixel: where they do not fit,
 * the matrix is wider than what is available and scrolls.
 */
export function layOut(columns: readonly MatrixRow[], available: number): MatrixLayout {
  const counts = PLACES.map(() => 0);
  for (const row of columns) counts[PLACES.indexOf(placeOf(row))]! += 1;
  const gaps = Math.max(0, counts.filter((count) => count > 0).length - 1) * SECTION_GAP;
  const columnWidth = columns.length === 0 ? 1 : Math.min(WIDEST, Math.max(NARROWEST, (available - gaps) / columns.length));
  const sections: MatrixSection[] = [];
  let from = 0;
  let left = 0;
  PLACES.forEach((place, i) => {
    const count = counts[i]!;
    if (count === 0) return;
    sections.push({ place, from, to: from + count, left, right: left + count * columnWidth });
    from += count;
    left += count * columnWidth + SECTION_GAP;
  });
  return { columns, sections, columnWidth, width: Math.max(0, left - SECTION_GAP) };
}

/** The left edge of a column, px. */
export function columnLeft(layout: MatrixLayout, index: number): number {
  const section = layout.sections.find(({ from, to }) => index >= from && index < to);
  return section === undefined ? 0 : section.left + (index - section.from) * layout.columnWidth;
}

/** The column at a place, px; between strata the nearest one. Null without columns. */
export function columnAt(layout: MatrixLayout, x: number): number | null {
  const section = layout.sections.find(({ right }) => x < right + SECTION_GAP / 2) ?? layout.sections.at(-1);
  if (section === undefined) return null;
  const index = section.from + Math.floor((x - section.left) / layout.columnWidth);
  return Math.min(section.to - 1, Math.max(section.from, index));
}

/** How a state is drawn: its colour token, and the part of the cell's height it fills, so that grey tells it too. */
export const STATE_MARKS: Record<VerdictState, { readonly token: string; readonly top: number; readonly bottom: number }> = {
  match: { token: '--heat-match', top: 0, bottom: 1 },
  mismatch: { token: '--heat-mismatch', top: 0, bottom: 1 },
  'prediction failed': { token: '--heat-fail', top: 0.5, bottom: 1 },
  'timed out': { token: '--heat-time', top: 0, bottom: 0.45 },
  'gold failed': { token: '--gold-line', top: 0.7, bottom: 1 },
  'both failed': { token: '--v-bothfail', top: 0.25, bottom: 0.75 },
  'unstable gold': { token: '--v-unstable', top: 0, bottom: 0.25 },
  environment: { token: '--heat-none', top: 0.4, bottom: 0.6 },
  'not judged': { token: '--heat-none', top: 0.35, bottom: 0.65 },
  'not run': { token: '--heat-none', top: 0.45, bottom: 0.55 },
  'no prediction': { token: '--heat-none', top: 0.85, bottom: 0.95 },
};

/** What is chosen in the matrix: a column, a system, and from where a range was begun. */
export type MatrixCursor = { readonly column: number; readonly system: number; readonly anchor: number };

export type MatrixMove = { key: string; extend: boolean };

/** The cursor after a key; null for keys that do not move it. Up and down change the system, Page jumps a stratum. */
export function moveCursor(cursor: MatrixCursor, move: MatrixMove, layout: MatrixLayout, systems: number): MatrixCursor | null {
  const last = layout.columns.length - 1;
  const at = (column: number): MatrixCursor => {
    const next = Math.min(last, Math.max(0, column));
    return { ...cursor, column: next, anchor: move.extend ? cursor.anchor : next };
  };
  const toSystem = (system: number) => ({ ...cursor, system: Math.min(systems - 1, Math.max(0, system)) });
  const section = layout.sections.findIndex(({ from, to }) => cursor.column >= from && cursor.column < to);
  switch (move.key) {
    case 'ArrowLeft':
      return at(cursor.column - 1);
    case 'ArrowRight':
      return at(cursor.column + 1);
    case 'ArrowUp':
      return toSystem(cursor.system - 1);
    case 'ArrowDown':
      return toSystem(cursor.system + 1);
    case 'Home':
      return at(0);
    case 'End':
      return at(last);
    case 'PageDown':
      return at(layout.sections[section + 1]?.from ?? last);
    case 'PageUp': {
      const start = layout.sections[section]?.from ?? 0;
      return at(cursor.column > start ? start : (layout.sections[section - 1]?.from ?? 0));
    }
    default:
      return null;
  }
}

/** The chosen range of columns, both ends inclusive. */
export const rangeOf = ({ column, anchor }: MatrixCursor): { from: number; to: number } => ({
  from: Math.min(column, anchor),
  to: Math.max(column, anchor),
});
