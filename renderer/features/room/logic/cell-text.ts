import { EVIDENCE_TEXT, evidenceText } from '#shared/model/evidence.ts';
import type { Value } from '#shared/model/value.ts';
import { kindOf, type ValueKind } from '#shared/model/value.ts';

/**
 * How a piece of a cell is drawn. `plain` is the value's own text; every other look marks what the text alone would
 * hide: a word that stands for a value (NULL), a blank or control character, a byte that is no text, quotes that tell
 * the text '1' from the number 1, a note on the value.
 */
export type PieceLook = 'plain' | 'word' | 'blank' | 'bad' | 'quote' | 'note';
export type Piece = { text: string; look: PieceLook };
export type CellView = { pieces: Piece[]; kind: ValueKind; right: boolean };

/** Characters of one cell that a grid row shows; the cursor's full text is read elsewhere. */
export const SHOWN_CHARACTERS = 400;

const one = (text: string, look: PieceLook): Piece[] => [{ text, look }];

/** A real number that always shows that it is one: 1.0, -0.0, 1e+21. */
function realText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

const DIGITS = new TextEncoder().encode('0123456789abcdef');

/** As bytes first: a text for each byte would take gigabytes where a blob has some tens of megabytes. */
function hexText(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) {
    digits[at * 2] = DIGITS[bytes[at]! >> 4]!;
    digits[at * 2 + 1] = DIGITS[bytes[at]! & 15]!;
  }
  return new TextDecoder().decode(digits);
}

