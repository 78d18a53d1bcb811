import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ColumnMapping, TABLE_PURPOSES, TableColumns } from '#shared/contract/import.ts';
import type { Catalog } from './catalog.ts';
import { csvRecords } from './sources/csv.ts';
import { jsonRecords } from './sources/json-records.ts';
import { Problem, systemProblem } from './sources/problem.ts';
import { beginningOf } from './sources/text.ts';

/** Fields that a table can have, with the column names that are taken for them without asking. */
export const INSTANCE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  id: ['instance_id', 'id', 'question_id', 'qid', 'task_id'],
  question: ['question', 'instruction', 'nlq', 'nl_question', 'utterance', 'text', 'nl'],
  database: ['db_id', 'database', 'db', 'db_name', 'database_id'],
  gold: ['gold_sql', 'gold sql', 'gold', 'sql', 'query', 'gold_query', 'ground_truth'],
  evidence: ['evidence', 'knowledge', 'external_knowledge', 'hint'],
  difficulty: ['difficulty', 'hardness'],
};
export const PREDICTION_FIELDS: Readonly<Record<string, readonly string[]>> = {
  id: ['instance_id', 'id', 'question_id', 'qid', 'task_id'],
  sql: ['predicted sql', 'predicted_sql', 'pred_sql', 'prediction', 'pred', 'generated_sql', 'sql', 'query'],
  question: ['nlq', 'question', 'instruction'],
  database: ['database', 'db_id', 'db'],
  rollout: ['rollout', 'rollout_idx', 'run'],
};

export type TablePurpose = (typeof TABLE_PURPOSES)[number];

const FIELDS: Readonly<Record<TablePurpose, Readonly<Record<string, readonly string[]>>>> = {
  instances: INSTANCE_FIELDS,
  predictions: PREDICTION_FIELDS,
};
/** Fields without which a table says nothing. */
const NEEDED: Readonly<Record<TablePurpose, readonly string[]>> = { instances: ['question'], predictions: ['sql'] };

export type TableRow = { readonly line: number; readonly cells: Readonly<Record<string, string>>; readonly raw: string };
export type TableRowRead = TableRow | { readonly line: number; readonly problem: Problem };

const isJson = (file: string) => /\.jsonl?$|\.ndjson$/i.test(file);

/** What separates the cells: a tab where the name says so, else what the first line has most of (spreadsheets write `;` too). */
export async function delimiterOf(file: string): Promise<string> {
  if (/\.(tsv|tab)$/i.test(file)) return '\t';
  const first = (await beginningOf(file, 16_384)).toString('latin1').split(/\r?\n/, 1)[0] ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  const times = (delimiter: string) => bare.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (times(each) > times(best) ? each : best));
}

const cellOf = (value: unknown): string => (value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** The rows of a CSV, TSV, JSON or JSONL table by column name. A row of another length than the header is a problem. */
export async function* tableRows(file: string): AsyncGenerator<TableRowRead> {
  if (isJson(file)) {
    for await (const read of jsonRecords(file)) {
      if ('problem' in read) yield read;
      else if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
        yield { line: read.line, problem: new Problem('not a JSON object', read.text) };
      } else {
        const cells = Object.fromEntries(Object.entries(read.value).map(([name, value]) => [name, cellOf(value)]));
        yield { line: read.line, cells, raw: read.text };
      }
    }
    return;
  }
  let header: readonly string[] | null = null;
  for await (const read of csvRecords(file, await delimiterOf(file))) {
    if ('problem' in read) yield read;
    else if (header === null) header = read.cells.map((cell) => cell.trim());
    else if (read.cells.length !== header.length) {
      const text = read.cells.join(',');
      yield {
        line: read.line,
        problem: new Problem(`the row has ${read.cells.length} cells, the header ${header.length}`, text),
      };
    } else {
      const cells = Object.fromEntries(header.map((name, index) => [name, read.cells[index]!]));
      yield { line: read.line, cells, raw: JSON.stringify(cells) };
    }
  }
}

