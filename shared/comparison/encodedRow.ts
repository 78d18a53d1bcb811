import { decodeValue, type EncodedCell } from '../model/result-encoding.ts';
import { plain } from './alignableTable.ts';
import { hashCell } from './cellEquality.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const OPENED = 91;
const BACKSLASH = 92;
const CLOSED = 93;
const INTEGER = 105;
const TEXT = 116;
const ASCII_END = 128;
/** So many digits stay exact as a double. */
const SAFE_DIGITS = 15;

const text = new TextDecoder();

/**
 * The hashes of a row's plain cells, straight from the row's encoded text: most cells are whole numbers and plain text, whose
 * hash needs no value. They are written in the order of the columns, from `at` on.
 *
 * @param bytes holds the row from `from` up to `to`.
 */
export function hashEncodedRow(bytes: Uint8Array, from: number, to: number, into: Int32Array, at: number): void {
  let place = at;
  let next = from;
  if (bytes[next] !== OPENED || bytes[to - 1] !== CLOSED) throw new Error('a stored result holds a line that is no row');
  next += 1;
  while (next < to - 1) {
    const end = endOfCell(bytes, next);
    into[place++] = hashOf(bytes, next, end);
    // The comma, or the bracket that ends the row.
    next = end + 1;
  }
}

/** Behind the cell's last byte. */
function endOfCell(bytes: Uint8Array, from: number): number {
  let at = from;
  if (bytes[at] !== QUOTE) {
    while (bytes[at] !== COMMA && bytes[at] !== CLOSED) at += 1;
    return at;
  }
  for (at += 1; bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
  return at + 1;
}

function hashOf(bytes: Uint8Array, from: number, end: number): number {
  if (bytes[from] === QUOTE) {
    const hash = bytes[from + 1] === INTEGER ? hashOfInteger(bytes, from + 2, end - 1) : hashOfText(bytes, from + 1, end - 1);
    if (hash !== null) return hash;
    return hashCell(plain(decodeValue(JSON.parse(text.decode(bytes.subarray(from, end))) as EncodedCell)));
  }
  return end - from === 4 ? (bytes[from] === TEXT ? TRUE_HASH : NULL_HASH) : FALSE_HASH;
}

const NULL_HASH = hashCell(null);
const TRUE_HASH = hashCell(true);
const FALSE_HASH = hashCell(false);

/** Null where the digits are too many to be added up exactly. */
function hashOfInteger(bytes: Uint8Array, from: number, end: number): number | null {
  const first = bytes[from] === MINUS ? from + 1 : from;
  if (end - first > SAFE_DIGITS) return null;
  let number = 0;
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < ZERO || byte > NINE) return null;
    number = number * 10 + byte - ZERO;
  }
  return hashCell(first === from ? number : -number);
}

/** Null where it is no text, or not of plain characters alone. As `hashCell` hashes a text. */
function hashOfText(bytes: Uint8Array, from: number, end: number): number | null {
  if (bytes[from] !== TEXT) return null;
  let hash = 0x811c9dc5 ^ (end - from - 1);
  for (let at = from + 1; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH || byte >= ASCII_END) return null;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash;
}
