import { z } from 'zod';
import { type Code, type Codebook, codeSchema } from '../../model/codebook.ts';
import { csvText } from './csv.ts';

/** Columns of a codebook as CSV. Examples stand one a line in their cell; strata and successors are parted by `;`. */
const CODEBOOK_COLUMNS = [
  'code',
  'title',
  'type',
  'definition',
  'examples',
  'strata',
  'retired',
  'replaced_by',
  'changed_in',
] as const;

export const codebookCsv = ({ codes }: Codebook): string =>
  csvText(
    CODEBOOK_COLUMNS,
    codes.map((code) => [
      code.code,
      code.title,
      code.group,
      code.definition,
      code.examples.join('\n'),
      code.strata === null ? 'all' : code.strata.join(';'),
      code.retired,
      code.replacedBy.join(';'),
      code.changedIn,
    ]),
  );

export const codebookJson = (codebook: Codebook): string =>
  `${JSON.stringify({ format: 'assay/codebook', version: 1, codebook }, null, 2)}\n`;

const fileSchema = z.object({
  format: z.literal('assay/codebook'),
  version: z.literal(1),
  codebook: z.object({ name: z.string().min(1), codes: z.array(codeSchema).min(1) }),
});

/** What a file says of a codebook: its name and its codes. */
export type ReadCodebook = { readonly name: string; readonly codes: Code[] };

/** @throws Error with what is wrong. */
export function readCodebookJson(text: string): ReadCodebook {
  const read = fileSchema.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return read.data.codebook;
}

/** Takes away the apostrophe that keeps spreadsheets from running a text (see csv.ts). */
const plain = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
const list = (cell: string, by: string | RegExp) =>
  cell
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Reads the records of a CSV file, the header among them. Only `code` and `title` must be there.
 * @throws Error with the line that cannot be read.
 */
export function readCodebookRecords([header, ...records]: readonly (readonly string[])[], name: string): ReadCodebook {
  const at = (column: (typeof CODEBOOK_COLUMNS)[number]) => header?.map((each) => each.trim()).indexOf(column) ?? -1;
  for (const column of ['code', 'title'] as const) {
    if (at(column) === -1) throw new Error(`The column ${column} is missing.`);
  }
  const codes = records.map((record, index): Code => {
    const cell = (column: (typeof CODEBOOK_COLUMNS)[number]) => plain(record[at(column)] ?? '').trim();
    if (cell('code') === '') throw new Error(`Line ${index + 2} names no code.`);
    const retired = cell('retired').toLowerCase();
    if (!['', 'true', 'false'].includes(retired))
      throw new Error(`Line ${index + 2}: retired is true or false, not “${retired}”.`);
    const strata = cell('strata');
    return {
      code: cell('code'),
      title: cell('title') === '' ? cell('code') : cell('title'),
      definition: cell('definition'),
      examples: list(cell('examples'), /\r?\n/),
      strata: strata === '' || strata === 'all' ? null : list(strata, ';'),
      retired: retired === 'true',
      group: cell('type'),
      replacedBy: list(cell('replaced_by'), ';'),
      changedIn: 1,
    };
  });
  if (codes.length === 0) throw new Error('The file holds no code.');
  return { name, codes };
}
