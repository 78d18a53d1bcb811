// Snowflake tells "name" from NAME, DuckDB does not. Names are therefore written so that what differs in Snowflake differs
// in DuckDB too: a letter of lower case is followed by a mark. What differs only in case then differs in marks.

const LOWER_CASE_MARK = '\ue000';
const BUILT_IN_MARK = '\ue001';

/** DuckDB's own views, which no query of a benchmark means. */
const BUILT_IN = /^(duckdb|pragma|sqlite|pg)_/i;

/** The name of the attached benchmark file; no encoded name can be equal to it. */
export const SOURCE = '\ue002source';

/** A name, exactly as Snowflake stores it, in the form in which DuckDB gets it. */
export function encodeName(name: string): string {
  const marked = name.replace(/[\ue000-\ue002]/g, '').replace(/[a-z]/g, (letter) => letter + LOWER_CASE_MARK);
  return BUILT_IN.test(name) ? marked + BUILT_IN_MARK : marked;
}

/** The text (a name, or an error that holds names) without the marks. */
export const decodeNames = (text: string): string => text.replace(/[\ue000-\ue002]/g, '');

/** What Snowflake makes of an identifier: unquoted ones are upper case. */
export const snowflakeName = ({ name, quoted }: { name: string; quoted: boolean }): string =>
  quoted ? name : name.toUpperCase();
