import { encodeName, snowflakeName } from './names.ts';
import { pathSteps, stepInto } from './semi-structured.ts';
import { bodyOf, call, DialectError, isName, lacks, literalOf, type Node, type Tree, tableExpression } from './syntax.ts';

// Functions in FROM (FLATTEN, GENERATOR, SPLIT_TO_TABLE) as subqueries that DuckDB has.

/** `LATERAL FLATTEN(…) f` */
export function lateral(body: Node, original: Node): Node {
  const table = tableFunction(body.this);
  if (table === null) throw lacks('LATERAL with another function than FLATTEN and SPLIT_TO_TABLE');
  const alias = typeof original.alias === 'string' ? { name: original.alias, quoted: original.alias_quoted === true } : null;
  const columns = (original.column_aliases as string[] | undefined) ?? [];
  return named(
    table,
    alias === null ? null : encodeName(snowflakeName(alias)),
    columns.map((column) => encodeName(column.toUpperCase())),
  );
}

/** `TABLE(FLATTEN(…)) f`, `TABLE(GENERATOR(…)) g`, `TABLE(SPLIT_TO_TABLE(…)) s` */
export function aliasedTable(body: Node): Node | null {
  const table = tableFunction(body.this);
  if (table === null) return null;
  const columns = (body.column_aliases as Tree[] | undefined) ?? [];
  return named(
    table,
    isName(body.alias ?? null) ? (body.alias as { name: string }).name : null,
    columns.filter(isName).map((column) => column.name),
  );
}

/** A table function's rows under an alias, with names of their own for the columns where any are given. */
export function named(table: Node, alias: string | null, columns: readonly string[]): Node {
  const subquery = bodyOf(table, 'subquery')!;
  const name = (text: string) => ({ name: text, quoted: true, trailing_comments: [] });
  const rows = { ...subquery, alias: alias === null ? subquery.alias! : name(alias), column_aliases: columns.map(name) };
  madeOfFunctions.add(rows);
  return { subquery: rows };
}

/** Subqueries made of a function in FROM: what TABLE( ) and an alias around them may take. */
const madeOfFunctions = new WeakSet<object>();

const FLATTENED = ['SEQ', 'KEY', 'PATH', 'INDEX', 'VALUE', 'THIS'];

/** The rows of a function in FROM as a lateral subquery, or null where the node is none. */
export function tableFunction(value: Tree | undefined): Node | null {
  const made = bodyOf(value, 'function');
  const rows = bodyOf(value, 'subquery');
  if (rows) return madeOfFunctions.has(rows) ? (value as Node) : null;
  if (!made) return null;
  const name = String(made.name).toUpperCase();
  const args = made.args as Tree[];
  if (name === 'TABLE') return tableFunction(args[0]);
  const byName = new Map<string, Tree>();
  const inOrder: Tree[] = [];
  for (const argument of args) {
    const given = bodyOf(argument, 'named_argument');
    if (given && isName(given.name ?? null))
      byName.set((given.name as { name: string }).name.replace(/[\ue000-\ue002]/g, '').toUpperCase(), given.value!);
    else inOrder.push(argument);
  }
  if (name === 'GENERATOR') {
    const count = byName.get('ROWCOUNT') ?? inOrder[0];
    if (count === undefined) throw lacks('GENERATOR without ROWCOUNT');
    return rowsOf('(SELECT RANGE AS "ASSAY_SEQUENCE" FROM RANGE(ARG_0)) AS "GENERATOR"', count, false);
  }
  if (name === 'SPLIT_TO_TABLE') return unnested(call('SNOW_SPLIT_ROWS', inOrder), ['SEQ', 'INDEX', 'VALUE']);
  if (name !== 'FLATTEN') return null;
  if (bodyOf(byName.get('RECURSIVE'), 'boolean')?.value === true) throw lacks('FLATTEN(RECURSIVE => TRUE)');
  const input = byName.get('INPUT') ?? inOrder[0];
  if (input === undefined) throw new DialectError('SYNTAX', 'FLATTEN has no INPUT');
  const path = literalOf(byName.get('PATH'), 'string');
  const outer = bodyOf(byName.get('OUTER'), 'boolean')?.value === true;
  const flattened = path === null ? input : stepInto(input, pathSteps(path));
  return unnested(call(outer ? 'SNOW_FLATTEN_OUTER' : 'SNOW_FLATTEN', [flattened]), FLATTENED);
}

function unnested(list: Tree, columns: readonly string[]): Node {
  const fields = columns.map((column) => `STRUCT_EXTRACT("U"."F", '${column}') AS "${column}"`).join(', ');
  return rowsOf(`(SELECT ${fields} FROM (SELECT UNNEST(ARG_0) AS "F") AS "U") AS "FLATTENED"`, list, true);
}

function rowsOf(template: string, argument: Tree, isLateral: boolean): Node {
  const rows = { ...bodyOf(tableExpression(template, argument), 'subquery')!, lateral: isLateral };
  madeOfFunctions.add(rows);
  return { subquery: rows };
}
