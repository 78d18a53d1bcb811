import type { UserRuleOptions } from '../../model/userRule.ts';
import { isTypedText, type Table, type Value } from '../../model/value.ts';
import { readDateTime } from '../aifunc/readings.ts';
import type { DocumentedCell, DocumentedColumns } from '../documented/cells.ts';

type Reading = Pick<UserRuleOptions, 'nulls' | 'case' | 'whiteSpace' | 'dates' | 'absoluteTolerance' | 'relativeTolerance'>;

/** The columns of a table as a rule with these options sees them: what it forgives is gone. */
export const readColumns = (table: Table, columns: readonly number[], options: Reading): DocumentedColumns => {
  const read = cellReader(options);
  return columns.map((column) => table.rows.map((row) => read(row[column]!)));
};

/** First characters that keep what is no text apart from text. */
const EXACT_INTEGER = '\0i';
const DATE_TIME = '\0d';
const BYTES = '\0b';

function cellReader(options: Reading): (cell: Value) => DocumentedCell {
  const isExact = options.absoluteTolerance === 0 && options.relativeTolerance === 0;
  const number = (value: number): DocumentedCell => {
    if (Number.isNaN(value)) return missing(options);
    // Beyond 2^53 an integer is its digits, so that neighbours stay apart where nothing is forgiven.
    return isExact && Number.isInteger(value) && !Number.isSafeInteger(value) ? `${EXACT_INTEGER}${BigInt(value)}` : value;
  };
  const integer = (value: bigint): DocumentedCell =>
    isExact && !Number.isSafeInteger(Number(value)) ? `${EXACT_INTEGER}${value}` : Number(value);
  const text = (value: string): DocumentedCell => {
    const spaced = options.whiteSpace === 'ignored' ? value.trim().replace(/\s+/g, ' ') : value;
    return options.case === 'ignored' ? spaced.toLowerCase() : spaced;
  };
  return (cell) => {
    if (cell === null) return missing(options);
    if (typeof cell === 'number') return number(cell);
    if (typeof cell === 'bigint') return integer(cell);
    if (typeof cell === 'boolean') return Number(cell);
    if (cell instanceof Uint8Array) return `${BYTES}${cell.join(' ')}`;
    if (typeof cell === 'object' && cell.type === 'decimal') {
      return /^-?\d+$/.test(cell.text) ? integer(BigInt(cell.text)) : number(Number(cell.text));
    }
    const time = options.dates === 'by value' ? readDateTime(cell) : null;
    if (time !== null) return `${DATE_TIME}${time}`;
    return text(isTypedText(cell) ? cell.text : cell);
  };
}

function missing({ nulls }: Pick<UserRuleOptions, 'nulls'>): DocumentedCell {
  if (nulls === 'zero') return 0;
  return nulls === 'empty text' ? '' : null;
}
