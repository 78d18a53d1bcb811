import type { Row, Table, TypedText, Value } from './value.ts';

/**
 * The exact text form of a result table, which is hashed, compressed and stored: JSON with every cell a string whose
 * first character is its type, so that 1, 1.0, '1' and -0 stay apart and 64-bit integers keep every digit.
 */
const TYPED: Readonly<Record<TypedText['type'], string>> = { decimal: 'd', date: 'D', timestamp: 'S', time: 'T', json: 'j' };
const TYPED_BACK: Readonly<Record<string, TypedText['type']>> = Object.fromEntries(
  Object.entries(TYPED).map(([type, letter]) => [letter, type as TypedText['type']]),
);

type Cell = string | null | boolean;

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

/** One cell's text form; null and booleans stand for themselves. */
function encodeValue(value: Value): Cell {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return `t${value}`;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return Object.is(value, -0) ? 'r-0' : `r${value}`;
  if (value instanceof Uint8Array) return `b${toHex(value)}`;
  return TYPED[value.type] + value.text;
}

function decodeValue(cell: Cell): Value {
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

/** The table of a text made by {@link encodeTable}; throws when it was not. */
export function decodeTable(text: string): Table {
  const [head = '[]', ...lines] = text.split('\n');
  const columns = JSON.parse(head) as string[];
  const rows = lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as Cell[]).map(decodeValue));
  return { columns, rows };
}
