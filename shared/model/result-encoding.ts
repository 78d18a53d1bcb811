import type { Row, Table, TypedText, Value } from './value.ts';

/**
 * The exact text form of a result table, which is hashed, compressed and stored: JSON with every cell a string whose
 * first character is its type, so that 1, 1.0, '1' and -0 stay apart and 64-bit integers keep every digit.
 */
const TYPED: Readonly<Record<TypedText['type'], string>> = { decimal: 'd', date: 'D', timestamp: 'S', time: 'T', json: 'j' };
const TYPED_BACK: Readonly<Record<string, TypedText['type']>> = Object.fromEntries(
  Object.entries(TYPED).map(([type, letter]) => [letter, type as TypedText['type']]),
);

/** A cell's text form; null and booleans stand for themselves. */
export type EncodedCell = string | null | boolean;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Bytes joined to one piece of text at a time: a text grown byte by byte costs seconds and gigabytes for a large blob. */
const HEX_PIECE_BYTES = 4096;

function toHex(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const digits: string[] = [];
  for (let from = 0; from < bytes.length; from += HEX_PIECE_BYTES) {
    digits.length = Math.min(HEX_PIECE_BYTES, bytes.length - from);
    for (let i = 0; i < digits.length; i++) digits[i] = HEX[bytes[from + i]!]!;
    pieces.push(digits.join(''));
  }
  return pieces.join('');
}

const hexDigit = (code: number): number => (code < 58 ? code - 48 : code - 87);

function encodeValue(value: Value): EncodedCell {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return `t${value}`;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return Object.is(value, -0) ? 'r-0' : `r${value}`;
  if (value instanceof Uint8Array) return `b${toHex(value)}`;
  return TYPED[value.type] + value.text;
}

/** The value of a cell's text form. */
export function decodeValue(cell: EncodedCell): Value {
  if (cell === null || typeof cell === 'boolean') return cell;
  const body = cell.slice(1);
  switch (cell[0]) {
    case 't':
      return body;
    case 'i':
      return BigInt(body);
    case 'r':
      return Number(body);
    case 'b': {
      const bytes = new Uint8Array(body.length / 2);
      for (let i = 0; i < bytes.length; i++) {
        bytes[i] = 16 * hexDigit(body.charCodeAt(2 * i)) + hexDigit(body.charCodeAt(2 * i + 1));
      }
      return bytes;
    }
    default: {
      const type = TYPED_BACK[cell[0] ?? ''];
      if (type === undefined) throw new Error(`unknown cell type ${JSON.stringify(cell[0])} in a stored result`);
      return { type, text: body };
    }
  }
}

/** One row as JSON text. Rows are joined by {@link encodeTable}; a runner encodes them one by one to count their bytes. */
export const encodeRow = (row: Row): string => JSON.stringify(row.map(encodeValue));

/** Column names and encoded rows as one text. */
export const encodeTable = (columns: readonly string[], encodedRows: readonly string[]): string =>
  `${JSON.stringify(columns)}\n${encodedRows.join('\n')}`;

/** Cells of the same text become one value, up to so many different ones and to cells of this length. */
const SHARED_VALUES = 200_000;
const SHARED_LENGTH = 32;

/** A function that decodes the rows of one table. Most tables repeat their values: each is then made and kept once. */
export function rowDecoder(): (line: string) => Row {
  const known = new Map<string, Value>();
  let looked = 0;
  let found = 0;
  const sharedValue = (cell: EncodedCell): Value => {
    if (typeof cell !== 'string' || cell.length > SHARED_LENGTH) return decodeValue(cell);
    // Where most cells differ, to look costs more than it saves.
    const isFull = known.size === SHARED_VALUES;
    if (isFull && found < looked / 2) return decodeValue(cell);
    looked++;
    const shared = known.get(cell);
    if (shared !== undefined) {
      found++;
      return shared;
    }
    const value = decodeValue(cell);
    if (!isFull) known.set(cell, value);
    return value;
  };
  return (line) => (JSON.parse(line) as EncodedCell[]).map(sharedValue);
}

/** The table of a text made by {@link encodeTable}; throws when it was not. */
export const decodeTable = (text: string): Table => decodeLines(text.split('\n')[Symbol.iterator]());

/** The same of the text's lines, one after another: a large table need not stand in memory as one text. */
export function decodeLines(lines: Iterator<string, undefined>): Table {
  const columns = JSON.parse(lines.next().value ?? '[]') as string[];
  const decode = rowDecoder();
  const rows: Row[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) if (next.value !== '') rows.push(decode(next.value));
  return { columns, rows };
}
