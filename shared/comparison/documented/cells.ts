import { isTypedText, type Table, type Value } from '../../model/value.ts';
import { readDouble } from '../pandas/csvNumbers.ts';
import { csvWords } from '../pandas/frameOfTable.ts';
import { isClose } from '../pandas/vectorMatch.ts';

/**
 * A cell as the documented comparison sees it: a number within the tolerance, text exactly, or NULL. Truth values are
 * 1 and 0; dates and times are the text that a CSV file shows.
 */
export type DocumentedCell = number | string | null;

/** The columns of a table in row order. */
export type DocumentedColumns = readonly (readonly DocumentedCell[])[];

/** Numbers match within 0.01 (4.14 and 4.15 do, whatever doubles leave over), or a billionth of the larger one. */
export const closeNumbers = (a: number, b: number): boolean => isClose(a, b, 0.01 + 1e-15 * Math.max(Math.abs(a), Math.abs(b)));

/** A table without any typed value came from a CSV file: its columns are typed by what all their cells read as. */
export function isFromCsv(table: Table): boolean {
  return table.rows.length > 0 && table.rows.every((row) => row.every((cell) => cell === null || typeof cell === 'string'));
}

/**
 * @param otherIsCsv the other table came from CSV, where text is typed by its column: number-like text columns of this
 * table are then read as numbers too, or "007" could not be told from what the other file made of it.
 */
export function documentedColumns(table: Table, otherIsCsv: boolean): DocumentedColumns {
  const fromCsv = isFromCsv(table);
  return table.columns.map((_, column) => {
    const cells = table.rows.map((row) => row[column] ?? null);
    const times = cells.every(isMissingOrTimestamp) ? csvWords(cells) : null;
    if (times !== null) return csvColumn(times);
    return fromCsv || (otherIsCsv && cells.every((cell) => cell === null || typeof cell === 'string'))
      ? csvColumn(cells as readonly (string | null)[])
      : cells.map(documentedCell);
  });
}

function csvColumn(cells: readonly (string | null)[]): readonly DocumentedCell[] {
  const words = cells.map((cell) => (cell === '' ? null : cell));
  return readAll(words, readDouble) ?? readAll(words, readTruth) ?? words;
}

function readAll(words: readonly (string | null)[], read: (word: string) => number | null): readonly DocumentedCell[] | null {
  const numbers: DocumentedCell[] = [];
  for (const word of words) {
    const number = word === null ? null : read(word);
    if (word !== null && number === null) return null;
    numbers.push(number);
  }
  return numbers;
}

function readTruth(word: string): number | null {
  const lower = word.toLowerCase();
  if (lower === 'true') return 1;
  return lower === 'false' ? 0 : null;
}

function documentedCell(cell: Value): DocumentedCell {
  if (cell === null || (typeof cell === 'number' && Number.isNaN(cell))) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell !== 'object') return Number(cell);
  if (!isTypedText(cell)) return `bytes ${cell.join(' ')}`;
  return cell.type === 'decimal' ? Number(cell.text) : cell.text;
}

/** Timestamps are written as the evaluator's CSV shows them: as dates where all are midnight. */
const isMissingOrTimestamp = (cell: Value) =>
  cell === null || (typeof cell === 'object' && isTypedText(cell) && cell.type === 'timestamp');
