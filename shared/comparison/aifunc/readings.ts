import { isTypedText, type Value } from '../../model/value.ts';

/**
 * How the Spider2-AIFunc evaluator reads a cell of one type as another before it compares. Each returns null where the
 * cell has no such reading.
 */

/** The separators that Python's `str.strip()` removes beyond those of JavaScript's `trim`. */
const EXTRA_SPACE = new Set([0x1c, 0x1d, 0x1e, 0x1f, 0x85]);
const BYTE_ORDER_MARK = 0xfeff;

const isSpace = (code: number): boolean =>
  EXTRA_SPACE.has(code) || (code !== BYTE_ORDER_MARK && String.fromCharCode(code).trim() === '');

function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;

/** The number in a cell: numbers, decimals, booleans, and text that Python's `float()` takes (`1e5`, `1_000`, `nan`). */
export function readNumber(cell: Value): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint' || typeof cell === 'boolean') return Number(cell);
  if (typeof cell === 'string') return readFloat(strip(cell));
  return cell !== null && isTypedText(cell) && cell.type === 'decimal' ? readFloat(cell.text) : null;
}

function readFloat(text: string): number | null {
  const plain = withAsciiDigits(text);
  if (FLOAT.test(plain)) return Number(plain.replaceAll('_', ''));
  const special = SPECIAL.exec(plain);
  if (special === null) return null;
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** `float()` takes the decimal digits of every script. They stand in Unicode in runs of ten, zero first. */
function withAsciiDigits(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let start = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
    return String((code - start) % 10);
  });
}

const DAY = '(3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9])';
const MONTH = '(1[0-2]|0[1-9]|[1-9])';
const YEAR = '(\\d\\d\\d\\d)';
const TIME = '(2[0-3]|[0-1]\\d|\\d):([0-5]\\d|\\d):(6[0-1]|[0-5]\\d|\\d)';
const DATE = `${YEAR}-${MONTH}-${DAY}`;

/** The formats that are tried, in their order, as `strptime` reads them. */
const DATE_FORMATS: readonly { readonly pattern: RegExp; readonly monthFirst: boolean }[] = [
  { pattern: new RegExp(`^${DATE}`), monthFirst: false },
  { pattern: new RegExp(`^${DATE}\\s+${TIME}`), monthFirst: false },
  { pattern: new RegExp(`^${DATE}\\s+${TIME}\\.(\\d{1,6})`), monthFirst: false },
  { pattern: new RegExp(`^${DATE}T${TIME}`, 'i'), monthFirst: false },
  { pattern: new RegExp(`^${DATE}T${TIME}\\.(\\d{1,6})`, 'i'), monthFirst: false },
  { pattern: new RegExp(`^${YEAR}/${MONTH}/${DAY}`), monthFirst: false },
  { pattern: new RegExp(`^${MONTH}/${DAY}/${YEAR}`), monthFirst: true },
];

/** The point in time in a cell, as text that is equal for equal times; a time zone is dropped, not converted. */
export function readDateTime(cell: Value): string | null {
  if (typeof cell === 'string') return readDateText(strip(cell));
  if (cell === null || typeof cell !== 'object' || !isTypedText(cell)) return null;
  if (cell.type === 'date') return readDateText(cell.text);
  return cell.type === 'timestamp' ? readTimestamp(cell.text) : null;
}

function readDateText(text: string): string | null {
  // Every format starts with a digit; most text does not.
  if (!/^\d/.test(text)) return null;
  for (const { pattern, monthFirst } of DATE_FORMATS) {
    const parts = pattern.exec(text);
    if (parts === null || parts[0].length !== text.length) continue;
    const [year, month, day] = monthFirst ? [parts[3]!, parts[1]!, parts[2]!] : [parts[1]!, parts[2]!, parts[3]!];
    const [hour = '0', minute = '0', second = '0', fraction = ''] = parts.slice(4);
    if (Number(second) > 59 || !isDay(Number(year), Number(month), Number(day))) continue;
    const two = (part: string) => part.trim().padStart(2, '0');
    return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}.${fraction.padEnd(6, '0')}`;
  }
  return null;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;

function readTimestamp(text: string): string | null {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return null;
  const [, day, time = '00:00', second = '00', fraction = ''] = parts;
  return `${day} ${time}:${second}.${fraction.slice(0, 6).padEnd(6, '0')}`;
}

/** A timestamp without zone in nanoseconds since 1970, where 64 bits hold it; else null, as with a zone. */
export function nanosecondsOf(text: string): bigint | null {
  const parts = TIMESTAMP.exec(text);
  if (parts === null || parts[5] !== undefined) return null;
  const [, day, time = '00:00', second = '00', fraction = ''] = parts;
  const milliseconds = Date.parse(`${day}T${time}:${second}Z`);
  if (Number.isNaN(milliseconds)) return null;
  const nanoseconds = BigInt(milliseconds) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return nanoseconds > -(2n ** 63n) && nanoseconds < 2n ** 63n ? nanoseconds : null;
}

/** `str()` of a timestamp: no fraction where it is zero, else six digits. */
export function timestampText(text: string): string {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return text;
  const [, day, time = '00:00', second = '00', fraction = '', zone = ''] = parts;
  const digits = fraction.slice(0, 6).padEnd(6, '0');
  const offset = zone === 'Z' ? '+00:00' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  return `${day} ${time}:${second}${/^0*$/.test(digits) ? '' : `.${digits}`}${offset}`;
}

/** The truth value in a cell: booleans, and the words true, yes, false, no in any case. */
export function readBoolean(cell: Value): boolean | null {
  if (typeof cell === 'boolean') return cell;
  if (typeof cell !== 'string') return null;
  const word = strip(cell).toLowerCase();
  if (word === 'true' || word === 'yes') return true;
  return word === 'false' || word === 'no' ? false : null;
}
