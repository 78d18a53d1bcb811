import { type FormatOptionsWithLanguage, format } from 'sql-formatter';

export type SqlDialect = 'sqlite' | 'snowflake' | 'duckdb' | 'other';

/** The dialect of an execution engine's name, e.g. `sqlite 3.53`. */
export function dialectOf(engine: string): SqlDialect {
  const name = engine.toLowerCase();
  if (name.startsWith('sqlite')) return 'sqlite';
  if (name.startsWith('snowflake')) return 'snowflake';
  return name.startsWith('duckdb') ? 'duckdb' : 'other';
}

/** Beyond this length formatting would hold up the window. */
const LONGEST = 400_000;

const LANGUAGES: Record<SqlDialect, FormatOptionsWithLanguage['language']> = {
  sqlite: 'sqlite',
  snowflake: 'snowflake',
  duckdb: 'duckdb',
  other: 'sql',
};

export type FormattedSql = {
  text: string;
  /** Why the text is the original; null when it is formatted. */
  unformatted: string | null;
};

const cache = new Map<string, FormattedSql>();
const CACHED = 400;

/**
 * SQL in one layout, with keywords, functions and types in capitals, so that a diff shows differences and not habits.
 * Names keep their case. Never throws: what the formatter cannot read comes back as it was, with the reason.
 */
export function formatSql(sql: string, dialect: SqlDialect): FormattedSql {
  const key = `${dialect}\n${sql}`;
  const known = cache.get(key);
  if (known) return known;
  const formatted = formatOnce(sql, dialect);
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!);
  cache.set(key, formatted);
  return formatted;
}

function formatOnce(sql: string, dialect: SqlDialect): FormattedSql {
  if (sql.length > LONGEST) return { text: sql, unformatted: 'too long to format' };
  const options: FormatOptionsWithLanguage = {
    language: LANGUAGES[dialect],
    keywordCase: 'upper',
    functionCase: 'upper',
    dataTypeCase: 'upper',
    tabWidth: 2,
    expressionWidth: 64,
  };
  try {
    return { text: format(sql, options), unformatted: null };
  } catch (error) {
    const where = error instanceof Error ? (/at line \d+ column \d+/i.exec(error.message)?.[0] ?? '') : '';
    return { text: sql, unformatted: `the formatter cannot read it${where === '' ? '' : ` (${where})`}` };
  }
}
