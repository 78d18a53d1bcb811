import { isTypedText, type Value } from '../model/value.ts';
import { decimalEqualsDouble, decimalEqualsInteger, sameDecimal } from './decimal.ts';

/**
 * Equality of cells as Python's `==` and `hash()` see them, which the published row-based evaluators rest on:
 * 1 = 1.0 = True, exact beyond 2^53, '1' ≠ 1, NULL = NULL. NaN equals NaN here: SQLite never returns one.
 */
export function sameCell(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (typeof left === 'string' || typeof right === 'string') return false;
  if (left instanceof Uint8Array || right instanceof Uint8Array) {
    return left instanceof Uint8Array && right instanceof Uint8Array && sameBytes(left, right);
  }
  if (isTypedText(left) && left.type !== 'decimal') {
    return isTypedText(right) && left.type === right.type && left.text === right.text;
  }
  if (isTypedText(right) && right.type !== 'decimal') return false;
  return sameNumber(left as NumericValue, right as NumericValue);
}

type NumericValue = boolean | bigint | number | { readonly type: 'decimal'; readonly text: string };

function sameNumber(left: NumericValue, right: NumericValue): boolean {
  const a = typeof left === 'boolean' ? BigInt(left) : left;
  const b = typeof right === 'boolean' ? BigInt(right) : right;
  if (typeof a === 'bigint') {
    if (typeof b === 'bigint') return a === b;
    return typeof b === 'number' ? integerEqualsDouble(a, b) : decimalEqualsInteger(b.text, a);
  }
  if (typeof a === 'number') {
    if (typeof b === 'number') return a === b || (Number.isNaN(a) && Number.isNaN(b));
    return typeof b === 'bigint' ? integerEqualsDouble(b, a) : decimalEqualsDouble(b.text, a);
  }
  if (typeof b === 'bigint') return decimalEqualsInteger(a.text, b);
  return typeof b === 'number' ? decimalEqualsDouble(a.text, b) : sameDecimal(a.text, b.text);
}

/** Exact: 9007199254740993 is not 9007199254740992.0, although it rounds to it. */
function integerEqualsDouble(integer: bigint, double: number): boolean {
  return Number(integer) === double && Number.isFinite(double) && BigInt(double) === integer;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}

const doubleBits = new Float64Array(1);
const doubleWords = new Int32Array(doubleBits.buffer);

/** A 32-bit hash, equal for cells that {@link sameCell} holds equal. */
export function hashCell(value: Value): number {
  switch (typeof value) {
    case 'string':
      return hashText(value);
    case 'bigint':
      return hashDouble(Number(value));
    case 'number':
      return hashDouble(value);
    case 'boolean':
      return hashDouble(value ? 1 : 0);
    default:
      if (value === null) return 0x2f0b4c47;
      if (value instanceof Uint8Array) return hashBytes(value);
      return value.type === 'decimal' ? hashDouble(Number(value.text)) : hashText(value.text) ^ 0x51ed270b;
  }
}

function hashDouble(value: number): number {
  // `-0 | 0` is 0, so that -0.0 and 0 share a hash.
  if ((value | 0) === value) return Math.imul(value | 0, 0x9e3779b1) ^ 0x7feb352d;
  doubleBits[0] = Number.isNaN(value) ? Number.NaN : value;
  return Math.imul(doubleWords[0]! ^ Math.imul(doubleWords[1]!, 0x85ebca6b), 0x9e3779b1);
}

function hashText(text: string): number {
  let hash = 0x811c9dc5 ^ text.length;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

function hashBytes(bytes: Uint8Array): number {
  let hash = 0x3c6ef372 ^ bytes.length;
  for (let index = 0; index < bytes.length; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
  return hash;
}
