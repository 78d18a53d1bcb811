import { type Column, commonDtype, objectCells } from './column.ts';
import { exceedsInt64, readDouble, readInt64, readUint64 } from './csvNumbers.ts';
import type { CsvRecords } from './csvRecords.ts';

/** Words that pandas 2.2.3 reads as missing, besides the empty field. */
const MISSING_WORDS = new Set([
  '-1.#IND', '1.#QNAN', '1.#IND', '-1.#QNAN', '#N/A N/A', '#N/A', 'N/A', 'n/a', 'NA', '<NA>', '#NA', 'NULL', 'null', 'NaN',
  '-NaN', 'nan', '-nan', 'None',
]); // biome-ignore format: one list
const LONGEST_MISSING = 8;

export const isMissing = (word: string): boolean =>
  word === '' || (word.length <= LONGEST_MISSING + 1 && MISSING_WORDS.has(word));

/** The columns of a CSV text as `pandas.read_csv` gives them; leading index columns are left out. */
export function inferColumns(records: CsvRecords): readonly Column[] {
  const { width, headerWidth, count, fields } = records;
  const rowsAtATime = chunkRows(width);
  const columns: Column[] = [];
  for (let column = width - headerWidth; column < width; column++) {
    const words = new Array<string>(count);
    for (let row = 0; row < count; row++) words[row] = wordOf(fields[row * width + column]!);
    columns.push(inferChunked(words, rowsAtATime));
  }
  return columns;
}

/** The parser works on C strings: a field ends at its first NUL. */
function wordOf(field: string): string {
  const end = field.indexOf('\0');
  return end === -1 ? field : field.slice(0, end);
}

/** Rows whose types pandas infers together by default (`low_memory`): about 2^20 fields. */
export function chunkRows(width: number): number {
  const most = Math.floor(2 ** 20 / width);
  let rows = 1;
  while (rows * 2 < most) rows *= 2;
  return rows;
}

/** Infers the types of a long column piece by piece, and brings the pieces together. */
export function inferChunked(words: readonly string[], rowsAtATime: number): Column {
  if (words.length <= rowsAtATime) return inferColumn(words);
  const pieces: Column[] = [];
  for (let start = 0; start < words.length; start += rowsAtATime) {
    pieces.push(inferColumn(words.slice(start, start + rowsAtATime)));
  }
  return concatenate(pieces);
}

function concatenate(pieces: readonly Column[]): Column {
  const dtype = commonDtype(pieces.map((piece) => piece.dtype));
  if (dtype === 'object') return { dtype, cells: pieces.flatMap(objectCells) };
  const numbers = new Float64Array(pieces.reduce((sum, piece) => sum + objectLength(piece), 0));
  const exact = new Map<number, bigint>();
  let start = 0;
  for (const piece of pieces) {
    if (piece.dtype === 'object') continue;
    numbers.set(piece.numbers, start);
    if ('exact' in piece && piece.exact !== null) for (const [row, value] of piece.exact) exact.set(start + row, value);
    start += piece.numbers.length;
  }
  if (dtype === 'int64' || dtype === 'uint64') return { dtype, numbers, exact: exact.size === 0 ? null : exact };
  return { dtype, numbers };
}

const objectLength = (piece: Column) => (piece.dtype === 'object' ? piece.cells.length : piece.numbers.length);

/** Tries whole numbers, floats, booleans and text in turn, as the parser does; each must fit every word. */
export function inferColumn(words: readonly string[]): Column {
  if (words.length === 0) return { dtype: 'object', cells: [] };
  return asInt64(words) ?? asFloat64(words) ?? asBool(words) ?? asText(words);
}

const asText = (words: readonly string[]): Column => ({
  dtype: 'object',
  cells: words.map((word) => (isMissing(word) ? null : word)),
});

function asInt64(words: readonly string[]): Column | null {
  const numbers = new Float64Array(words.length);
  let exact: Map<number, bigint> | null = null;
  let missing: number[] | null = null;
  for (let row = 0; row < words.length; row++) {
    const word = words[row]!;
    if (isMissing(word)) {
      missing ??= [];
      missing.push(row);
      continue;
    }
    const value = readInt64(word);
    if (value === 'overflow') return asUint64(words);
    if (value === 'no integer') return null;
    numbers[row] = Number(value);
    if (typeof value === 'bigint') {
      exact ??= new Map();
      exact.set(row, value);
    }
  }
  if (missing === null) return { dtype: 'int64', numbers, exact };
  // As floats; the parser marks missing integers by the least one, which a cell that rounds to it shares.
  for (const row of missing) numbers[row] = Number.NaN;
  for (const [row, value] of exact ?? []) if (value === LEAST_INT64) numbers[row] = Number.NaN;
  return { dtype: 'float64', numbers };
}

const LEAST_INT64 = -(2n ** 63n);

/** Reached when an integer overflowed: an unsigned column, text, or null where a word is no integer at all. */
function asUint64(words: readonly string[]): Column | null {
  const numbers = new Float64Array(words.length);
  const exact = new Map<number, bigint>();
  let sawSigned = false;
  let sawUnsigned = false;
  let sawMissing = false;
  for (let row = 0; row < words.length; row++) {
    const word = words[row]!;
    if (isMissing(word)) {
      sawMissing = true;
      continue;
    }
    const value = readUint64(word);
    if (value === 'signed') sawSigned = true;
    else if (value === 'overflow') return asText(words);
    else if (value === 'no integer') return null;
    else {
      sawUnsigned ||= exceedsInt64(value);
      numbers[row] = Number(value);
      if (typeof value === 'bigint') exact.set(row, value);
    }
  }
  // Then the column stays as it is, the words for missing values included.
  if (sawUnsigned && (sawSigned || sawMissing)) return { dtype: 'object', cells: words };
  if (sawSigned) return asText(words);
  return { dtype: 'uint64', numbers, exact };
}

function asFloat64(words: readonly string[]): Column | null {
  const numbers = new Float64Array(words.length);
  for (let row = 0; row < words.length; row++) {
    const word = words[row]!;
    const value = isMissing(word) ? Number.NaN : readDouble(word);
    if (value === null) return null;
    numbers[row] = value;
  }
  return { dtype: 'float64', numbers };
}

function asBool(words: readonly string[]): Column | null {
  const numbers = new Float64Array(words.length);
  let sawMissing = false;
  for (let row = 0; row < words.length; row++) {
    const word = words[row]!;
    if (isMissing(word)) {
      sawMissing = true;
      numbers[row] = Number.NaN;
      continue;
    }
    if (word.length < 4 || word.length > 5) return null;
    const lower = word.toLowerCase();
    if (lower !== 'true' && lower !== 'false') return null;
    numbers[row] = lower === 'true' ? 1 : 0;
  }
  if (!sawMissing) return { dtype: 'bool', numbers };
  return { dtype: 'object', cells: Array.from(numbers, (number) => (Number.isNaN(number) ? null : number === 1)) };
}
