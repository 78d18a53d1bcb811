import fs from 'node:fs';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ImportPreview } from '#shared/contract/import.ts';
import type { Receipt, Rejection } from '#shared/model/receipt.ts';

/** What reading one item came to: receipts and, for a preview, its first records. */
export type Imported = Pick<ImportPreview, 'receipts' | 'firstTen' | 'without'>;

/** A file larger than this is not read in one piece; it is refused by name, never cut. */
const LARGEST_FILE_BYTES = 400 * 1024 * 1024;

/** The bytes of a whole file. @throws AssayError IMPORT_REFUSED where it cannot be read or is too large. */
export function readBytes(file: string): Buffer {
  let size: number;
  try {
    size = fs.statSync(file).size;
  } catch (error) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(file)} cannot be read.`, {
      next: 'Check that it exists.',
      cause: error,
    });
  }
  if (size > LARGEST_FILE_BYTES) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(file)} is too large to read (${Math.round(size / 1e6)} MB).`, {
      next: `Split it into files below ${LARGEST_FILE_BYTES / 1024 / 1024} MB.`,
    });
  }
  return fs.readFileSync(file);
}

/** UTF-8 as text, a byte order mark dropped; null where the bytes are no UTF-8. Nothing is replaced in silence. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses a whole JSON file; the refusal says where it breaks. */
export function readJson(file: string): unknown {
  const text = decodeUtf8(readBytes(file));
  if (text === null) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(file)} is not valid UTF-8.`, {
      next: 'Save it as UTF-8. Nothing was imported.',
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AssayError(
      'IMPORT_REFUSED',
      `${path.basename(file)} is not valid JSON: ${error instanceof Error ? error.message : error}`,
      {
        next: 'Was the file cut off in copying? Nothing was imported.',
      },
    );
  }
}

const EXCERPT_CHARACTERS = 160;

/** A text shortened for a receipt, on one line. */
export function excerpt(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).replace(/\s+/g, ' ');
  return text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text;
}

/** Keeps the count for one file, so that read = kept + unchanged + rejected by construction. */
export class Tally {
  readonly #what: string;
  readonly #file: string;
  #kept = 0;
  #unchanged = 0;
  #cleaned = 0;
  readonly #rejections: Rejection[] = [];
  readonly #notes: string[] = [];

  constructor(what: string, file: string) {
    this.#what = what;
    this.#file = file;
  }

  keep(): void {
    this.#kept++;
  }

  unchanged(): void {
    this.#unchanged++;
  }

  cleaned(): void {
    this.#cleaned++;
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  reject(rejection: { line?: number; key?: string; reason: string; text: unknown }): void {
    this.#rejections.push({
      file: this.#file,
      line: rejection.line ?? null,
      key: rejection.key ?? null,
      reason: rejection.reason,
      excerpt: excerpt(rejection.text),
    });
  }

  receipt(): Receipt {
    const rejected = this.#rejections.length;
    return {
      what: this.#what,
      file: this.#file,
      read: this.#kept + this.#unchanged + rejected,
      kept: this.#kept,
      unchanged: this.#unchanged,
      rejected,
      rejections: this.#rejections,
      cleaned: this.#cleaned,
      notes: this.#notes,
    };
  }
}
