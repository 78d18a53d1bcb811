import { setFlagsFromString } from 'node:v8';
import type { Dialect } from '@polyglot-sql/sdk';

/** A node of the parser's syntax tree as plain JSON: an object whose only key is its kind. */
export type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree };
export type Node = { [key: string]: Tree };

/** A name in the tree: `quoted` tells "a" from a. */
export type Name = { name: string; quoted: boolean };

export type Token = { readonly token_type: string; readonly text: string };

/** The query cannot be translated: `code` says what is wrong, the message why, in words for the user. */
export class DialectError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Sdk = typeof import('@polyglot-sql/sdk');
let sdk: Sdk | undefined;

/**
 * V8 would compile the parser's hot functions a second time, for speed: seconds of every processor, in each process, for
 * queries that are read in milliseconds without it.
 */
const COMPILE_ONCE = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Loads the parser: 0.3 s, once a process. */
export async function loadParser(): Promise<void> {
  if (sdk) return;
  for (const flag of COMPILE_ONCE) setFlagsFromString(flag);
  const loaded = await import('@polyglot-sql/sdk');
  await loaded.init();
  sdk = loaded;
}

function parser(): Sdk {
  if (!sdk) throw new Error('the parser is not loaded');
  return sdk;
}

const SNOWFLAKE = 'snowflake' as Dialect;
const DUCKDB = 'duckdb' as Dialect;

const withoutPrefix = (message: string | undefined) =>
  (message ?? 'the parser gave no reason').replace(/^Parse error[^:]*: /, '');

/** The statements of a Snowflake text. @throws DialectError SYNTAX with the place where reading stopped */
export function parseSnowflake(sql: string): Node[] {
  const parsed = parser().parse(sql, SNOWFLAKE);
  if (parsed.success) return parsed.ast as unknown as Node[];
  const place = parsed.errorLine === undefined ? '' : ` at line ${parsed.errorLine}, column ${parsed.errorColumn ?? 1}`;
  throw new DialectError('SYNTAX', `the local dialect cannot read the query${place}: ${withoutPrefix(parsed.error)}`);
}

/** The tokens of a Snowflake text. @throws DialectError SYNTAX */
export function tokensOf(sql: string): Token[] {
  const found = parser().tokenize(sql, SNOWFLAKE) as unknown as { success: boolean; tokens?: Token[]; error?: string };
  if (found.success && found.tokens) return found.tokens;
  throw new DialectError('SYNTAX', `the local dialect cannot read the query: ${withoutPrefix(found.error)}`);
}

/** A statement written in Snowflake's dialect. */
export function printSnowflake(statement: Node): string {
  const printed = parser().generate([statement], SNOWFLAKE);
  if (printed.success && printed.sql?.[0] !== undefined) return printed.sql[0];
  throw new DialectError('NOT_SUPPORTED', `the query cannot be written again: ${printed.error ?? ''}`);
}

/** A statement of Snowflake's dialect in DuckDB's. */
export function toDuckdb(sql: string): string {
  const translated = parser().transpile(sql, SNOWFLAKE, DUCKDB);
  if (translated.success && translated.sql?.[0] !== undefined) return translated.sql[0];
  throw new DialectError('NOT_SUPPORTED', `the query cannot be translated: ${withoutPrefix(translated.error)}`);
}

export const isTree = (value: Tree | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of a node and what it holds; null where a value is no node. */
export function nodeOf(value: Tree | undefined): { kind: string; body: Node } | null {
  if (!isTree(value)) return null;
  const [kind, ...more] = Object.keys(value);
  if (kind === undefined || more.length > 0) return null;
  const body = value[kind];
  return isTree(body) ? { kind, body } : null;
}

/** What a node of the kind holds, or null. */
export function bodyOf(value: Tree | undefined, kind: string): Node | null {
  const node = nodeOf(value);
  return node?.kind === kind ? node.body : null;
}

export const isName = (value: Tree | undefined): value is Name & Node =>
  isTree(value) && typeof value.name === 'string' && typeof value.quoted === 'boolean' && !('args' in value);

const templates = new Map<string, Node>();

/** An expression of Snowflake's dialect in which `ARG_0`, `ARG_1` … stand for the given nodes. */
export function expression(template: string, ...args: Tree[]): Node {
  let parsed = templates.get(template);
  if (!parsed) {
    const select = bodyOf(parseSnowflake(`SELECT ${template}`)[0], 'select')!;
    parsed = (select.expressions as Node[])[0]!;
    templates.set(template, parsed);
  }
  return filled(parsed, args);
}

/** What stands in FROM, made in the same way: `FROM` and one table expression. */
export function tableExpression(template: string, ...args: Tree[]): Node {
  let parsed = templates.get(`FROM ${template}`);
  if (!parsed) {
    const select = bodyOf(parseSnowflake(`SELECT 1 FROM ${template}`)[0], 'select')!;
    parsed = ((select.from as Node).expressions as Node[])[0]!;
    templates.set(`FROM ${template}`, parsed);
  }
  return filled(parsed, args);
}

function filled(template: Tree, args: readonly Tree[]): Node {
  const visit = (value: Tree): Tree => {
    const column = bodyOf(value, 'column');
    if (column && isName(column.name)) {
      const index = /^ARG_(\d+)$/.exec(column.name.name)?.[1];
      if (index !== undefined) return args[Number(index)]!;
    }
    if (Array.isArray(value)) return value.map(visit);
    return isTree(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)])) : value;
  };
  return visit(template) as Node;
}

/** A call of a function with any number of arguments. */
export function call(name: string, args: readonly Tree[]): Node {
  const made = expression(`${name}(${args.map((_, index) => `ARG_${index}`).join(', ')})`, ...args);
  return made;
}

export const textLiteral = (value: string): Node => ({ literal: { literal_type: 'string', value } });
export const numberLiteral = (value: number): Node => ({ literal: { literal_type: 'number', value: String(value) } });

/** The value of a literal of the type, or null. */
export function literalOf(value: Tree | undefined, type: 'string' | 'number'): string | null {
  const literal = bodyOf(value, 'literal');
  return literal?.literal_type === type && typeof literal.value === 'string' ? literal.value : null;
}

/** Calls `visit` for every node of a tree, parents first. */
export function eachNode(tree: Tree, visit: (kind: string, body: Node) => void): void {
  if (Array.isArray(tree)) for (const item of tree) eachNode(item, visit);
  else if (isTree(tree)) {
    const node = nodeOf(tree);
    if (node) visit(node.kind, node.body);
    for (const inner of Object.values(tree)) eachNode(inner, visit);
  }
}

/** What the local dialect has no counterpart for: nobody's fault. */
export const lacks = (what: string) => new DialectError('NOT_SUPPORTED', `the local dialect does not support ${what}`);
