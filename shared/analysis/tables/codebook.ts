import { z } from 'zod';
import type { Code, Codebook } from '../../model/codebook.ts';
import { adoptedCodeSchema, codebookNameSchema, withoutEarlier } from '../../model/codebookChange.ts';
import { repeatedKey } from '../../model/repeatedKey.ts';
import { csvText, plainText } from './csv.ts';

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
      strataCell(code.strata),
      code.retired,
      code.replacedBy.join(';'),
      code.changedIn,
    ]),
  );

export const codebookJson = ({ codes, ...codebook }: Codebook): string => {
  const file = { format: 'assay/codebook', version: 1, codebook: { ...codebook, codes: codes.map(withoutEarlier) } };
  return `${JSON.stringify(file, null, 2)}\n`;
};

const formatSchema = z.object({ format: z.literal('assay/codebook') });
const versionSchema = z.object({ version: z.literal(1) });
const fileSchema = z.object({
  codebook: z.object({ name: codebookNameSchema, codes: z.array(adoptedCodeSchema).min(1, 'The file holds no code.') }),
});

/** What a file says of a codebook: its name and its codes. */
export type ReadCodebook = { readonly name: string; readonly codes: Code[] };

/** More is not told at once. */
const TOLD_PROBLEMS = 3;

/** What is wrong, the first few of it, each with its place. */
function problemsText(issues: readonly { readonly message: string; readonly place: string }[]): string {
  const told = issues.slice(0, TOLD_PROBLEMS).map(({ message, place }) => (place === '' ? message : `${place}: ${message}`));
  return issues.length > TOLD_PROBLEMS ? `${told.join(' ')} And ${issues.length - TOLD_PROBLEMS} more.` : told.join(' ');
}

/** @throws Error with what is wrong. */
export function readCodebookJson(text: string): ReadCodebook {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not valid JSON: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  // Of another file everything is wrong; that it is another says it all.
  if (!formatSchema.safeParse(parsed).success) throw new Error('The format of one is “assay/codebook”, which it does not name.');
  if (!versionSchema.safeParse(parsed).success) throw new Error('Its version is not 1: it is of a newer Assay, or of none.');
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new Error(`Line ${repeated.line}: “${repeated.key}” stands twice in one object.`);
  const read = fileSchema.safeParse(parsed, { error: (issue) => typeProblem(issue.code, issue.expected, issue.input) });
  if (read.success) return read.data.codebook;
  throw new Error(problemsText(read.error.issues.map(({ message, path }) => ({ message, place: placeOf(path) }))));
}

/** What a value is to be instead, in plain words; undefined of what is wrong otherwise. */
function typeProblem(code: string | undefined, expected: unknown, input: unknown): string | undefined {
  if (code !== 'invalid_type') return undefined;
  if (input === undefined) return 'It is missing.';
  const wanted = { string: 'a text', array: 'a list', object: 'an object', boolean: 'true or false' }[String(expected)];
  return `It is to be ${wanted ?? 'a whole number'}.`;
}

/** Where in the file: the code by its number, all else by its keys. */
const placeOf = ([codebook, list, at, ...within]: readonly PropertyKey[]): string =>
  (list === 'codes' && typeof at === 'number' ? [`Code ${at + 1}`, ...within] : [codebook, list])
    .filter((step) => step !== undefined)
    .map((step) => (typeof step === 'number' ? step + 1 : String(step)))
    .join(', ');

const list = (cell: string, by: string | RegExp) =>
  cell
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

type Column = (typeof CODEBOOK_COLUMNS)[number];
const isColumn = (name: string): name is Column => (CODEBOOK_COLUMNS as readonly string[]).includes(name);

/** The place of each column. @throws Error where one is missing, unknown or there twice */
function columnsOf(header: readonly string[], records: readonly (readonly string[])[]): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [at, cell] of header.entries()) {
    const name = cell.trim().toLowerCase();
    if (isColumn(name)) {
      if (columns.has(name)) throw new Error(`The column ${name} is there twice.`);
      columns.set(name, at);
    } else if (name !== '' || records.some((record) => (record[at] ?? '').trim() !== '')) {
      throw new Error(
        `The column “${cell.trim()}” is none of a codebook: ${CODEBOOK_COLUMNS.join(', ')}. Take it out, or rename it.`,
      );
    }
  }
  for (const column of ['code', 'title'] as const) {
    if (!columns.has(column)) throw new Error(`The column ${column} is missing.`);
  }
  return columns;
}

/** Strata as a cell tells them: in `all`, in `none`, or in those that it names. */
const strataCell = (strata: Code['strata']) => (strata === null ? 'all' : strata.length === 0 ? 'none' : strata.join(';'));
const strataOf = (cell: string) => (cell === '' || cell === 'all' ? null : cell === 'none' ? [] : list(cell, ';'));

/**
 * Reads the records of a CSV file, the header among them. Only `code` and `title` must be there; nothing else may be.
 * @throws Error with the record that cannot be read.
 */
export function readCodebookRecords([header = [], ...records]: readonly (readonly string[])[], name: string): ReadCodebook {
  const columns = columnsOf(header, records);
  const codes: Code[] = [];
  const problems: { message: string; place: string }[] = [];
  for (const [index, record] of records.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue;
    const cell = (column: Column) => plainText((record[columns.get(column) ?? -1] ?? '').trim()).trim();
    const code = cell('code');
    const place = `Record ${index + 1}${code === '' ? '' : ` (${code.slice(0, 24)})`}`;
    const retired = cell('retired').toLowerCase();
    if (record.slice(header.length).some((each) => each.trim() !== '')) {
      problems.push({ place, message: `It has ${record.length} cells, and the header ${header.length}.` });
    } else if (code === '') problems.push({ place, message: 'It names no code.' });
    else if (!['', 'true', 'false'].includes(retired)) {
      problems.push({ place, message: `retired is true or false, not “${retired}”.` });
    } else {
      const read = adoptedCodeSchema.safeParse({
        code,
        title: cell('title') === '' ? code : cell('title'),
        definition: cell('definition'),
        examples: list(cell('examples'), /\r?\n/),
        strata: strataOf(cell('strata')),
        retired: retired === 'true',
        group: cell('type'),
        replacedBy: list(cell('replaced_by'), ';'),
        changedIn: 1,
      });
      if (read.success) codes.push(read.data);
      else
        problems.push(...read.error.issues.map(({ message, path }) => ({ message, place: `${place}, ${path[0]?.toString()}` })));
    }
  }
  if (problems.length > 0) throw new Error(problemsText(problems));
  if (codes.length === 0) throw new Error('The file holds no code.');
  return { name, codes };
}
