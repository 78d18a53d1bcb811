import type { Row, Table, Value } from '../model/value.ts';
import { readNumber } from './aifunc/readings.ts';
import { type Alignment, alignTables } from './alignment.ts';
import { differenceOf, distanceOf, forgivingCell } from './cellDifference.ts';
import { identifyRows } from './rowIdentity.ts';
import { orderDifference } from './rowOrder.ts';
import { isTransposed } from './transposed.ts';

/** What kind of difference, forgiven, would make a mismatch a match. */
export type NearMiss =
  | { readonly kind: 'column order' | 'transposed' }
  | { readonly kind: 'extra columns' | 'missing columns'; readonly columns: readonly string[] }
  | { readonly kind: 'row order' }
  /** Only rows with the same value in this gold column, by which both tables are sorted, stand in another order. */
  | { readonly kind: 'ties'; readonly column: string }
  /** Rows of one side are repeated more often than on the other, and nothing else. */
  | { readonly kind: 'duplicates'; readonly rows: number }
  /** The prediction is a subset (`missing rows`) or a superset (`extra rows`) of the gold. */
  | { readonly kind: 'missing rows' | 'extra rows'; readonly rows: number }
  | { readonly kind: 'case' | 'white space' | 'date format' | 'null vs zero' | 'type'; readonly cells: number }
  /** `tolerance` is the smallest absolute one at which the cells match. */
  | { readonly kind: 'rounding'; readonly cells: number; readonly tolerance: number }
  /** The prediction's numbers are the gold's times `factor`. */
  | { readonly kind: 'scale factor'; readonly column: string; readonly factor: number };

export type NearMissReport = {
  /** True when the kinds together account for every difference: the prediction is a near miss. */
  readonly isExplained: boolean;
  readonly kinds: readonly NearMiss[];
  /** Differences that no kind accounts for. */
  readonly unexplained: { readonly cells: number; readonly rows: number };
};

/** Explains why a prediction table is not its gold table. `orderCounts` where the row order is part of the answer. */
export function findNearMisses(gold: Table, prediction: Table, orderCounts: boolean): NearMissReport {
  const strict = alignTables(gold, prediction);
  const factors = scaleFactors(gold, prediction, strict);
  const scaled = factors.size === 0 ? prediction : rescale(prediction, factors);
  const alignment = isComplete(strict) ? strict : alignTables(forgive(gold), forgive(scaled));
  const kinds: NearMiss[] = [...columnKinds(gold, prediction, alignment)];
  for (const [answer, factor] of factors) {
    const column = alignment.columns.indexOf(answer);
    if (column !== -1) kinds.push({ kind: 'scale factor', column: gold.columns[column]!, factor });
  }
  const cells = cellKinds(gold, scaled, alignment);
  const rows = rowKinds(gold, scaled, alignment);
  kinds.push(...cells.kinds, ...rows.kinds);
  const isExplained = cells.unexplained === 0 && rows.unexplained === 0 && alignment.columns.some((answer) => answer !== null);
  // A column missing beside rows in surplus is also how a table on its side looks.
  const isWhole = isExplained && alignment.columns.every((answer) => answer !== null);
  if (!isWhole && isTransposed(gold, prediction)) {
    return { isExplained: true, kinds: [{ kind: 'transposed' }], unexplained: { cells: 0, rows: 0 } };
  }
  if (isExplained && orderCounts) kinds.push(...orderDifference(gold, alignment));
  return { isExplained, kinds, unexplained: { cells: cells.unexplained, rows: rows.unexplained } };
}

const isComplete = ({ counts }: Alignment) =>
  counts.differ === 0 && counts['only in gold'] === 0 && counts['only in prediction'] === 0;

const forgive = (table: Table): Table => ({
  columns: table.columns,
  rows: table.rows.map((row): Row => row.map(forgivingCell)),
});

function* columnKinds(gold: Table, prediction: Table, { columns, extraColumns }: Alignment): Iterable<NearMiss> {
  const answers = columns.filter((answer) => answer !== null);
  if (answers.some((answer, index) => index > 0 && answer < answers[index - 1]!)) yield { kind: 'column order' };
  const missing = gold.columns.filter((_, column) => columns[column] === null);
  if (missing.length > 0) yield { kind: 'missing columns', columns: missing };
  if (extraColumns.length > 0) {
    yield { kind: 'extra columns', columns: extraColumns.map((column) => prediction.columns[column]!) };
  }
}

function cellKinds(gold: Table, prediction: Table, alignment: Alignment): { kinds: readonly NearMiss[]; unexplained: number } {
  const counts = new Map<'case' | 'white space' | 'date format' | 'null vs zero' | 'type', number>();
  let rounded = 0;
  let tolerance = 0;
  let unexplained = 0;
  for (const [goldCell, cell] of alignedCells(gold, prediction, alignment)) {
    const difference = differenceOf(goldCell, cell);
    if (difference === null) continue;
    if (difference === 'other') unexplained += 1;
    else if (difference === 'rounding') {
      rounded += 1;
      tolerance = Math.max(tolerance, distanceOf(goldCell, cell) ?? 0);
    } else counts.set(difference, (counts.get(difference) ?? 0) + 1);
  }
  const kinds: NearMiss[] = [...counts].map(([kind, cells]) => ({ kind, cells }));
  if (rounded > 0) kinds.push({ kind: 'rounding', cells: rounded, tolerance });
  return { kinds, unexplained };
}

