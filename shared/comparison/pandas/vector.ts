import { compareCodePoints } from '../../model/codePoints.ts';
import { orderOfNumberTexts, pythonFloat } from '../pythonText.ts';
import { type Column, columnLength, commonDtype } from './column.ts';

/** Cells in the order in which they are compared: numbers as doubles (NaN for text), texts (null for numbers). */
export type Sequence = { readonly numbers: Float64Array; readonly texts: readonly (string | null)[] | null };

/**
 * The values of one column as the published comparison sees them: missing cells are the integer 0, and the other columns
 * of the frame decide how numbers print: one float column makes every number of an all-number frame a float.
 */
export class Vector {
  readonly length: number;
  /** The values in row order. */
  readonly inOrder: Sequence;
  /** How many of them are text. */
  readonly textCount: number;
  /** Whether equal numbers sure sort alike in two such vectors, however they print: no booleans, no -0.0, none huge. */
  readonly hasPlainNumbers: boolean;
  private readonly isBool: boolean;
  private readonly keyOf: (row: number) => string;
  private sorted: Sequence | null = null;
  private ascendingNumbers: Float64Array | null = null;
  private hash: number | null = null;

  constructor(column: Column, asFloat: boolean) {
    this.length = columnLength(column);
    if (column.dtype === 'object') {
      const { cells } = column;
      const numbers = new Float64Array(cells.length);
      let textCount = 0;
      for (let row = 0; row < cells.length; row++) {
        const cell = cells[row]!;
        if (typeof cell === 'string') {
          textCount += 1;
          numbers[row] = Number.NaN;
        } else numbers[row] = Number(cell);
      }
      this.textCount = textCount;
      this.inOrder = { numbers, texts: textCount === 0 ? null : cells.map((cell) => (typeof cell === 'string' ? cell : null)) };
      this.hasPlainNumbers = false;
      this.isBool = cells.some((cell) => typeof cell === 'boolean');
      this.keyOf = (row) => pythonText(cells[row]!);
      return;
    }
    const raw = column.numbers;
    const numbers = raw.map((number) => (Number.isNaN(number) ? 0 : number));
    this.inOrder = { numbers, texts: null };
    this.textCount = 0;
    const isInteger = !asFloat && (column.dtype === 'int64' || column.dtype === 'uint64');
    const isBool = column.dtype === 'bool';
    this.isBool = isBool;
    this.hasPlainNumbers = !isBool && numbers.every((number) => Math.abs(number) < PLAIN_LIMIT && !Object.is(number, -0));
    const exact = isInteger && 'exact' in column ? column.exact : null;
    this.keyOf = (row) => {
      const number = raw[row]!;
      if (Number.isNaN(number)) return '0';
      if (isBool) return number === 1 ? 'True' : 'False';
      if (!isInteger) return pythonFloat(number);
      return exact?.get(row)?.toString() ?? String(number);
    };
  }

  /** The values sorted by their Python text, as `sorted(key=lambda x: (…, str(x), isinstance(x, (int, float))))` does. */
  get sortedByText(): Sequence {
    if (this.sorted !== null) return this.sorted;
    const { numbers, texts } = this.inOrder;
    const keys = Array.from({ length: this.length }, (_, row) => this.keyOf(row));
    if (texts === null && !this.isBool) {
      this.sorted = { numbers: Float64Array.from(orderOfNumberTexts(keys), (row) => numbers[row]!), texts: null };
      return this.sorted;
    }
    const compare = texts?.some((text) => text !== null && SURROGATE.test(text)) ? compareCodePoints : compareUnits;
    const isNumber = (row: number) => (texts === null || texts[row] === null ? 1 : 0);
    const order = Array.from(keys.keys()).sort((a, b) => compare(keys[a]!, keys[b]!) || isNumber(a) - isNumber(b));
    this.sorted = {
      numbers: Float64Array.from(order, (row) => numbers[row]!),
      texts: texts === null ? null : order.map((row) => texts[row]!),
    };
    return this.sorted;
  }

  /** The numbers in ascending order; only of use where no cell is text. */
  get ascending(): Float64Array {
    this.ascendingNumbers ??= this.inOrder.numbers.toSorted();
    return this.ascendingNumbers;
  }

  /** A hash of the texts that does not depend on their order. */
  get textHash(): number {
    if (this.hash !== null) return this.hash;
    let sum = 0;
    for (const text of this.inOrder.texts ?? []) {
      if (text === null) continue;
      let hash = 0x811c9dc5 ^ text.length;
      for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      sum = (sum + Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)) | 0;
    }
    this.hash = sum;
    return sum;
  }
}

/** Below this, integers print their digits in full, so that "12" and "12.0" sort alike among their kind. */
const PLAIN_LIMIT = 1e15;
const SURROGATE = /[\ud800-\udfff]/;
const compareUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function pythonText(cell: string | bigint | number | boolean | null): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return pythonFloat(cell);
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return cell === null ? '0' : String(cell);
}

/** The vectors of a frame, as `frame.transpose().values.tolist()` gives them. */
export function vectorsOf(columns: readonly Column[]): readonly Vector[] {
  if (columns.length === 0) return [];
  const dtype = commonDtype(columns.map((column) => column.dtype));
  return columns.map((column) => new Vector(column, dtype === 'float64'));
}