/** The columns of a table: its header, or the keys of its first record. @throws AssayError IMPORT_REFUSED */
async function columnsOf(file: string): Promise<string[]> {
  if (!isJson(file)) {
    for await (const read of csvRecords(file, await delimiterOf(file))) {
      if ('cells' in read) return read.cells.map((cell) => cell.trim());
      throw new AssayError('IMPORT_REFUSED', `The header of ${path.basename(file)} cannot be read: ${read.problem.message}.`, {
        next: 'Save the file as CSV in UTF-8.',
      });
    }
    return [];
  }
  for await (const row of tableRows(file)) if ('cells' in row) return Object.keys(row.cells);
  return [];
}

/** Guesses the mapping by the columns' names; fields without a column are left out. */
export function guessMapping(columns: readonly string[], fields: Readonly<Record<string, readonly string[]>>): ColumnMapping {
  const mapping: ColumnMapping = {};
  for (const [field, names] of Object.entries(fields)) {
    const found = names
      .map((name) => columns.find((column) => column.toLowerCase() === name && !Object.values(mapping).includes(column)))
      .find((column) => column !== undefined);
    if (found !== undefined) mapping[field] = found;
  }
  return mapping;
}

/**
 * The mapping to use: the one that is asked for, else the one that was used for the same columns before, else a guess.
 * @throws AssayError IMPORT_REFUSED where a needed field has no column, or a named column does not exist or exists twice
 */
export async function mappingFor(
  file: string,
  purpose: TablePurpose,
  asked: ColumnMapping | undefined,
  catalog: Catalog,
): Promise<{ columns: string[]; mapping: ColumnMapping }> {
  const fields = FIELDS[purpose];
  const columns = await columnsOf(file);
  const mapping = asked ?? catalog.mapping(purpose, columns) ?? guessMapping(columns, fields);
  const name = path.basename(file);
  const next = `Columns of the table: ${columns.join(', ') || 'none'}. Say which is which, as field=Column; fields are ${Object.keys(fields).join(', ')}.`;
  const stray = Object.values(mapping).find((column) => !columns.includes(column));
  if (stray !== undefined) throw new AssayError('IMPORT_REFUSED', `${name} has no column ${stray}.`, { next });
  const doubled = Object.values(mapping).find((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  if (doubled !== undefined) {
    throw new AssayError('IMPORT_REFUSED', `${name} has several columns ${doubled}.`, {
      next: 'Give each of them its own name.',
    });
  }
  const missing = NEEDED[purpose].filter((field) => mapping[field] === undefined);
  if (missing.length > 0) {
    throw new AssayError('IMPORT_REFUSED', `It is not clear which column of ${name} is the ${missing.join(' and the ')}.`, {
      next,
    });
  }
  return { columns, mapping };
}

const SHOWN_ROWS = 5;
const SHOWN_CHARACTERS = 200;

/** A table's columns with its first rows, for a person to map them. @throws AssayError IMPORT_REFUSED */
export async function tableColumns(file: string, purpose: TablePurpose, catalog: Catalog): Promise<TableColumns> {
  try {
    const columns = await columnsOf(file);
    const rows: string[][] = [];
    for await (const row of tableRows(file)) {
      if ('cells' in row) rows.push(columns.map((column) => (row.cells[column] ?? '').slice(0, SHOWN_CHARACTERS)));
      if (rows.length === SHOWN_ROWS) break;
    }
    const remembered = catalog.mapping(purpose, columns);
    return {
      columns,
      rows,
      mapping: remembered ?? guessMapping(columns, FIELDS[purpose]),
      origin: remembered === null ? 'guessed' : 'remembered',
      fields: Object.keys(FIELDS[purpose]).map((name) => ({ name, needed: NEEDED[purpose].includes(name) })),
    };
  } catch (error) {
    const problem = error instanceof Problem ? error : systemProblem(error);
    if (problem === null) throw error;
    throw new AssayError('IMPORT_REFUSED', `${path.basename(file)} cannot be read: ${problem.message}.`, { cause: error });
  }
}
