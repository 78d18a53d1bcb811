import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { notHeld } from '../../database/held-files.ts';
import { Problem } from './problem.ts';
import { salvageEntries, salvageObjects } from './salvage.ts';
import { decode, IS_UTF16, LARGEST_RECORD_BYTES, parseJson, tooLarge } from './text.ts';

/** An element of the outermost JSON array, or an entry of the outermost object, on its own. */
export type JsonElement = {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** The entry's key; null in an array. */
  readonly key: string | null;
  readonly text: string;
  readonly value: unknown;
};
export type JsonElementRead =
  | JsonElement
  | {
      readonly line: number;
      readonly key: null;
      readonly problem: Problem;
      /** Only a bracket or comma too many: no record stands behind the problem. */
      readonly isStray?: boolean;
      /** The broken text and what it stands in, where other records may be in it. */
      readonly broken?: { readonly text: string; readonly outer: Outer };
    };
type Outer = 'array' | 'object';

/** Smaller files are read whole: a folder of logs has very many of them. */
const READ_AT_ONCE = 4 * 1024 * 1024;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/**
 * Finds where elements begin and end, by counting brackets outside of strings; what stands between is parsed by JSON.parse.
 * A streaming parser would end at the first fault and hold no limit for one element; here a broken element costs only
 * itself, and two entries with the same key are both seen.
 */
export class ElementSplitter {
  readonly #limit: number;
  #outer: Outer | null = null;
  #closed = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #held: Buffer[] = [];
  #length = 0;
  #startLine = 1;
  #stopped = false;
  /** Something follows the bracket that closed the whole: it is held, since records may be in it. */
  #hasTail = false;

  readonly #inside: string | null;

  /** `inside`: the elements of the array that the outermost object has under this key, instead of its own entries. */
  constructor(limit = LARGEST_RECORD_BYTES, inside: string | null = null) {
    this.#limit = limit;
    this.#inside = inside;
  }

