import type { Row, Table, Value } from '../model/value.ts';
import { sameCell } from './cellEquality.ts';
import { findColumnPermutation } from './columnPermutation.ts';

/** Larger results are no table that a query turns on its side. */
const MOST_CELLS = 10_000;

/** True when one table is the other turned on its side, with or without its column names as a column of cells. */
export function isTransposed(gold: Table, prediction: Table): boolean {
  if (gold.rows.length * gold.columns.length > MOST_CELLS || prediction.rows.length * prediction.columns.length > MOST_CELLS) {
    return false;
  }
  return (
    turns(prediction).some((turned) => sameRows(gold.rows, turned)) ||
    turns(gold).some((turned) => sameRows(prediction.rows, turned))
  );
}

/** A table on its side: bare, with its names as first column, and with its first column as names. */
function turns({ columns, rows }: Table): readonly (readonly Row[])[] {
  const bare = columns.map((_, column) => rows.map((row): Value => row[column]!));
  const named = bare.map((row, column): Row => [columns[column]!, ...row]);
  return [bare, named, bare.slice(1)];
}

function sameRows(left: readonly Row[], right: readonly Row[]): boolean {
  if (left.length !== right.length || left.length === 0 || left[0]!.length !== right[0]!.length || left[0]!.length === 0)
    return false;
  // A table of one cell is its own transpose.
  if (left.length === 1 && left[0]!.length === 1) return sameCell(left[0]![0]!, right[0]![0]!);
  const permutation = findColumnPermutation(left, right, false);
  return permutation !== null && permutation !== 'too many orders';
}
