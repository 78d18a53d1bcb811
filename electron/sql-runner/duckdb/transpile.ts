import { kindOfFunction } from './functions.ts';
import { snowflakeName } from './names.ts';
import { requireSupportedSyntax, rewrite } from './rewrite.ts';
import {
  bodyOf,
  call,
  DialectError,
  eachNode,
  isName,
  isTree,
  type Node,
  nodeOf,
  parseSnowflake,
  printSnowflake,
  type Tree,
  toDuckdb,
  tokensOf,
} from './syntax.ts';

/** A query of Snowflake's dialect for DuckDB. */
export type Transpiled = {
  readonly sql: string;
  /** Names of the result's columns as Snowflake gives them; null where only the engine knows (SELECT *). */
  readonly columns: readonly string[] | null;
};

/** A text that must not be run: not one query. */
export class NotAQuery extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'paren', 'values', 'with']);
const INFORMATION = new Set(['show', 'describe']);

/**
 * Translates one query. `wide`: with integers of 38 digits, for a query for which 64 bits were too few; not all of DuckDB's
 * functions take them.
 * @throws NotAQuery where the text is no single query
 * @throws DialectError SYNTAX, UNKNOWN_FUNCTION, INVALID_ARGUMENTS or NOT_SUPPORTED
 */
export function transpile(sql: string, wide = false): Transpiled {
  const statements = parseSnowflake(sql);
  const [query] = statements;
  if (query === undefined) throw new NotAQuery('NOT_A_QUERY', 'there is no statement');
  if (statements.length > 1) throw new NotAQuery('SEVERAL_STATEMENTS', 'the text holds more than one statement');
  requireQuery(query);
  requireSupportedSyntax(query);
  requireKnownFunctions(sql, query);
  const columns = columnNames(query);
  const rewritten = rewrite(query);
  return { sql: toDuckdb(printSnowflake(wide ? (widened(rewritten) as Node) : rewritten)), columns };
}

const WIDE_FUNCTIONS = /^SNOW_(INTEGER|TO_NUMBER|TRY_TO_NUMBER)$/;
const WIDE_ARITHMETIC = new Set(['add', 'sub', 'mul', 'mod', 'neg']);

/** A rewritten query whose integers are 38 digits wide. */
function widened(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(widened);
  if (!isTree(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, widened(child)]));
  const node = nodeOf(inner);
  if (node?.kind === 'function' && WIDE_FUNCTIONS.test(String(node.body.name))) {
    return { function: { ...node.body, name: String(node.body.name).replace('SNOW_', 'SNOW_WIDE_') } };
  }
  if (node === null || !WIDE_ARITHMETIC.has(node.kind)) return inner;
  const side = node.body.left === undefined ? 'this' : 'left';
  return { [node.kind]: { ...node.body, [side]: call('SNOW_WIDE', [node.body[side]!]) } };
}

function requireQuery(query: Node): void {
  const kind = nodeOf(query)?.kind ?? 'command';
  if (INFORMATION.has(kind)) throw new DialectError('NOT_SUPPORTED', `the local dialect does not support ${kind.toUpperCase()}`);
  if (!QUERIES.has(kind)) {
    throw new NotAQuery('NOT_A_QUERY', `${kind.replaceAll('_', ' ').toUpperCase()} is not a query; only SELECT and WITH run`);
  }
  eachNode(query, (_, body) => {
    const ctes = isTree(body.with) ? (body.with.ctes as Node[]) : [];
    for (const cte of ctes) {
      const inner = nodeOf(cte.this)?.kind ?? 'command';
      if (!QUERIES.has(inner))
        throw new NotAQuery('WRITES', `the query hides ${inner.replaceAll('_', ' ').toUpperCase()} in a WITH`);
    }
    if (body.into) throw new NotAQuery('WRITES', 'SELECT INTO writes a table');
  });
}

/** Every function must be one of Snowflake's: what DuckDB has besides (files, settings, its catalog) is out of reach. */
function requireKnownFunctions(sql: string, query: Node): void {
  const named = new Set<string>();
  eachNode(query, (_, body) => {
    if (isTree(body.with))
      for (const cte of body.with.ctes as Node[]) if (isName(cte.alias ?? null)) named.add(snowflakeName(cte.alias as never));
    if (isName(body.alias ?? null)) named.add(snowflakeName(body.alias as never));
    if (typeof body.alias === 'string') named.add(body.alias.toUpperCase());
  });
  const tokens = tokensOf(sql);
  tokens.forEach((token, index) => {
    if (tokens[index + 1]?.token_type !== 'L_PAREN') return;
    const quoted = token.token_type === 'QUOTED_IDENTIFIER';
    if (!quoted && !/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(token.text)) return;
    if (token.token_type === 'STRING' || token.token_type === 'NUMBER') return;
    if (named.has(snowflakeName({ name: token.text, quoted }))) return;
    const qualified = tokens[index - 1]?.token_type === 'DOT';
    if (qualified)
      throw new DialectError('NOT_SUPPORTED', `the local dialect does not support the function ${token.text} of a schema`);
    const kind = quoted ? 'unknown' : kindOfFunction(token.text);
    if (kind === 'unknown') throw new DialectError('UNKNOWN_FUNCTION', `Snowflake has no function ${token.text}`);
    if (kind === 'lacking')
      throw new DialectError('NOT_SUPPORTED', `the local dialect does not support the function ${token.text.toUpperCase()}`);
  });
}

/** The select that names the columns of a query. */
function namingSelect(query: Tree | undefined): Node | null {
  const node = nodeOf(query);
  if (!node) return null;
  if (node.kind === 'select') return node.body;
  return namingSelect(node.body.left ?? node.body.this);
}

function columnNames(query: Node): string[] | null {
  const select = namingSelect(query);
  if (!select) return null;
  const names: string[] = [];
  for (const expression of select.expressions as Tree[]) {
    const alias = bodyOf(expression, 'alias')?.alias;
    const column = bodyOf(expression, 'column')?.name;
    if (isName(alias ?? null)) names.push(snowflakeName(alias as never));
    else if (isName(column ?? null)) names.push(snowflakeName(column as never));
    else if (bodyOf(expression, 'star')) return null;
    else names.push(printed(expression));
  }
  return names;
}

/** How Snowflake names a column without alias: its expression, upper case outside of texts. */
function printed(expression: Tree): string {
  try {
    return printSnowflake(expression as Node)
      .split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
      .map((part, index) => (index % 2 === 0 ? part.toUpperCase() : part))
      .join('');
  } catch {
    return '?';
  }
}
