import type { Table, Value } from '../model/value.ts';
import type { Alignment } from './alignment.ts';
import { sameCell } from './cellEquality.ts';
import { identifyRows } from './rowIdentity.ts';

type OrderDifference = { readonly kind: 'row order' } | { readonly kind: 'ties'; readonly column: string };

/**
 * How the row order of a prediction with the gold's rows differs: not at all, only among rows that tie in a column which
 * reads the same from top to bottom on both sides, or otherwise.
 */
export function orderDifference(gold: Table, alignment: Alignment): readonly OrderDifference[] {
  const goldOf = new Int32Array(alignment.predictionRows.length).fill(-1);
  for (const [index, row] of alignment.predictionRows.entries()) if (row !== -1) goldOf[row] = alignment.goldRows[index]!;
  const order = [...goldOf].filter((row) => row !== -1);
  if (order.every((row, index) => index === 0 || row > order[index - 1]!)) return [];
  const sorted = order.toSorted((a, b) => a - b);
  for (const [column, name] of gold.columns.entries()) {
    const cell = (row: number) => gold.rows[row]![column]!;
    const readsTheSame = order.every((row, index) => sameCell(cell(row), cell(sorted[index]!)));
    const hasRuns = sorted.some((row, index) => index > 0 && sameCell(cell(row), cell(sorted[index - 1]!)));
    if (readsTheSame && hasRuns && isGrouped(sorted.map(cell))) return [{ kind: 'ties', column: name }];
  }
  return [{ kind: 'row order' }];
}

/** Whether equal values stand together, as sorting by them leaves them. */
function isGrouped(cells: readonly Value[]): boolean {
  const numbers = identifyRows(
    cells.map((cell) => [cell]),
    [],
  ).left;
  // Numbers are given in order of first appearance: a smaller one than the last is a value that came back.
  return numbers.every((number, index) => index === 0 || number >= numbers[index - 1]!);
}
