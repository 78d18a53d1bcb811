import fs from 'node:fs';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { isPlainName } from '../importers/sources/text.ts';

/** Pieces gathered before a file is written to. */
const BUFFERED_BYTES = 1 << 18;

/**
 * Writes an export into its folder and nowhere else: names come from imported files, so each part of them is checked. A
 * record whose name cannot be a file's is left out and named.
 */
export class ExportWriter {
  readonly #directory: string;
  readonly left: string[] = [];
  files = 0;
  records = 0;

  /** @throws AssayError INVALID_INPUT where the folder holds something */
  constructor(directory: string) {
    this.#directory = path.resolve(directory);
    if (
      fs.existsSync(this.#directory) &&
      (!fs.statSync(this.#directory).isDirectory() || fs.readdirSync(this.#directory).length > 0)
    ) {
      throw new AssayError('INVALID_INPUT', `${path.basename(directory)} exists and is not an empty folder.`, {
        next: 'Choose a new or an empty folder: an export overwrites nothing.',
      });
    }
    fs.mkdirSync(this.#directory, { recursive: true });
  }

  #placeOf(name: string): string | null {
    const parts = name.split('/');
    if (parts.length > 8 || !parts.every(isPlainName)) {
      this.left.push(name);
      return null;
    }
    return path.join(this.#directory, ...parts);
  }

  /** One file for one record; a file that is there already is not written twice. */
  file(name: string, content: string | Buffer): void {
    const place = this.#placeOf(name);
    if (place === null) return;
    fs.mkdirSync(path.dirname(place), { recursive: true });
    try {
      fs.writeFileSync(place, content, { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      this.left.push(`${name}: two records would have this file`);
      return;
    }
    this.files++;
    this.records++;
  }

  /** One file for many records, written piece by piece: what `pieces` yields, with what stands before, between and after. */
  joined(name: string, pieces: Iterable<string>, { before = '', between = '', after = '' } = {}): void {
    const place = this.#placeOf(name);
    if (place === null) return;
    fs.mkdirSync(path.dirname(place), { recursive: true });
    const handle = fs.openSync(place, 'wx');
    let buffered = before;
    let first = true;
    try {
      for (const piece of pieces) {
        buffered += first ? piece : between + piece;
        first = false;
        this.records++;
        if (buffered.length >= BUFFERED_BYTES) {
          fs.writeSync(handle, buffered);
          buffered = '';
        }
      }
      fs.writeSync(handle, buffered + after);
    } finally {
      fs.closeSync(handle);
    }
    this.files++;
  }
}
