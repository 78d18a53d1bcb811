import fs from 'node:fs';
import { notHeld } from '../../database/held-files.ts';
import { Problem } from './problem.ts';
import { LARGEST_RECORD_BYTES, tooLarge } from './text.ts';

/** A line's bytes without its ending, or why it has none. Lines count from 1. */
export type Line = { readonly line: number; readonly bytes: Buffer } | { readonly line: number; readonly problem: Problem };

const NEWLINE = 10;
const RETURN = 13;

/**
 * The lines of a file, streamed. The newline at the end closes the last line and opens none. A line longer than the limit
 * is passed over without being held.
 */
export async function* linesOf(file: string, limit = LARGEST_RECORD_BYTES): AsyncGenerator<Line> {
  let line = 1;
  let held: Buffer[] = [];
  let length = 0;
  const finish = (): Line => {
    const found: Line =
      length > limit
        ? { line, problem: new Problem(`the line ${tooLarge(length, limit)}`, beginning) }
        : { line, bytes: withoutReturn(Buffer.concat(held)) };
    line++;
    held = [];
    length = 0;
    beginning = '';
    return found;
  };
  let beginning = '';
  const add = (piece: Buffer) => {
    if (length === 0) beginning = piece.subarray(0, 200).toString('utf8');
    length += piece.length;
    if (length <= limit) held.push(piece);
    else held = [];
  };
  for await (const chunk of fs.createReadStream(notHeld(file), { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      yield finish();
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

const withoutReturn = (bytes: Buffer): Buffer => (bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes);
