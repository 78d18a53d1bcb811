import type { Table, Value } from '../../model/value.ts';
import { sameCell } from '../cellEquality.ts';
import { type Candidates, isSameTable, LargeTables } from '../largeTables.ts';
import { PythonError } from '../pandas/pythonError.ts';
import { isClose } from '../pandas/vectorMatch.ts';
import { surelyDiffer } from './quickReject.ts';
import { readBoolean, readDateTime, readNumber } from './readings.ts';
import { collapseNames, type Vector, vectorsByColumn, vectorsOf } from './vector.ts';

/** 0.01 and a little, so that 4.14 and 4.15 match in spite of what doubles leave over. */
const AIFUNC_TOLERANCE = 1.01e-2;

const isCloseToAifunc = (a: number, b: number) => isClose(a, b, AIFUNC_TOLERANCE);

/**
 * The published `compare_pandas_table` of Spider2-AIFunc: every selected gold column matches some prediction column.
 * Two empty tables match; condition columns beyond the table are dropped.
 *
 * @throws PythonError what the published function raises.
 */
export function compareAifunc(
  prediction: Table,
  gold: Table,
  conditionColumns: readonly number[],
  ignoreOrder: boolean,
): boolean {
  const goldIsEmpty = gold.rows.length === 0 || gold.columns.length === 0;
  const predictionIsEmpty = prediction.rows.length === 0 || prediction.columns.length === 0;
  if (goldIsEmpty || predictionIsEmpty) return goldIsEmpty && predictionIsEmpty;
  const goldTable = collapseNames(gold);
  const answer = collapseNames(prediction);
  const width = goldTable.columns.length;
  const selected = conditionColumns.length === 0 ? [...goldTable.columns.keys()] : conditionColumns.filter((c) => c < width);
  if (selected.length === 0) return false;
  if (selected.some((column) => column < -width)) throw new PythonError('IndexError', 'positional indexers are out-of-bounds');
  const columns = selected.map((column) => (column < 0 ? column + width : column));
  const isWhole = columns.length === width && columns.every((column, index) => column === index);
  if (isWhole && isSameTable(goldTable, answer)) return true;
  const large = LargeTables.look(goldTable, columns, answer, { ignoreOrder, timestampsAreText: false, close: isCloseToAifunc });
  if (large === 'differ') return false;
  if (large !== null) return openColumnsMatch(goldTable, columns, answer, large.columnCandidates(), ignoreOrder);
  const goldVectors = vectorsOf(goldTable, columns);
  const answers = vectorsOf(answer, [...answer.columns.keys()]);
  return goldVectors.every((vector) => answers.some((candidate) => vectorsMatch(vector, candidate, ignoreOrder)));
}

/** Compares the columns of large tables that nothing simpler decided. */
function openColumnsMatch(
  gold: Table,
  columns: readonly number[],
  prediction: Table,
  candidates: readonly Candidates[] | 'differ',
  ignoreOrder: boolean,
): boolean {
  if (candidates === 'differ') return false;
  const open = candidates.filter(({ isSure }) => !isSure);
  if (open.length === 0) return true;
  const goldVectors = vectorsByColumn(gold, columns);
  const answers = vectorsByColumn(prediction, [...prediction.columns.keys()]);
  return open.every(({ column, answers: few }) =>
    few.some((answer) => vectorsMatch(goldVectors(column), answers(answer), ignoreOrder)),
  );
}

function vectorsMatch(gold: Vector, prediction: Vector, ignoreOrder: boolean): boolean {
  if (gold.cells.length !== prediction.cells.length) return false;
  // What is equal in row order is equal in any order; what surely differs need not be sorted.
  if (gold.cells.every((cell, row) => identical(cell, prediction.cells[row]!))) return true;
  if (!ignoreOrder) return gold.cells.every((cell, row) => cellsMatch(cell, prediction.cells[row]!));
  if (surelyDiffer(gold, prediction)) return false;
  const answers = prediction.sortedByText;
  return gold.sortedByText.every((cell, row) => cellsMatch(cell, answers[row]!));
}

const identical = (a: Value, b: Value) => a === b && !Object.is(a, -0) && !Object.is(b, -0);

/** Equal as Python values, else as numbers within the tolerance, else as dates, else as truth values. */
export function cellsMatch(gold: Value, prediction: Value): boolean {
  if (sameCell(gold, prediction)) return true;
  const goldNumber = readNumber(gold);
  const number = goldNumber === null ? null : readNumber(prediction);
  if (goldNumber !== null && number !== null) {
    if (Number.isNaN(goldNumber) || Number.isNaN(number)) return Number.isNaN(goldNumber) && Number.isNaN(number);
    return isCloseToAifunc(goldNumber, number);
  }
  const goldTime = readDateTime(gold);
  const time = goldTime === null ? null : readDateTime(prediction);
  if (goldTime !== null && time !== null) return goldTime === time;
  const goldTruth = readBoolean(gold);
  return goldTruth !== null && goldTruth === readBoolean(prediction);
}
