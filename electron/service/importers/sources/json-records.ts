import { jsonElements } from './json-elements.ts';
import { linesOf } from './lines.ts';
import { Problem } from './problem.ts';
import { beginningOf, decode, parseJson } from './text.ts';

/** One JSON record of a file that is a JSON array or has one JSON value a line. */
export type JsonRecord = { readonly line: number; readonly text: string; readonly value: unknown };
export type JsonRecordRead = JsonRecord | { readonly line: number; readonly problem: Problem };

/** The records of a JSONL file. Blank lines are passed over; a broken line costs only itself. */
export async function* jsonLines(file: string, limit?: number): AsyncGenerator<JsonRecordRead> {
  for await (const read of linesOf(file, limit)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    try {
      const text = decode(read.bytes).trim();
      if (text !== '') yield { line: read.line, text, value: parseJson(text) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      yield { line: read.line, problem: error };
    }
  }
}

/** The first character that is no space, which tells an array from lines. */
export const firstCharacter = async (file: string): Promise<string> =>
  (await beginningOf(file, 4_096))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .charAt(0);

/** The records of a JSON array or of a JSONL file, whatever the file's name says. */
export async function* jsonRecords(file: string, limit?: number): AsyncGenerator<JsonRecordRead> {
  if ((await firstCharacter(file)) === '[') yield* jsonElements(file, limit);
  else yield* jsonLines(file, limit);
}
