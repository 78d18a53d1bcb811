/**
 * The first words of a statement, comments and white space skipped: what SQLite's grammar tells its kind by.
 * Answers at most `count` words in upper case; fewer where something else than a word comes first.
 */
export function leadingWords(sql: string, count: number): string[] {
  const words: string[] = [];
  const token = /(?:[\s;]+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*([A-Za-z_]\w*)?/y;
  // A byte order mark is white space to JavaScript's \s, as it is to SQLite.
  while (words.length < count) {
    const word = token.exec(sql)?.[1];
    if (word === undefined) break;
    words.push(word.toUpperCase());
  }
  return words;
}

/** True where a text holds nothing but comments, white space and semicolons. */
export const isBlank = (sql: string): boolean => sql.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\s;]/g, '') === '';

/** Statements of SQLite that are no query. Anything else is a query or a syntax error, and the engine says which. */
const NOT_A_QUERY = new Set(
  (
    'ALTER ANALYZE ATTACH BEGIN COMMIT CREATE DELETE DETACH DROP END INSERT PRAGMA REINDEX RELEASE REPLACE ROLLBACK ' +
    'SAVEPOINT UPDATE VACUUM'
  ).split(' '),
);

/**
 * Why a text must not reach SQLite at all, or null. Some statements (PRAGMA) act while they are being prepared, so this
 * is decided before; what a WITH hides is decided after preparing, by the engine's own read-only flag.
 */
export function refusalBeforePreparing(sql: string): string | null {
  const words = leadingWords(sql, 4);
  if (words.length === 0) return isBlank(sql) ? 'there is no statement' : null;
  const afterExplain = words[0] !== 'EXPLAIN' ? 0 : words[1] === 'QUERY' && words[2] === 'PLAN' ? 3 : 1;
  const first = words[afterExplain];
  return first !== undefined && NOT_A_QUERY.has(first)
    ? `${first} is not a query; only SELECT, WITH, VALUES and EXPLAIN run`
    : null;
}
