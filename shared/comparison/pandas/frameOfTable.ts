import { isTypedText, type Table, type Value } from '../../model/value.ts';
import { pythonBytes, pythonFloat } from '../pythonText.ts';
import type { Column } from './column.ts';
import { Frame } from './compareFrames.ts';
import { readDouble } from './csvNumbers.ts';
import { chunkRows, inferChunked } from './inferColumn.ts';

/**
 * The frame that pandas reads after a result table was saved as CSV, as the Spider2 evaluator does with every result.
 * Columns of one number type skip the detour over text: it gives the same numbers.
 */
export function frameOfTable(table: Table): Frame {
  return new Frame(table.columns.map((_, column) => columnOfTable(table, column)));
}

/** One column of that frame. */
export function columnOfTable({ columns, rows: all }: Table, column: number): Column {
  const rows = columns.length === 1 ? all.filter(([cell]) => !isBlankLine(cell!)) : all;
  const cells = rows.map((row) => row[column]!);
  return numberColumn(cells) ?? inferChunked(csvWords(cells), chunkRows(Math.max(1, columns.length)));
}

/** In a file of one column, a cell of nothing but blanks is a blank line, which the reader skips. */
const isBlankLine = (cell: Value) => typeof cell === 'string' && /^[ \t]+$/.test(cell);

const INT64_MAX = 2n ** 63n - 1n;

function numberColumn(cells: readonly Value[]): Column | null {
  const numbers = new Float64Array(cells.length);
  const exact = new Map<number, bigint>();
  let isFloat = false;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (typeof cell === 'bigint') {
      numbers[row] = Number(cell);
      if (Number.isSafeInteger(numbers[row])) continue;
      if (cell > INT64_MAX || cell < -INT64_MAX) return null;
      exact.set(row, cell);
    } else if (typeof cell === 'number') {
      isFloat = true;
      numbers[row] = throughCsv(cell);
    } else if (cell === null) {
      isFloat = true;
      numbers[row] = Number.NaN;
    } else return null;
  }
  if (cells.length === 0) return null;
  if (isFloat) return { dtype: 'float64', numbers };
  return { dtype: 'int64', numbers, exact: exact.size === 0 ? null : exact };
}

/** A double after it was printed and read back, which can move it by a unit in the last place beyond 15 digits. */
function throughCsv(value: number): number {
  const scaled = Math.round(value * 1e6);
  if (Math.abs(scaled) < 1e15 && scaled / 1e6 === value) return value;
  return readDouble(pythonFloat(value)) ?? value;
}

/** The cells of a column as `DataFrame.to_csv` writes them, without quotes. */
export function csvWords(cells: readonly Value[]): readonly string[] {
  const timestampText = timestampFormat(cells);
  return cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'string') return cell;
    if (typeof cell === 'number') return Number.isNaN(cell) ? '' : pythonFloat(cell);
    if (typeof cell === 'boolean') return cell ? 'True' : 'False';
    if (typeof cell === 'bigint') return cell.toString();
    if (!isTypedText(cell)) return pythonBytes(cell);
    return cell.type === 'timestamp' ? timestampText(cell.text) : cell.text;
  });
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?$/;

/** pandas prints a timestamp column as dates when all are midnight, else with the fraction that the finest one needs. */
function timestampFormat(cells: readonly Value[]): (text: string) => string {
  let needsTime = false;
  let fraction = 0;
  for (const cell of cells) {
    if (cell === null) continue;
    const parts = typeof cell === 'object' && isTypedText(cell) && cell.type === 'timestamp' ? TIMESTAMP.exec(cell.text) : null;
    if (parts === null) return (text) => text;
    const digits = (parts[3] ?? '').replace(/0+$/, '').length;
    fraction = Math.max(fraction, Math.ceil(digits / 3) * 3);
    if (parts[2] !== '00:00:00' || digits > 0) needsTime = true;
  }
  return (text) => {
    const [, day = '', time = '', digits = ''] = TIMESTAMP.exec(text) ?? [];
    if (!needsTime) return day;
    return fraction === 0 ? `${day} ${time}` : `${day} ${time}.${digits.slice(0, fraction).padEnd(fraction, '0')}`;
  };
}