  /** Takes the next bytes; answers what they complete. */
  push(chunk: Buffer): JsonElementRead[] {
    const found: JsonElementRead[] = [];
    let from = -1;
    const hold = (to: number) => {
      if (from === -1) return;
      this.#length += to - from;
      if (this.#length <= this.#limit) this.#held.push(chunk.subarray(from, to));
      else this.#held = [];
      from = -1;
    };
    if (this.#length > 0 || this.#inString) from = 0;
    for (let index = 0; index < chunk.length && !this.#stopped && !this.#hasTail; index++) {
      const byte = chunk[index]!;
      if (byte === NEWLINE) this.#line++;
      if (this.#outer === null) {
        this.#open(byte, found);
        continue;
      }
      if (this.#closed) {
        if (!isSpace(byte)) {
          this.#hasTail = true;
          this.#startLine = this.#line;
          from = index;
          break;
        }
        continue;
      }
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else index = this.#passString(chunk, index);
        continue;
      }
      const ends = this.#depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT);
      if (ends) {
        hold(index);
        const last = byte !== COMMA;
        if (this.#length > 0 && this.#inside !== null && !this.#inner) this.#drop();
        else if (this.#length > 0) found.push(this.#element());
        else if (!last || this.#afterComma) found.push(this.#problem(new Problem('nothing stands between two commas')));
        this.#afterComma = !last;
        if (last) {
          this.#closed = true;
          // What follows the wanted array is the rest of the outermost object.
          if (this.#inner) this.#stopped = true;
        }
        continue;
      }
      if (from === -1 && this.#length === 0) {
        if (isSpace(byte)) continue;
        from = index;
        this.#startLine = this.#line;
      }
      if (byte === OPEN_ARRAY && this.#depth === 0 && this.#inside !== null) {
        hold(index);
        if (this.#isInside()) {
          this.#drop();
          this.#outer = 'array';
          this.#inner = true;
          continue;
        }
        from = index;
      }
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#depth++;
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth--;
    }
    hold(chunk.length);
    return found;
  }

  /**
   * Goes to the next quote from `from` within a string, or to the end; answers the place that was reached. Nearly all bytes
   * of a log stand in long strings, so they are searched rather than looked at one by one.
   */
  #passString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote;
    for (let line = chunk.indexOf(NEWLINE, from + 1); line !== -1 && line < end; line = chunk.indexOf(NEWLINE, line + 1)) {
      this.#line++;
    }
    let slashes = 0;
    while (end - slashes > from && chunk[end - slashes - 1] === BACKSLASH) slashes++;
    const isEscaped = slashes % 2 === 1;
    if (quote === -1) this.#escaped = isEscaped;
    else this.#inString = isEscaped;
    return end;
  }

  #afterComma = false;
  #inner = false;

  #drop(): void {
    this.#held = [];
    this.#length = 0;
  }

  /** Whether what is held so far is the key under which the wanted array stands. */
  #isInside(): boolean {
    if (this.#inner || this.#length > 1_000) return false;
    return Buffer.concat(this.#held).toString('utf8').replace(/\s/g, '') === `${JSON.stringify(this.#inside)}:`;
  }

  /** Says what is missing at the end of the input. */
  end(): JsonElementRead[] {
    if (this.#stopped || (this.#closed && !this.#hasTail)) return [];
    if (this.#outer === null) return [this.#problem(new Problem('the file is empty'))];
    const rest = Buffer.concat(this.#held).toString('utf8');
    const problem = this.#hasTail
      ? new Problem('text after the end of the JSON', rest.slice(0, 200))
      : new Problem('the JSON ends in the middle: was the file cut off?', rest.slice(-400));
    // Cut behind a whole element, which then is read like any other. A number may go on behind the cut.
    if (!this.#hasTail && this.#depth === 0 && !this.#inString && /["}\]]\s*$/.test(rest)) {
      const element = this.#element();
      if ('value' in element) return [element, { line: this.#line, key: null, problem }];
    }
    const line = this.#length > 0 ? this.#startLine : this.#line;
    return [{ line, key: null, problem, broken: { text: rest, outer: this.#outer } }];
  }

  #open(byte: number, found: JsonElementRead[]): void {
    const isMark = byte === 0xef || byte === 0xbb || byte === 0xbf;
    if (isSpace(byte) || isMark) return;
    if (byte === OPEN_ARRAY) this.#outer = 'array';
    else if (byte === OPEN_OBJECT) this.#outer = 'object';
    else {
      const wide = byte === 0xff || byte === 0xfe;
      found.push(this.#problem(new Problem(wide ? IS_UTF16 : 'the file holds no JSON array or object')));
      this.#stopped = true;
    }
  }

  #problem(problem: Problem): JsonElementRead {
    return { line: this.#line, key: null, problem };
  }

  #element(): JsonElementRead {
    const line = this.#startLine;
    const length = this.#length;
    const bytes = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    this.#held = [];
    this.#length = 0;
    if (length > this.#limit) {
      return {
        line,
        key: null,
        problem: new Problem(`the record ${tooLarge(length, this.#limit)}`),
      };
    }
    let text = '';
    try {
      text = decode(bytes).trimEnd();
      if (this.#outer === 'array') return { line, key: null, text, value: parseJson(text) };
      const [[key, value] = []] = Object.entries(parseJson(`{${text}}`) as Record<string, unknown>);
      if (key === undefined) throw new Problem('no entry of a JSON object', text);
      return { line, key, text, value };
    } catch (error) {
      if (error instanceof Problem) return { line, key: null, problem: error, broken: { text, outer: this.#outer! } };
      throw error;
    }
  }
}

/**
 * The elements of a JSON file's outermost array or object, streamed. Faults are answered in their place, none is thrown; of a
 * text whose brackets or quotes do not fit, what can be made out behind the fault is read too.
 */
export async function* jsonElements(
  file: string,
  limit = LARGEST_RECORD_BYTES,
  inside: string | null = null,
): AsyncGenerator<JsonElementRead> {
  let like: string | null = null;
  for await (const read of splitElements(file, limit, inside)) {
    if ('value' in read) {
      like ??= firstKeyOf(read);
      yield read;
    } else yield* salvaged(read, like);
  }
}

const firstKeyOf = ({ key, text }: JsonElement): string | null =>
  key === null ? (/^\{\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? null) : null;

/** The records that can be read in a broken text, with a problem for each stretch between; the problem alone without any. */
function salvaged(read: Exclude<JsonElementRead, JsonElement>, like: string | null): JsonElementRead[] {
  const { broken, ...problem } = read;
  if (broken === undefined) return [problem];
  const stretches = broken.outer === 'array' ? salvageObjects(broken.text, like) : salvageEntries(broken.text);
  if (stretches.length === 0) return [problem];
  let line = read.line;
  let at = 0;
  const isStray = stretches.every(({ found }) => found !== null);
  const all = stretches.map(({ offset, text, found }): JsonElementRead => {
    line += broken.text.slice(at, offset).split('\n').length - 1;
    at = offset;
    if (found !== null) return { line, key: found.key, text, value: found.value };
    return {
      line,
      key: null,
      problem: new Problem('not valid JSON: its brackets, quotes or commas do not fit', text.trim().slice(0, 400)),
    };
  });
  return isStray ? [{ ...problem, isStray }, ...all] : all;
}

async function* splitElements(file: string, limit: number, inside: string | null): AsyncGenerator<JsonElementRead> {
  const splitter = new ElementSplitter(limit, inside);
  if (fs.statSync(file).size <= READ_AT_ONCE) {
    yield* splitter.push(await fsp.readFile(notHeld(file)));
    yield* splitter.end();
    return;
  }
  for await (const chunk of fs.createReadStream(notHeld(file), { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    yield* splitter.push(chunk);
  }
  yield* splitter.end();
}
