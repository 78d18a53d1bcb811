import { isTypedText, type Row, type Value } from '../model/value.ts';
import { hashCell } from './cellEquality.ts';

/** Bits for the classes of cells that a column holds. */
const NUMBER = 1;
const TEXT = 2;
const BOOLEAN = 4;
const DATE = 8;
/** Cells for which nothing is concluded: blobs, timestamps where asked, huge numbers, text that may read as something else. */
const UNCLEAR = 16;

/** What one pass over a large table tells of its columns; the order of the rows plays no part. */
export type ColumnSummary = {
  readonly classes: number;
  readonly missing: number;
  /** Sum of the hashes of all cells, kinds told apart. */
  readonly hash: number;
  /** Least, greatest and sum of the numbers; a missing cell is 0, as the published evaluators have it. */
  readonly least: number;
  readonly greatest: number;
  readonly sum: number;
};

/** Integers from here on print differently from floats; -0.0 prints differently from 0. */
const PLAIN_LIMIT = 1e15;

/** Words that begin with a letter and still read as a number, a truth value or a missing one. */
const SPEAKING_WORDS = new Set(['true', 'false', 'yes', 'no', 'nan', 'inf', 'infinity', 'na', 'null', 'none', 'n/a']);
const LONGEST_SPEAKING_WORD = 8;

/** True for text that no evaluator reads as anything but itself: it begins with a letter and is no word like "true". */
function isPlainText(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  if (first < 97 || first > 122) return false;
  // Outer space may be stripped before a word is read.
  const last = text.charCodeAt(text.length - 1);
  if (last <= 0x20 || (last >= 0x7f && last <= 0xa0) || last >= 0x1680) return false;
  return text.length > LONGEST_SPEAKING_WORD || !SPEAKING_WORDS.has(text.toLowerCase());
}

/** Summarises the columns of a table. `timestampsAreText` where timestamps are compared as their text. */
export function summariseColumns(rows: readonly Row[], columns: number, timestampsAreText: boolean): readonly ColumnSummary[] {
  const classes = new Uint8Array(columns);
  const missing = new Int32Array(columns);
  const hashes = new Int32Array(columns);
  const least = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const greatest = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
  const sums = new Float64Array(columns);
  for (const row of rows) {
    for (let column = 0; column < columns; column++) {
      const cell = row[column]!;
      hashes[column]! += mixKind(cell);
      let number = 0;
      if (typeof cell === 'string') {
        classes[column]! |= isPlainText(cell) ? TEXT : UNCLEAR;
        continue;
      }
      if (cell === null) missing[column]! += 1;
      else if (typeof cell === 'bigint' || typeof cell === 'number') {
        number = Number(cell);
        classes[column]! |= isPlainNumber(number) ? NUMBER : UNCLEAR;
      } else if (typeof cell === 'boolean') {
        classes[column]! |= BOOLEAN;
        continue;
      } else if (isTypedText(cell) && cell.type === 'decimal') {
        number = Number(cell.text);
        classes[column]! |= isPlainNumber(number) ? NUMBER : UNCLEAR;
      } else {
        const isDate = isTypedText(cell) && (cell.type === 'date' || (cell.type === 'timestamp' && timestampsAreText));
        classes[column]! |= isDate ? DATE : UNCLEAR;
        continue;
      }
      if (number < least[column]!) least[column] = number;
      if (number > greatest[column]!) greatest[column] = number;
      sums[column]! += number;
    }
  }
  return Array.from({ length: columns }, (_, column) => ({
    classes: classes[column]!,
    missing: missing[column]!,
    hash: hashes[column]!,
    least: least[column]!,
    greatest: greatest[column]!,
    sum: sums[column]!,
  }));
}

const isPlainNumber = (number: number) => Math.abs(number) < PLAIN_LIMIT && !Object.is(number, -0);

function mixKind(cell: Value): number {
  const hash = hashCell(cell) ^ (typeof cell === 'bigint' ? 0x5bd1e995 : typeof cell === 'object' ? 0x2545f491 : 0);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}

/** Whether a column holds cells of one class only, besides missing ones, so that equal bags sort and read alike. */
export const isClear = ({ classes }: ColumnSummary): boolean => (classes & (classes - 1)) === 0 && classes !== UNCLEAR;

export const holdsOnlyNumbers = ({ classes }: ColumnSummary): boolean => classes === NUMBER;

/** Whether a column holds numbers, plain text, truth values and missing cells only. */
export const holdsOnlySimple = ({ classes }: ColumnSummary): boolean => (classes & ~(NUMBER | TEXT | BOOLEAN)) === 0;

/** Whether a column holds some text that is read as nothing but text. */
export const holdsPlainText = ({ classes }: ColumnSummary): boolean => (classes & TEXT) !== 0;

export const sameSummary = (a: ColumnSummary, b: ColumnSummary): boolean =>
  a.classes === b.classes && a.missing === b.missing && a.hash === b.hash;

/** Twice the tolerance of the looser evaluator. */
const REACH = 0.0202;
const RELATIVE_REACH = 2e-9;

/** True only when no order of the cells makes two equally long columns match under Spider2's or AIFunc's tolerance. */
export function cannotMatch(gold: ColumnSummary, prediction: ColumnSummary, rows: number): boolean {
  const goldIsNumber = gold.classes === NUMBER;
  const isNumber = prediction.classes === NUMBER;
  // Plain text matches only itself, so that both bags, missing cells included, must be the same.
  if (gold.classes === TEXT && prediction.classes === TEXT) return gold.hash !== prediction.hash;
  if ((gold.classes === TEXT && isNumber) || (goldIsNumber && prediction.classes === TEXT)) return true;
  if (!goldIsNumber || !isNumber) return false;
  const reach = (a: number, b: number) => Math.max(REACH, RELATIVE_REACH * Math.max(Math.abs(a), Math.abs(b)));
  if (Math.abs(gold.least - prediction.least) > reach(gold.least, prediction.least)) return true;
  if (Math.abs(gold.greatest - prediction.greatest) > reach(gold.greatest, prediction.greatest)) return true;
  const most = Math.max(Math.abs(gold.least), Math.abs(gold.greatest));
  // The sum itself carries rounding: a share of it is granted on top.
  const slack = rows * reach(most, most) + rows * most * 1e-12;
  return Math.abs(gold.sum - prediction.sum) > slack;
}
