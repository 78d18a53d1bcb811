import { leadingWords } from '#shared/sql/statement.ts';
import { isNode, loadParser } from '../parser.ts';

/** Why a text must not reach Snowflake, or null where it is one query. */
export type StatementRefusal = { readonly code: string; readonly message: string };

/** Statements that only read, by the name of the parser's node. EXPLAIN is a `describe` of a query to the parser. */
const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'values', 'show', 'describe']);
/** What only reads wherever it stands; any other statement inside a query is refused. */
const STATEMENTS_WITHIN =
  /^(insert|update|delete|merge|create_\w+|drop_\w+|alter_\w+|truncate|copy|put|command|use|grant|revoke|undrop|set_statement|transaction|commit|rollback|call|execute\w*)$/;
/** System functions may cancel queries, end sessions, change the account. This one only looks. */
const HARMLESS_SYSTEM_FUNCTIONS = new Set(['SYSTEM$TYPEOF']);
/** With the user's consent a text that the parser does not understand may go, if it begins like this. */
const FIRST_WORDS = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'VALUES', 'FROM']);

/** Chains any statement to a query within one text (docs.snowflake.com, flow operators); to the parser it reads JSON. */
const FLOW = '->>';

const NOT_A_QUERY = 'only one SELECT, WITH, VALUES, SHOW, DESCRIBE or EXPLAIN runs';

/** The first thing inside a query that does more than read; null where there is none. */
function effectWithin(value: unknown): string | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = effectWithin(item);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isNode(value)) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (isNode(inner)) {
      if (STATEMENTS_WITHIN.test(key)) return key.replaceAll('_', ' ').toUpperCase();
      if (key === 'select' && inner.into) return 'SELECT … INTO';
      if (key === 'json_extract_scalar' && inner.arrow_syntax === true) return FLOW;
      // Advances a sequence.
      if (key === 'column' && isNode(inner.name) && inner.table && String(inner.name.name).toUpperCase() === 'NEXTVAL')
        return 'NEXTVAL';
      if ((key === 'function' || key === 'anonymous') && typeof inner.name === 'string') {
        const name = inner.name.toUpperCase();
        if (name.startsWith('SYSTEM$') && !HARMLESS_SYSTEM_FUNCTIONS.has(name)) return name;
      }
    }
    const found = effectWithin(inner);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Decides on the parsed statement whether a text may be sent. Comments, strings and letters' case do not deceive it. A
 * text that cannot be parsed is NOT_UNDERSTOOD unless the user consented to send such texts in this run: then the engine's
 * own `MULTI_STATEMENT_COUNT` and the role's rights are what protects.
 */
export async function refusalOf(sql: string, allowUnparsed: boolean): Promise<StatementRefusal | null> {
  const { parse, Dialect } = await loadParser();
  const parsed = parse(sql, Dialect.Snowflake);
  if (!parsed.success) {
    const [first] = leadingWords(sql.replace(/^[\s(]+/, ''), 1);
    if (allowUnparsed && first !== undefined && FIRST_WORDS.has(first) && !sql.includes(FLOW)) return null;
    return { code: 'NOT_UNDERSTOOD', message: `the statement cannot be read to make sure that it only reads: ${parsed.error}` };
  }
  const statements = (Array.isArray(parsed.ast) ? parsed.ast : [parsed.ast]) as unknown[];
  const [statement] = statements;
  if (!isNode(statement)) return { code: 'NOT_A_QUERY', message: 'there is no statement' };
  if (statements.length > 1) return { code: 'SEVERAL_STATEMENTS', message: 'the text holds more than one statement' };
  const [kind = ''] = Object.keys(statement);
  if (!QUERIES.has(kind)) {
    const [word = kind.toUpperCase()] = leadingWords(sql, 1);
    return { code: 'NOT_A_QUERY', message: `${word} is not a query; ${NOT_A_QUERY}` };
  }
  const effect = effectWithin(statement);
  return effect === null ? null : { code: 'WRITES', message: `${effect} does more than read; ${NOT_A_QUERY}` };
}
