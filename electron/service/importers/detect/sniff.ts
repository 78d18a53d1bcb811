import { delimiterOf } from '../column-mapping.ts';
import { csvRecords } from '../sources/csv.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { systemProblem } from '../sources/problem.ts';
import { beginningOf } from '../sources/text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

/** Answers null where the file cannot be read: recognising never fails. */
async function orNull<T>(look: () => Promise<T | null>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (systemProblem(error) === null) throw error;
    return null;
  }
}

/** Broken records at the beginning that are passed over to recognise a file by a whole one. */
const MOST_BROKEN = 20;

/** What a JSON file begins with: the first element of an array, or the first entry of an object. */
export const firstElement = (file: string): Promise<{ key: string | null; value: unknown } | null> =>
  orNull(async () => {
    let broken = 0;
    for await (const element of jsonElements(file)) {
      if ('value' in element) return element;
      if (++broken === MOST_BROKEN) break;
    }
    return null;
  });

/** The first keys of a JSON object. */
export const firstKeys = (file: string, most = 12): Promise<string[] | null> =>
  orNull(async () => {
    const keys: string[] = [];
    for await (const element of jsonElements(file)) {
      if ('problem' in element || element.key === null) break;
      if (keys.push(element.key) >= most) break;
    }
    return keys;
  });

/** The first record of a JSONL file (or JSON array) that is an object. */
export const firstRecord = (file: string): Promise<JsonObject | null> =>
  orNull(async () => {
    let broken = 0;
    for await (const read of jsonRecords(file)) {
      if ('value' in read) return asObject(read.value);
      if (++broken === MOST_BROKEN) break;
    }
    return null;
  });

export const csvHeader = (file: string): Promise<string[] | null> =>
  orNull(async () => {
    for await (const read of csvRecords(file, await delimiterOf(file)))
      return 'problem' in read ? null : read.cells.map((cell) => cell.trim());
    return null;
  });

const HEAD_BYTES = 64 * 1024;

/** The beginning of a text file; the last line may be cut. */
export const head = (file: string): Promise<string | null> =>
  orNull(async () => (await beginningOf(file, HEAD_BYTES)).toString('utf8'));

const SQL_LINE = /^\s*(?:select|with|--|insert|update|delete|values|\()/i;

/** Whether a text has one SQL a line: several lines, nearly all of which begin as SQL does. */
export function looksLikeSqlLines(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 3) return false;
  const complete = lines.slice(0, -1);
  return complete.filter((line) => SQL_LINE.test(line)).length >= complete.length * 0.8;
}
