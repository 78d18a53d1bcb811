import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import fs from 'node:fs/promises';
import { parseExactJson } from '#shared/model/exactJson.ts';
import { withoutNaN } from '#shared/model/pythonJson.ts';
import { notHeld } from '../../database/held-files.ts';
import { Problem } from './problem.ts';

/** A record larger than this is named and passed over, never cut: 64 MB. */
export const LARGEST_RECORD_BYTES = 64 * 1024 * 1024;

const SHORTEN = 'Shorten it (its longest observation or cell) and import again: what is there already stays as it is';

/** What is said of a record over the limit, and what can be done. `bytes` null: how large it is, is not known. */
export const tooLarge = (bytes: number | null, limit: number): string =>
  `is too large: ${bytes === null ? 'it has more than' : `it has ${megabytes(bytes)}, and a record may have`} ${megabytes(limit)}. ${SHORTEN}`;

/** The first byte that is not UTF-8, for a message. */
function firstBadByte(bytes: Uint8Array): string {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const place = Buffer.byteLength(lenient.slice(0, lenient.indexOf('\ufffd')));
  return `byte 0x${(bytes[place] ?? 0).toString(16).padStart(2, '0')} at position ${place}`;
}

export const IS_UTF16 = 'the text is UTF-16, not UTF-8';

/** Whether a text begins with the byte order mark of UTF-16. */
export const isUtf16 = (bytes: Uint8Array): boolean =>
  bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));

/**
 * Bytes as text. A byte order mark is dropped.
 * @throws Problem for UTF-16 and for bytes that are not UTF-8
 */
export function decode(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw new Problem(IS_UTF16);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isUtf8(buffer)) {
    throw new Problem(`the text is not UTF-8 (${firstBadByte(bytes)})`, buffer.subarray(0, 400).toString('latin1'));
  }
  const text = isAscii(buffer) ? buffer.toString('latin1') : buffer.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** As {@link decode}; what is not UTF-8 is read as Windows-1252, as spreadsheets write it, and `guessed` says so. */
export function decodeLeniently(bytes: Uint8Array): { text: string; guessed: boolean } {
  try {
    return { text: decode(bytes), guessed: false };
  } catch {
    const utf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { text: new TextDecoder(utf16 ? 'utf-16' : 'windows-1252').decode(marked ? bytes.subarray(3) : bytes), guessed: true };
  }
}

/** The text's problem for a database that keeps it, or null: SQL and ids with NUL bytes end early in many tools. */
export const nulProblem = (text: string): string | null => (text.includes('\0') ? 'NUL byte in the text' : null);

/** The first bytes of a file. @throws errors of the file system */
export async function beginningOf(file: string, bytes: number): Promise<Buffer> {
  const handle = await fs.open(notHeld(file), 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A pipe would be opened only when somebody writes to it. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Devices and pipes have no end, or none in sight. */
function requireRegular(stat: Stats, limit: number): void {
  if (!stat.isFile()) throw new Problem('not a regular file');
  if (stat.size <= limit) return;
  throw new Problem(
    `the file is too large: it is read as one record, which may have ${megabytes(limit)}, and has ${megabytes(stat.size)}. Shorten it and try again`,
  );
}

/**
 * A whole file's bytes.
 * @throws Problem where it is larger than a record may be, or no regular file; errors of the file system
 */
export async function readBytes(file: string, limit = LARGEST_RECORD_BYTES): Promise<Buffer> {
  const handle = await fs.open(notHeld(file), READ_ONLY);
  try {
    requireRegular(await handle.stat(), limit);
    const bytes = await handle.readFile();
    if (bytes.length > limit) throw new Problem('the file grew while it was read');
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The same at once, for the few small files of which a connection is made. @throws as {@link readBytes} */
export function readBytesSync(file: string, limit = LARGEST_RECORD_BYTES): Buffer {
  const handle = openSync(notHeld(file), READ_ONLY);
  try {
    requireRegular(fstatSync(handle), limit);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A whole file's text. @throws as {@link readBytes} and {@link decode} */
export const readText = async (file: string, limit = LARGEST_RECORD_BYTES): Promise<string> =>
  decode(await readBytes(file, limit));

/**
 * Parses JSON, as Python writes it too. Whole numbers that JavaScript would round are their text.
 * @throws Problem that says where it breaks
 */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (/NaN|Infinity/.test(text)) {
      try {
        return parseExactJson(withoutNaN(text));
      } catch {
        // The first error says more.
      }
    }
    const reason = `not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw new Problem(nulProblem(text) ?? reason.replace(/\s+/g, ' '), text.slice(0, 400), error);
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

/** A name that may stand for a file of its own: no separators, no way up, nothing that a file system takes specially. */
export const isPlainName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= 200 &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  !/[/\\\u0000-\u001f]/.test(name) &&
  name !== '.' &&
  name !== '..';
