import { isTypedText, type Value } from '../model/value.ts';
import { readDateTime, readNumber } from './aifunc/readings.ts';
import { sameCell } from './cellEquality.ts';

/** Why two cells that stand for the same thing are not equal. */
export type CellDifference = 'null vs zero' | 'type' | 'white space' | 'case' | 'date format' | 'rounding' | 'other';

/** What doubles leave over after sums in another order. */
const RELATIVE_RESIDUE = 1e-9;

/** The mildest reason for which two cells differ, or null where they are equal. */
export function differenceOf(gold: Value, prediction: Value): CellDifference | null {
  if (sameCell(gold, prediction)) return null;
  if (isZero(gold, prediction) || isZero(prediction, gold)) return 'null vs zero';
  if (gold === null || prediction === null) return 'other';
  // Bytes have no case, space or date, and as text a large blob would take seconds.
  if (gold instanceof Uint8Array || prediction instanceof Uint8Array) return 'other';
  const number = readNumber(gold);
  const answer = number === null ? null : readNumber(prediction);
  if (number !== null && answer !== null) {
    if (number === answer) return 'type';
    return isRounding(number, answer) ? 'rounding' : 'other';
  }
  const left = textOf(gold);
  const right = textOf(prediction);
  if (left === right) return 'type';
  if (withoutSpace(left) === withoutSpace(right)) return 'white space';
  const time = readAnyDate(left);
  if (time !== null && time === readAnyDate(right)) return 'date format';
  return withoutSpace(left).toLowerCase() === withoutSpace(right).toLowerCase() ? 'case' : 'other';
}

/** How far apart two numbers are, or null where a cell holds none. */
export function distanceOf(gold: Value, prediction: Value): number | null {
  const number = readNumber(gold);
  const answer = readNumber(prediction);
  return number === null || answer === null ? null : Math.abs(number - answer);
}

const isZero = (missing: Value, value: Value) => missing === null && readNumber(value) === 0;

/** One is the other rounded to the decimals that it shows, or they differ by what summing leaves over. */
function isRounding(a: number, b: number): boolean {
  if (Math.abs(a - b) <= RELATIVE_RESIDUE * Math.max(Math.abs(a), Math.abs(b))) return true;
  return roundsTo(a, b) || roundsTo(b, a);
}

function roundsTo(exact: number, rounded: number): boolean {
  const unit = 10 ** -decimalsOf(rounded);
  // Half a unit, cut-off digits included: 2.679 is shown as 2.68 or 2.67.
  return Math.abs(exact - rounded) < unit && decimalsOf(exact) > decimalsOf(rounded);
}

function decimalsOf(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return (mantissa.split('.')[1] ?? '').length - Number(exponent);
}

const textOf = (cell: Value): string => (isTypedText(cell) ? cell.text : String(cell));

const withoutSpace = (text: string) => text.trim().replace(/\s+/g, ' ');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date or time in the forms that results show, as comparable text; null for other text. */
function readAnyDate(text: string): string | null {
  const plain = withoutSpace(text).replace(/(?:Z| ?[+-]00:?00| UTC)$/i, '');
  const known = readDateTime(plain);
  if (known !== null) return known;
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(plain);
  if (compact !== null) return readDateTime(`${compact[1]}-${compact[2]}-${compact[3]}`);
  const named = /^(?:(\d{1,2}) ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2})),? (\d{4})$/i.exec(plain);
  if (named === null) return null;
  const month = MONTHS.indexOf((named[2] ?? named[3] ?? '').slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : readDateTime(`${named[5]}-${month}-${named[1] ?? named[4]}`);
}

/** Significant digits by which numbers find their partner before they are looked at closely. */
const PAIRING_DIGITS = 3;

/** A cell with every forgivable difference removed, so that the rows they stand in find each other. */
export function forgivingCell(cell: Value): Value {
  if (cell === null) return 0;
  if (cell instanceof Uint8Array) return cell;
  const number = readNumber(cell);
  if (number !== null) return Number.isFinite(number) ? Number(number.toPrecision(PAIRING_DIGITS)) : number;
  const text = textOf(cell);
  return readAnyDate(text) ?? withoutSpace(text).toLowerCase();
}
