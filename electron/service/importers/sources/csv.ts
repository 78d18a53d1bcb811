import fs from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { notHeld } from '../../database/held-files.ts';
import { Problem } from './problem.ts';
import { beginningOf, decode, IS_UTF16, isUtf16, LARGEST_RECORD_BYTES, tooLarge } from './text.ts';

/** One record of a CSV file with the line on which it ends, or why it is none. */
export type CsvRead =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: Problem };

/** UTF-8's byte order mark, as spreadsheets write it. */
const BOM = Buffer.from('\ufeff');

const problemOf = (error: CsvError): Problem => {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new Problem('a quote is opened and never closed: everything after it is one cell');
    case 'CSV_MAX_RECORD_SIZE':
      return new Problem(`the record ${tooLarge(null, LARGEST_RECORD_BYTES)}`);
    default:
      return new Problem(`not CSV: ${error.message}`);
  }
};

/** The records of a CSV or TSV file, streamed; the first is the header. Uneven rows are for the caller to judge. */
export async function* csvRecords(file: string, delimiter = ',', limit = LARGEST_RECORD_BYTES): AsyncGenerator<CsvRead> {
  const first = await beginningOf(file, BOM.length);
  if (isUtf16(first)) {
    yield { line: 1, problem: new Problem(IS_UTF16) };
    return;
  }
  const parser = parse({
    delimiter,
    encoding: null,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: limit,
  });
  // Unlike pipe, this hands an error of the file on to whoever reads the parser.
  // The parser's own way with byte order marks would turn cells into texts before their encoding is checked.
  pipeline(fs.createReadStream(notHeld(file), { start: first.equals(BOM) ? BOM.length : 0 }), parser, () => {});
  let last = 0;
  try {
    for await (const read of parser as AsyncIterable<{ record: Buffer[]; info: { lines: number } }>) {
      const line = read.info.lines;
      last = line;
      try {
        yield { line, cells: read.record.map((cell) => decode(cell)) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        yield { line, problem: error };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: typeof error.lines === 'number' ? error.lines : last + 1, problem: problemOf(error) };
  }
}

/** A result table's text as header and rows of text cells. Rows may be uneven. @throws Problem */
export function parseTable(text: string, delimiter = ','): { columns: string[]; rows: string[][] } {
  if (!text.includes('"')) {
    const [columns = [], ...rows] = plainTable(text, delimiter);
    return { columns, rows };
  }
  try {
    const [columns = [], ...rows] = parseWhole(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
    return { columns, rows };
  } catch (error) {
    if (error instanceof CsvError) throw problemOf(error);
    throw error;
  }
}

/** The cells of a CSV text without quotes, as the parser would give them: result tables of logs are many and large. */
function plainTable(text: string, delimiter: string): string[][] {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (body === '') return [];
  const lines = body.split(/\r\n|\n|\r/.exec(body)?.[0] ?? '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split(delimiter));
}

/** A cell as CSV. */
export const csvCell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
