import { isTypedText, type Table, type Value } from '../model/value.ts';
import { readNumber } from './aifunc/readings.ts';
import { alignTables } from './alignment.ts';
import { differenceOf, forgivingCell } from './cellDifference.ts';
import { alignedCells } from './nearMiss.ts';

/** Why a match that a column-matching rule grants deserves a second look. */
export type LooseMatchWarning =
  /** The columns match one by one, but no mapping makes the rows match. */
  | { readonly kind: 'rows scrambled'; readonly rows: number }
  | { readonly kind: 'null as zero'; readonly cells: number }
  /** Numbers within the tolerance of which one is at least twice the other. `largestRatio` is infinite beside a zero. */
  | { readonly kind: 'tolerance hides a ratio'; readonly cells: number; readonly largestRatio: number }
  /** A prediction column answers several gold columns. */
  | { readonly kind: 'column used twice'; readonly columns: readonly string[] };

/** Numbers closer than this are taken for equal by every rule with a tolerance. */
const TOLERANCE = 1.01e-2;
const SUSPICIOUS_RATIO = 2;

/**
 * Warnings for a match.
 *
 * @param selected the gold columns that the rule compared; empty = all.
 */
export function looseMatchWarnings(gold: Table, selected: readonly number[], prediction: Table): readonly LooseMatchWarning[] {
  const compared = selected.length === 0 ? gold : selectColumns(gold, selected);
  const strict = alignTables(compared, prediction);
  const alignment = strict.counts.equal === compared.rows.length ? strict : alignTables(forgive(compared), forgive(prediction));
  let nullAsZero = 0;
  let hidden = 0;
  let largestRatio = 0;
  let scrambledCells = 0;
  for (const [goldCell, cell] of alignedCells(compared, prediction, alignment)) {
    const difference = differenceOf(goldCell, cell);
    if (difference === null) continue;
    const [a, b] = [numberOrZero(goldCell), numberOrZero(cell)];
    if (difference === 'null vs zero') nullAsZero += 1;
    else if (a === null || b === null || Math.abs(a - b) > TOLERANCE) scrambledCells += difference === 'other' ? 1 : 0;
    else if (ratioOf(a, b) >= SUSPICIOUS_RATIO) {
      hidden += 1;
      largestRatio = Math.max(largestRatio, ratioOf(a, b));
    }
  }
  const warnings: LooseMatchWarning[] = [];
  const loneRows = Math.max(alignment.counts['only in gold'], alignment.counts['only in prediction']);
  const scrambled = loneRows > 0 || scrambledCells > 0;
  if (scrambled) warnings.push({ kind: 'rows scrambled', rows: Math.max(loneRows, alignment.counts.differ) });
  if (nullAsZero > 0) warnings.push({ kind: 'null as zero', cells: nullAsZero });
  if (hidden > 0) warnings.push({ kind: 'tolerance hides a ratio', cells: hidden, largestRatio });
  const unanswered = compared.columns.filter((_, column) => alignment.columns[column] === null);
  if (unanswered.length > 0) warnings.push({ kind: 'column used twice', columns: unanswered });
  return warnings;
}

/** Forgiving only of what the rules forgive: NULL is 0, numbers are close. */
const forgive = (table: Table): Table => ({
  columns: table.columns,
  rows: table.rows.map((row) => row.map((cell) => (cell === null || isNumeric(cell) ? forgivingCell(cell) : cell))),
});

const isNumeric = (cell: Value) =>
  typeof cell === 'number' ||
  typeof cell === 'bigint' ||
  (typeof cell === 'object' && cell !== null && isTypedText(cell) && cell.type === 'decimal');

const numberOrZero = (cell: Value): number | null => (cell === null ? 0 : readNumber(cell));

function ratioOf(a: number, b: number): number {
  const [small, large] = [Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))];
  if (a !== 0 && b !== 0 && a > 0 !== b > 0) return Number.POSITIVE_INFINITY;
  return small === 0 ? Number.POSITIVE_INFINITY : large / small;
}

const selectColumns = (table: Table, columns: readonly number[]): Table => ({
  columns: columns.map((column) => table.columns[column] ?? ''),
  rows: table.rows.map((row) => columns.map((column) => row[column] ?? null)),
});
