import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName } from '#shared/sql/names.ts';

// DuckDB's readers of texts make floating-point numbers of whole numbers with more than 64 bits, and round them without a word.

export type Reader = 'read_parquet' | 'read_csv' | 'read_json';

/** Digits that a floating-point number keeps whatever they are. */
const SAFE_DIGITS = 15;
/** The longest whole number of Snowflake, and of DuckDB's decimals. */
const MOST_DIGITS = 38;
const WIDE = `DECIMAL(${MOST_DIGITS}, 0)`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const isWhole = (text: string) => `regexp_full_match(${text}, '[+-]?[0-9]+')`;
const losesDigits = (text: string) =>
  `(${isWhole(text)} AND length(${text}) > ${SAFE_DIGITS} AND (TRY_CAST(${text} AS HUGEINT) IS NULL
     OR TRY_CAST(CAST(TRY_CAST(${text} AS DOUBLE) AS VARCHAR) AS HUGEINT) IS DISTINCT FROM TRY_CAST(${text} AS HUGEINT)))`;
/** The same of any number within a JSON text; digits inside its strings are none. */
const losesDigitsInside = (text: string) =>
  `len(list_filter(regexp_extract_all(regexp_replace(${text}, '"(\\\\.|[^"\\\\])*"', '""', 'g'), '-?[0-9][0-9.eE+-]*'),
     lambda number: ${losesDigits('number')})) > 0`;

/** The rows of a file; those of `asText` with the characters that stand in it. */
function rowsOf(reader: Reader, file: string, options: string, asText: readonly string[] = []): string {
  const plain = `${reader}(${literal(file)}${options})`;
  if (asText.length === 0) return plain;
  const types = `{${asText.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}`;
  if (reader === 'read_csv') return `${reader}(${literal(file)}${options}, types = ${types})`;
  const texts = asText.map((name) => `texts.${quoteName(name)} AS ${quoteName(name)}`).join(', ');
  return `(SELECT plain.* REPLACE (${texts}) FROM ${plain} AS plain POSITIONAL JOIN ${reader}(${literal(file)}, columns = ${types}) AS texts)`;
}

/**
 * A query for the rows of a file, in which whole numbers keep all their digits: a column of them is DECIMAL(38, 0), or text
 * where that does not hold them or other numbers stand among them. What was done is added to `notes`.
 * @throws what DuckDB says where it cannot read the file
 */
export async function exactRows(
  connection: DuckDBConnection,
  reader: Reader,
  file: string,
  options: string,
  notes: string[],
): Promise<string> {
  const plain = rowsOf(reader, file, options);
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${plain}`);
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  // Nothing but a text has wide numbers that are read as others.
  const suspects = reader === 'read_parquet' ? [] : columns.filter(({ type }) => /\bDOUBLE\b/.test(type));
  if (suspects.length === 0) return `SELECT * FROM ${plain}`;

  const counts = suspects.flatMap(({ name, type }) => {
    const text = quoteName(name);
    if (type !== 'DOUBLE') return [`count(*) FILTER (${losesDigitsInside(text)})`, '0', '0', '0'];
    return [
      `count(*) FILTER (${losesDigits(text)})`,
      `count(${text})`,
      `count(*) FILTER (${isWhole(text)})`,
      `coalesce(max(length(ltrim(${text}, '+-'))), 0)`,
    ];
  });
  const names = suspects.map(({ name }) => name);
  const counted = await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${rowsOf(reader, file, options, names)}`);
  const found = counted.getRows()[0]!.map(Number);

  const changed: { name: string; type: string }[] = [];
  suspects.forEach(({ name, type }, index) => {
    const [losing, values, whole, longest] = found.slice(4 * index) as [number, number, number, number];
    if (type === 'DOUBLE' && values > 0 && values === whole && longest <= MOST_DIGITS) {
      changed.push({ name, type: WIDE });
      notes.push(`column ${name} has whole numbers of more than 64 bits: it is ${WIDE}`);
    } else if (type === 'DOUBLE' && losing > 0) {
      changed.push({ name, type: 'VARCHAR' });
      const why =
        values === whole ? `of more than ${MOST_DIGITS} digits` : 'that are too long to stand among others with a point';
      notes.push(`column ${name} has whole numbers ${why}: it is text`);
    } else if (losing > 0) {
      notes.push(`column ${name} has whole numbers of more than 64 bits inside its values: there they are rounded`);
    }
  });
  if (changed.length === 0) return `SELECT * FROM ${plain}`;
  // From a text to a decimal directly takes DuckDB a hundred times as long.
  const value = (name: string, type: string) =>
    type === WIDE ? `CAST(CAST(${quoteName(name)} AS HUGEINT) AS ${WIDE})` : quoteName(name);
  const casts = changed.map(({ name, type }) => `${value(name, type)} AS ${quoteName(name)}`);
  const asText = changed.map(({ name }) => name);
  return `SELECT * REPLACE (${casts.join(', ')}) FROM ${rowsOf(reader, file, options, asText)}`;
}
