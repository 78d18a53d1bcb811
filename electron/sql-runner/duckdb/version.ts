/** The engine as stored with a run. Said without loading it, so that a runner of SQLite databases starts at once. */
export const duckdbVersion = (): string => 'DuckDB 1.5.6 (Snowflake dialect by polyglot 0.12.1)';