/** The cells of mapped columns in rows that have a partner, gold first. */
export function* alignedCells(gold: Table, prediction: Table, alignment: Alignment): Iterable<readonly [Value, Value]> {
  for (const [index, goldRow] of alignment.goldRows.entries()) {
    const left = gold.rows[goldRow];
    const right = prediction.rows[alignment.predictionRows[index]!];
    if (left === undefined || right === undefined) continue;
    for (const [column, answer] of alignment.columns.entries()) {
      if (answer !== null) yield [left[column]!, right[answer]!];
    }
  }
}

function rowKinds(gold: Table, prediction: Table, alignment: Alignment): { kinds: readonly NearMiss[]; unexplained: number } {
  const missing = alignment.counts['only in gold'];
  const extra = alignment.counts['only in prediction'];
  if (missing === 0 && extra === 0) return { kinds: [], unexplained: 0 };
  if (missing > 0 && extra > 0) return { kinds: [], unexplained: missing + extra };
  const [table, numbers] = missing > 0 ? [gold, alignment.goldRows] : [prediction, alignment.predictionRows];
  const kind = missing > 0 ? 'only in gold' : 'only in prediction';
  const rowsOf = (isOver: boolean) =>
    [...numbers]
      .filter((row, index) => row !== -1 && (alignment.kinds[index] === kind) === isOver)
      .map((row) => table.rows[row]!);
  const over = rowsOf(true);
  const paired = rowsOf(false);
  if (paired.length === 0) return { kinds: [], unexplained: over.length };
  const repeats = identifyRows(paired, over);
  const seen = new Set(repeats.left);
  if (repeats.right.every((number) => seen.has(number)))
    return { kinds: [{ kind: 'duplicates', rows: over.length }], unexplained: 0 };
  return { kinds: [{ kind: missing > 0 ? 'missing rows' : 'extra rows', rows: over.length }], unexplained: 0 };
}

/** A factor is believed when it holds for every number of a column, in ascending order. */
const FACTOR_PRECISION = 1e-6;

/** For prediction columns whose numbers are a constant multiple of the gold's: that multiple. */
function scaleFactors(gold: Table, prediction: Table, { columns }: Alignment): ReadonlyMap<number, number> {
  const factors = new Map<number, number>();
  for (const [column, answer] of columns.entries()) {
    if (answer === null) continue;
    const left = ascendingNumbers(gold, column);
    const right = ascendingNumbers(prediction, answer);
    if (left.length === 0 || left.length !== right.length) continue;
    const widest = left.reduce((best, number, index) => (Math.abs(number) > Math.abs(left[best]!) ? index : best), 0);
    const factor = right[widest]! / left[widest]!;
    // Few numbers have a ratio to any others: there, only factors between usual units count.
    const isUnit = isUnitFactor(factor);
    if (!Number.isFinite(factor) || factor <= 0 || Math.abs(factor - 1) < 0.02 || (!isUnit && new Set(left).size < 3)) continue;
    const fits = left.every(
      (number, index) => Math.abs(number * factor - right[index]!) <= FACTOR_PRECISION * Math.abs(number * factor),
    );
    if (fits) factors.set(answer, isUnit ? Number(factor.toPrecision(6)) : factor);
  }
  return factors;
}

const UNIT_FACTORS = [60, 3600, 24, 7, 12, 1024];

const isUnitFactor = (factor: number): boolean =>
  Math.abs(Math.log10(factor) - Math.round(Math.log10(factor))) < FACTOR_PRECISION ||
  UNIT_FACTORS.some((unit) => Math.abs(factor / unit - 1) < FACTOR_PRECISION || Math.abs(factor * unit - 1) < FACTOR_PRECISION);

function ascendingNumbers(table: Table, column: number): readonly number[] {
  const numbers: number[] = [];
  for (const row of table.rows) {
    const cell = row[column]!;
    if (cell === null) continue;
    const number = typeof cell === 'string' ? null : readNumber(cell);
    if (number === null) return [];
    numbers.push(number);
  }
  return numbers.sort((a, b) => a - b);
}

function rescale(table: Table, factors: ReadonlyMap<number, number>): Table {
  const rescaleCell = (cell: Value, column: number): Value => {
    const factor = factors.get(column);
    const number = factor === undefined ? null : readNumber(cell);
    // The division's own residue is no difference.
    return number === null ? cell : Number((number / factor!).toPrecision(12));
  };
  return { columns: table.columns, rows: table.rows.map((row): Row => row.map(rescaleCell)) };
}
