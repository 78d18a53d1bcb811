/** Numbers as the C parser of pandas 2.2.3 reads them from text. */

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

/** Up to this many digits an integer is exact as a double. */
const SAFE_DIGITS = 15;

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);
const isDigit = (code: number) => code >= 48 && code <= 57;

export type IntegerFault = 'no integer' | 'overflow';

/**
 * Reads a signed 64-bit integer. Digits beyond the range are an overflow even where other characters follow them.
 *
 * @returns a number where it is exact, else a bigint.
 */
export function readInt64(word: string): number | bigint | IntegerFault {
  const digits = digitsOf(word);
  if (digits === null) return 'no integer';
  if (digits.end - digits.start <= SAFE_DIGITS) return digits.isWhole ? smallInteger(word, digits) : 'no integer';
  const value = BigInt(word.slice(digits.start, digits.end)) * (digits.isNegative ? -1n : 1n);
  if (value > INT64_MAX || value < INT64_MIN) return 'overflow';
  return digits.isWhole ? narrow(value) : 'no integer';
}

/** Reads an unsigned 64-bit integer; 'signed' for anything that starts with a minus. */
export function readUint64(word: string): number | bigint | IntegerFault | 'signed' {
  const digits = digitsOf(word);
  // A minus is noticed before the digits are looked at.
  if (word.trimStart().startsWith('-')) return 'signed';
  if (digits === null) return 'no integer';
  if (digits.end - digits.start <= SAFE_DIGITS) return digits.isWhole ? smallInteger(word, digits) : 'no integer';
  const value = BigInt(word.slice(digits.start, digits.end));
  if (value > UINT64_MAX) return 'overflow';
  return digits.isWhole ? narrow(value) : 'no integer';
}

/** Whether a value that {@link readUint64} returned needs the unsigned range. */
export const exceedsInt64 = (value: number | bigint): boolean => typeof value === 'bigint' && value > INT64_MAX;

type Digits = { readonly start: number; readonly end: number; readonly isNegative: boolean; readonly isWhole: boolean };

function digitsOf(word: string): Digits | null {
  let position = 0;
  while (isSpace(word.charCodeAt(position))) position += 1;
  const sign = word.charCodeAt(position);
  if (sign === 43 || sign === 45) position += 1;
  const start = position;
  while (isDigit(word.charCodeAt(position))) position += 1;
  if (position === start) return null;
  const end = position;
  while (isSpace(word.charCodeAt(position))) position += 1;
  return { start, end, isNegative: sign === 45, isWhole: position === word.length };
}

function smallInteger(word: string, { start, end, isNegative }: Digits): number {
  let value = 0;
  for (let position = start; position < end; position++) value = value * 10 + word.charCodeAt(position) - 48;
  return isNegative && value !== 0 ? -value : value;
}

const narrow = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** Powers of ten that the parser scales by. */
const POWERS = Array.from({ length: 309 }, (_, exponent) => Number(`1e${exponent}`));
const MOST_DIGITS = 17;

/**
 * Reads a double by the default ("high" precision) routine of the parser: at most 17 digits, then one scaling by a power
 * of ten, which can miss the nearest double by a unit in the last place.
 *
 * @returns null where the text is no number or too large.
 */
export function readDouble(word: string): number | null {
  let position = 0;
  while (isSpace(word.charCodeAt(position))) position += 1;
  const sign = word.charCodeAt(position);
  if (sign === 43 || sign === 45) position += 1;
  let value = 0;
  let digits = 0;
  let exponent = 0;
  let code = word.charCodeAt(position);
  for (; isDigit(code); code = word.charCodeAt(++position)) {
    if (digits < MOST_DIGITS) {
      value = value * 10 + (code - 48);
      digits += 1;
    } else exponent += 1;
  }
  if (code === 46) {
    code = word.charCodeAt(++position);
    for (; isDigit(code); code = word.charCodeAt(++position)) {
      if (digits >= MOST_DIGITS) continue;
      value = value * 10 + (code - 48);
      digits += 1;
      exponent -= 1;
    }
  }
  if (digits === 0) return readInfinity(word);
  if (code === 69 || code === 101) {
    const negative = word.charCodeAt(position + 1) === 45;
    const signed = negative || word.charCodeAt(position + 1) === 43;
    const start = position + (signed ? 2 : 1);
    position = start;
    while (isDigit(word.charCodeAt(position))) position += 1;
    if (position === start) return null;
    const power = Number(word.slice(start, position));
    exponent += negative ? -power : power;
  }
  while (isSpace(word.charCodeAt(position))) position += 1;
  if (position < word.length) return null;
  const scaled = scale(value, exponent);
  if (!Number.isFinite(scaled)) return null;
  return sign === 45 ? -scaled : scaled;
}

function scale(value: number, exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent > 0) return value * POWERS[exponent]!;
  if (exponent >= -308) return value / POWERS[-exponent]!;
  return exponent < -616 ? 0 : value / POWERS[-308 - exponent]! / POWERS[308]!;
}

function readInfinity(word: string): number | null {
  switch (word.toLowerCase()) {
    case 'inf':
    case '+inf':
    case 'infinity':
    case '+infinity':
      return Number.POSITIVE_INFINITY;
    case '-inf':
    case '-infinity':
      return Number.NEGATIVE_INFINITY;
    default:
      return null;
  }
}
