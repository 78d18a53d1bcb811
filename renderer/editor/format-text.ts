import { type DialectOptions, type FormatOptions, formatDialect, snowflake, sql, sqlite } from 'sql-formatter';

export type SqlDialect = 'sqlite' | 'snowflake' | 'other';

/** Functions that the formatter takes for names of tables: it would put a blank before their arguments. */
const FUNCTIONS = [
  ...['AGG', 'CLASSIFY', 'COMPLETE', 'COUNT_TOKENS', 'EMBED', 'EXTRACT', 'FILTER', 'PARSE_DOCUMENT', 'REDACT', 'SENTIMENT'].map(
    (name) => `AI_${name}`,
  ),
  ...['SIMILARITY', 'SUMMARIZE_AGG', 'TRANSCRIBE', 'TRANSLATE'].map((name) => `AI_${name}`),
  ...['ARRAY_GENERATE_RANGE', 'GET', 'MAX_BY', 'MIN_BY', 'PROMPT', 'ST_GEOGFROMWKB', 'ST_UNION_AGG', 'TO_FILE'],
];
/** Commands of the language that are no part of a query: in one, these words are functions and names. */
const COMMANDS = ['ADD', 'GET', 'LIST', 'PUT', 'REMOVE'];

const { tokenizerOptions } = snowflake;
const SNOWFLAKE: DialectOptions = {
  ...snowflake,
  name: 'snowflake of queries',
  tokenizerOptions: {
    ...tokenizerOptions,
    reservedClauses: tokenizerOptions.reservedClauses.filter((clause) => !COMMANDS.includes(clause)),
    reservedFunctionNames: [...tokenizerOptions.reservedFunctionNames, ...FUNCTIONS],
  },
};

const DIALECTS: Record<SqlDialect, DialectOptions> = { sqlite, snowflake: SNOWFLAKE, other: sql };

const LAYOUT: Partial<FormatOptions> = {
  keywordCase: 'upper',
  functionCase: 'upper',
  dataTypeCase: 'upper',
  tabWidth: 2,
  expressionWidth: 64,
};

export type FormattedSql = {
  text: string;
  /** Why the text is the original; null when it is formatted. */
  unformatted: string | null;
};

/** What two layouts of one query share: all but blanks and case. */
const solid = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Deeper queries would be laid out again for each level, and mostly be blanks in front of their lines. */
const DEEPEST = 100;

/** How deep parentheses and CASEs are nested; those in texts and comments count too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(/[()]|\b(?:case|end)\b/gi)) {
    const opens = mark === '(' || mark.toLowerCase() === 'case';
    depth = Math.max(0, depth + (opens ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Lays a query out; takes seconds for long ones. Never throws: what cannot be read comes back as it was, with the reason. */
export function formatText(text: string, dialect: SqlDialect): FormattedSql {
  if (depthOf(text) > DEEPEST) return { text, unformatted: `nested more than ${DEEPEST} deep` };
  try {
    const formatted = formatDialect(text, { ...LAYOUT, dialect: DIALECTS[dialect] });
    // Whoever looks at a query must be able to trust that nothing but its layout is another.
    if (solid(formatted) !== solid(text)) return { text, unformatted: 'the formatter would change it' };
    return { text: formatted, unformatted: null };
  } catch (error) {
    const where = error instanceof Error ? (/at line \d+ column \d+/i.exec(error.message)?.[0] ?? '') : '';
    return { text, unformatted: `the formatter cannot read it${where === '' ? '' : ` (${where})`}` };
  }
}
