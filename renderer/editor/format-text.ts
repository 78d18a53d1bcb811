import { type FormatOptionsWithLanguage, format } from 'sql-formatter';

export type SqlDialect = 'sqlite' | 'snowflake' | 'duckdb' | 'other';

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

/** Lays a query out; takes seconds for long ones. Never throws: what cannot be read comes back as it was, with the reason. */
export function formatText(sql: string, dialect: SqlDialect): FormattedSql {
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
