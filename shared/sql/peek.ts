import { quoteName } from './names.ts';

/** A table's name as the schema has it, part by part: `SCHEMA.TABLE` is two names, but for SQLite, which has no schemas. */
const tableName = (name: string, engine: string): string =>
  engine.startsWith('sqlite') ? quoteName(name) : name.split('.').map(quoteName).join('.');

/** The first rows of a table, in the engine's own order. */
export const firstRowsSql = (engine: string, table: string, count: number): string =>
  `SELECT * FROM ${tableName(table, engine)} LIMIT ${count}`;

/** The most frequent values of a column with their counts; equal counts in the order of the values. */
export function frequentValuesSql(engine: string, table: string, column: string, count: number): string {
  // With its table before it: SQLite takes a quoted name that no column bears for a text, and the result has names of its own.
  const name = `looked_at.${quoteName(column)}`;
  return `SELECT ${name} AS "value", count(*) AS "rows" FROM ${tableName(table, engine)} AS looked_at
GROUP BY ${name} ORDER BY count(*) DESC, ${name} LIMIT ${count}`;
}
