import type { Value } from '#shared/model/value.ts';
import { copyText, tsvField } from './cell-text.ts';

export const COPY_FORMATS = ['TSV', 'CSV', 'Markdown'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** More rows than this are not copied at once; the message says so. */
export const MOST_COPIED_ROWS = 10_000;

/** A CSV field (RFC 4180). NULL is empty without quotes, empty text has quotes, so that the two stay apart. */
function csvField(value: Value): string {
  if (value === null) return '';
  const text = copyText(value);
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of a Markdown table: one line, with nothing in it that would end the cell or be read as markup or a formula. */
const markdownCell = (value: Value): string =>
  (value === 'NULL' ? "'NULL'" : copyText(value))
    .replaceAll(/[\\`*_[\]<>|&~$]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, ' ↵ ');

const isNumber = (value: Value | undefined): boolean => typeof value === 'number' || typeof value === 'bigint';

/** Rows under their columns' names, as text for a spreadsheet, a file or a paper's draft. */
export function tableText(columns: readonly string[], rows: readonly (readonly Value[])[], format: CopyFormat): string {
  if (format === 'TSV') return lines([columns, ...rows].map((row) => row.map(tsvField).join('\t')));
  if (format === 'CSV') return lines([columns, ...rows].map((row) => row.map(csvField).join(',')));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.map((_, at) => (rows.length > 0 && rows.every((each) => isNumber(each[at])) ? '---:' : '---'));
  return lines([row(columns.map(markdownCell)), row(rule), ...rows.map((each) => row(each.map(markdownCell)))]);
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
