export type CsvCell = string | number | boolean | null;

/**
 * A text that a spreadsheet would run as a formula is kept a text by a leading apostrophe (OWASP, CSV injection); so is one
 * that has the apostrophe already, for {@link plainText} takes one away.
 */
const inert = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A text as it was before it was kept from being run: for cells that are read again. */
export const plainText = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = inert(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV after RFC 4180: a header, CRLF after every line, quotes where a cell needs them. Null is an empty cell. */
export const csvText = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** A share or bound of 1 with six decimals: enough to get every count back, the same text on every machine. */
export const decimal = (value: number): number => Number(value.toFixed(6));
