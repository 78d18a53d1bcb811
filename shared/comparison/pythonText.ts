/** Text as Python writes and orders it: the published evaluators sort cells by `str()`. */

/** `repr` of a Python float: shortest digits that round-trip, exponent form below 1e-4 and from 1e16. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  if (Number.isInteger(value)) return (Object.is(value, -0) ? '-0' : String(value)) + '.0';
  return String(value);
}

/** `repr` of Python bytes. */
export function pythonBytes(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === quote || character === '\\') text += `\\${character}`;
    else if (byte === 9) text += '\\t';
    else if (byte === 10) text += '\\n';
    else if (byte === 13) text += '\\r';
    else if (byte < 32 || byte > 126) text += `\\x${byte.toString(16).padStart(2, '0')}`;
    else text += character;
  }
  return `b${quote}${text}${quote}`;
}

/** `str` of a Python Decimal: digits as they stand, exponent form only where it has a positive exponent or is tiny. */
export function pythonDecimal(text: string): string {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim());
  if (parts === null || (parts[2] ?? '') + (parts[3] ?? '') === '') return text;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const exponent = Number(exponentText) - fraction.length;
  const minus = sign === '-' ? '-' : '';
  const leading = digits.length + exponent - 1;
  if (exponent <= 0 && leading >= -6) {
    if (exponent === 0) return minus + digits;
    const padded = digits.padStart(1 - exponent, '0');
    return `${minus}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${minus}${mantissa}E${leading >= 0 ? '+' : ''}${leading}`;
}

/** The characters of numbers as Python prints them, in the order of their codes: half a byte each, 0 where a text ends. */
const RANKS = new Map([...'+-.0123456789e'].map((character, index) => [character.charCodeAt(0), index + 1]));
const OTHER_RANK = 15;
/** As many ranks as a double holds exactly. */
const PACKED = 13;

/** The order of texts that Python prints numbers as: by code point, of equal texts the earlier first. */
export function orderOfNumberTexts(texts: readonly string[]): Uint32Array {
  const packed = new Float64Array(texts.length);
  for (let index = 0; index < texts.length; index++) packed[index] = packText(texts[index]!);
  return Uint32Array.from(texts.keys()).sort((a, b) => {
    const difference = packed[a]! - packed[b]!;
    if (difference !== 0) return difference;
    const [left, right] = [texts[a]!, texts[b]!];
    return left < right ? -1 : left > right ? 1 : a - b;
  });
}

/** The beginning of a text as a number that sorts as the text does; texts with the same beginning share one. */
function packText(text: string): number {
  let packed = 0;
  for (let index = 0; index < PACKED; index++) {
    const rank = index < text.length ? (RANKS_BY_CODE[text.charCodeAt(index)] ?? OTHER_RANK) : 0;
    packed = packed * 16 + rank;
  }
  return packed;
}

const RANKS_BY_CODE = Uint8Array.from({ length: 128 }, (_, code) => RANKS.get(code) ?? OTHER_RANK);