/** Bytes and characters in the unit that reads best. */
export function sizeText(count: number, unit: 'bytes' | 'characters'): string {
  if (unit === 'characters') return `${count.toLocaleString('en-US')} characters`;
  if (count < 1024) return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(1)} KB`;
  return `${(count / 1024 / 1024).toFixed(1)} MB`;
}

/** Text that would be taken for a value of another kind, or for one of our own words, without quotes. */
const READS_AS_OTHER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|null|true|false|nan|empty|x'[0-9a-f]*'|-?infinity)$/i;

const BLANK_MARKS: Readonly<Record<string, string>> = { ' ': '·', '\t': '→', '\n': '↵', '\r': '␍', '\u00a0': '⍽', '\u3000': '⍽' };

/** Characters that have no shape of their own, or that of a blank: zero width, direction, tags, fillers, blanks of other widths. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Z}\ufff9-\ufffb]/u;
const codeText = (code: number): string =>
  code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;

/** A character that needs a mark: its mark and how it is drawn; null when it shows as itself. */
function markOf(text: string, at: number, edge: boolean): Piece | null {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdfff) {
    const next = text.charCodeAt(at + 1);
    const before = text.charCodeAt(at - 1);
    const isFirst = code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff;
    const isSecond = code >= 0xdc00 && before >= 0xd800 && before < 0xdc00;
    if (isFirst || isSecond) {
      const whole = text.codePointAt(isFirst ? at : at - 1)!;
      if (!INVISIBLE.test(String.fromCodePoint(whole))) return null;
      return { text: isFirst ? codeText(whole) : '', look: 'bad' };
    }
    // A lone surrogate U+DC80…U+DCFF stands for a byte that is not valid UTF-8.
    return {
      text: code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : `\\u${code.toString(16)}`,
      look: 'bad',
    };
  }
  const character = text[at]!;
  const blank = BLANK_MARKS[character];
  if (blank !== undefined && (character !== ' ' || edge)) return { text: blank, look: 'blank' };
  if (code < 0x20) return { text: String.fromCharCode(0x2400 + code), look: 'blank' };
  if (code < 0x7f) return null;
  return code < 0xa0 || INVISIBLE.test(character) ? { text: codeText(code), look: 'bad' } : null;
}

function textPieces(text: string): Piece[] {
  const lead = text.length - text.trimStart().length;
  const tail = text.trimEnd().length;
  const pieces: Piece[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const mark = markOf(text, at, at < lead || at >= tail);
    if (mark === null) {
      plain += text[at];
      continue;
    }
    if (plain !== '') pieces.push({ text: plain, look: 'plain' });
    plain = '';
    const before = pieces.at(-1);
    if (before?.look === mark.look) before.text += mark.text;
    else pieces.push(mark);
  }
  if (plain !== '') pieces.push({ text: plain, look: 'plain' });
  return pieces;
}

/** Text shortened to what is shown, never between the halves of one character. */
function shorten(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  const last = text.charCodeAt(SHOWN_CHARACTERS - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? SHOWN_CHARACTERS - 1 : SHOWN_CHARACTERS);
}

function stringPieces(text: string): Piece[] {
  if (text === '') return one('empty', 'word');
  if (text.length > SHOWN_CHARACTERS) {
    return [
      ...textPieces(shorten(text)),
      { text: '…', look: 'word' },
      { text: sizeText(text.length, 'characters'), look: 'note' },
    ];
  }
  if (!READS_AS_OTHER.test(text)) return textPieces(text);
  return [
    { text: "'", look: 'quote' },
    { text, look: 'plain' },
    { text: "'", look: 'quote' },
  ];
}

function blobPieces(bytes: Uint8Array): Piece[] {
  const shown = hexText(bytes.subarray(0, 32));
  return [
    { text: `x'${shown}${bytes.length > 32 ? '…' : ''}'`, look: 'plain' },
    { text: sizeText(bytes.length, 'bytes'), look: 'note' },
  ];
}

/**
 * A cell as it is drawn, so that values that differ look different: NULL, empty, blanks, -0, 1 and 1.0 and '1',
 * 64-bit integers to the last digit, invalid bytes.
 */
export function cellView(value: Value): CellView {
  const kind = kindOf(value);
  if (value === null) return { pieces: one('NULL', 'word'), kind, right: false };
  if (typeof value === 'boolean') return { pieces: one(String(value), 'word'), kind, right: false };
  if (typeof value === 'bigint') return { pieces: one(String(value), 'plain'), kind, right: true };
  if (typeof value === 'number') return { pieces: one(realText(value), 'plain'), kind, right: true };
  if (typeof value === 'string') return { pieces: stringPieces(value), kind, right: false };
  if (value instanceof Uint8Array) return { pieces: blobPieces(value), kind, right: false };
  if (value.type === 'json') {
    const pieces = [...textPieces(shorten(value.text)), ...(value.text.length > SHOWN_CHARACTERS ? one('…', 'word') : [])];
    return { pieces: [{ text: 'json', look: 'note' }, ...pieces], kind, right: false };
  }
  return { pieces: textPieces(value.text), kind, right: value.type === 'decimal' };
}

/** The visible characters of a cell, for its width and to tell whether two cells look alike. */
export const visibleText = (view: CellView): string => view.pieces.map((piece) => piece.text).join('');

/** A differing cell whose other side looks the same says its kind: a date beside the text of that date. */
export function withKind(view: CellView): CellView {
  return { ...view, pieces: [...view.pieces, { text: view.kind, look: 'note' }] };
}

/** The whole value as text, as it is copied: NULL as NULL, numbers as the grid shows them, blobs as x'…'. */
export function copyText(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return realText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `x'${hexText(value)}'`;
  return value.text;
}

/** The beginning of what {@link copyText} gives, without writing out all of a blob. */
export const beginningOf = (value: Value, characters: number): string =>
  copyText(value instanceof Uint8Array ? value.subarray(0, characters) : value).slice(0, characters);

/** A value as it is kept with evidence. */
export const evidenceOf = (value: Value): string => evidenceText(beginningOf(value, EVIDENCE_TEXT));

/** A tab-separated field; one with a tab, a line break or a quote is quoted as in CSV, and so is the text NULL: it is not the value. */
export function tsvField(value: Value): string {
  const text = copyText(value);
  return value === 'NULL' || /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a clipboard cannot hold of a text, after a blank; empty where it holds all: bytes that are no text become another sign there. */
export const lostInCopying = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? ' Bytes that are no text were copied as �.' : '';

/** One row as tab-separated values. */
export const rowAsTsv = (row: readonly Value[]): string => row.map(tsvField).join('\t');
