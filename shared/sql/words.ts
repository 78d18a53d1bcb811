/**
 * Comments, quoted names and dollar-quoted texts: what holds no keyword, besides strings. Written so that a long text is one
 * step of the search: 20 MB of single signs would be more steps than it can take.
 */
const QUOTED = String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"[^"]*(?:""[^"]*)*(?:"|$)|\`[^\`]*(?:\`\`[^\`]*)*(?:\`|$)|\$\$[\s\S]*?(?:\$\$|$)`;
/** Strings of SQLite, and of Snowflake, where a backslash escapes. */
const PLAIN = new RegExp(`${QUOTED}|'[^']*(?:''[^']*)*(?:'|$)`, 'g');
const WITH_ESCAPES = new RegExp(String.raw`${QUOTED}|'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|$)`, 'g');

const READS = /\b(?:FROM|JOIN|TABLE)\b/i;

/**
 * True where a query surely reads no table: no FROM, JOIN or TABLE stands outside comments, strings and quoted names,
 * whichever way its strings are read. A query for which this is false may still read none.
 */
export const readsNoTable = (sql: string): boolean =>
  !READS.test(sql.replace(PLAIN, ' ')) && !READS.test(sql.replace(WITH_ESCAPES, ' '));

/** Names of Snowflake's AI functions that a query calls, each once, in the order of their first call. */
export function aiFunctionsIn(sql: string): string[] {
  const called = [...sql.replace(WITH_ESCAPES, ' ').matchAll(/\b(AI_[A-Z_]+)\s*\(/gi)].map(([, name]) => name!.toUpperCase());
  return [...new Set(called)];
}

const TODAY = /\b(?:CURRENT_(?:DATE|TIME|TIMESTAMP)|(?:GETDATE|SYSDATE|SYSTIMESTAMP|NOW|CURDATE|LOCALTIMESTAMP)\s*\()/i;
/** SQLite's date functions take the word 'now'; without any argument they mean it. */
const NOW = /'now'|\b(?:date|time|datetime|julianday|unixepoch)\s*\(\s*\)/i;

/** True where a query reads the date or time of its running, so that its answer changes with time. */
export const dependsOnToday = (sql: string): boolean =>
  TODAY.test(sql.replace(WITH_ESCAPES, ' ')) || NOW.test(withoutComments(sql));

const withoutComments = (sql: string) => sql.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
