import fs from 'node:fs';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { isPlainName } from '../importers/sources/text.ts';

/** Pieces gathered before a file is written to. */
const BUFFERED_BYTES = 1 << 18;

/** Opens a file that is not there yet; null where it is. */
function newFile(place: string): number | null {
  try {
    return fs.openSync(place, 'wx');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null;
    throw error;
  }
}

/**
 * Writes an export into its folder and nowhere else: names come from imported files, so each part of them is checked. A
 * record whose name cannot be a file's is left out and named.
 */
export class ExportWriter {
  readonly #directory: string;
  /** Files and folders that were made, for the case that not all of them can be. */
  readonly #made: string[] = [];
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
    this.#makeFolder(this.#directory);
  }

  #makeFolder(folder: string): void {
    const first = fs.mkdirSync(folder, { recursive: true });
    if (first !== undefined) this.#made.push(first);
  }

  /** Takes away what was written: half an export looks like a whole one, and stands in the way of the next. */
  discard(): void {
    for (const place of this.#made) fs.rmSync(place, { recursive: true, force: true });
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
    this.#makeFolder(path.dirname(place));
    const handle = newFile(place);
    if (handle === null) {
      this.left.push(`${name}: two records would have this file`);
      return;
    }
    this.#made.push(place);
    try {
      fs.writeFileSync(handle, content);
    } finally {
      fs.closeSync(handle);
    }
    this.files++;
    this.records++;
  }

  /** One file for many records, written piece by piece: what `pieces` yields, with what stands before, between and after. */
  joined(name: string, pieces: Iterable<string>, { before = '', between = '', after = '' } = {}): void {
    const place = this.#placeOf(name);
    if (place === null) return;
    this.#makeFolder(path.dirname(place));
    const handle = fs.openSync(place, 'wx');
    this.#made.push(place);
    let buffered = before;
    let first = true;
    try {
      for (const piece of pieces) {
        buffered += first ? piece : between + piece;
        first = false;
        this.records++;
        if (buffered.length >= BUFFERED_BYTES) {
          // Unlike writeSync, it does not end with a part where the disk is full.
          fs.writeFileSync(handle, buffered);
          buffered = '';
        }
      }
      fs.writeFileSync(handle, buffered + after);
    } finally {
      fs.closeSync(handle);
    }
    this.files++;
  }
}

export type Exported = { files: number; records: number; left: string[] };

/** Writes an export, or nothing of it where that fails or is cancelled. @throws as {@link ExportWriter}, and errors of the file system */
export async function withWriter(directory: string, write: (writer: ExportWriter) => Promise<void> | void): Promise<Exported> {
  const writer = new ExportWriter(directory);
  try {
    await write(writer);
  } catch (error) {
    writer.discard();
    throw error;
  }
  return { files: writer.files, records: writer.records, left: writer.left };
}
