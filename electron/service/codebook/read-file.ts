import path from 'node:path';
import { type ReadCodebook, readCodebookJson, readCodebookRecords } from '#shared/analysis/tables/codebook.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { parseTable } from '../importers/sources/csv.ts';
import { systemProblem } from '../importers/sources/problem.ts';
import { readText } from '../importers/sources/text.ts';

const LARGEST_CODEBOOK_BYTES = 4 * 1024 * 1024;

/** What parts the cells of a header: spreadsheets write semicolons where the comma parts decimals. */
const delimiterOf = (text: string): string => {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';
};

/** A codebook from a JSON or CSV file, by its ending. @throws AssayError INVALID_INPUT with what is wrong */
export async function readCodebookFile(file: string): Promise<ReadCodebook> {
  const name = path.parse(file).name;
  try {
    const text = await readText(file, LARGEST_CODEBOOK_BYTES);
    if (path.extname(file).toLowerCase() !== '.csv') return readCodebookJson(text);
    const { columns, rows } = parseTable(text, delimiterOf(text));
    return readCodebookRecords([columns, ...rows], name);
  } catch (error) {
    const problem = systemProblem(error) ?? error;
    throw new AssayError(
      'INVALID_INPUT',
      `${path.basename(file)} is no codebook: ${problem instanceof Error ? problem.message : problem}`,
      {
        next: 'Export one to see the form: JSON, or CSV with at least the columns code and title.',
        cause: error,
      },
    );
  }
}
