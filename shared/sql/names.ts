/** A stored name as it is written in SQL, whatever it holds: the same in SQLite, DuckDB and Snowflake. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
