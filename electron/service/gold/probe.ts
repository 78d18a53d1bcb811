import type { EngineName } from '#shared/model/execution.ts';
import { isNode, loadParser, type Node } from '../engines/parser.ts';

/** A query beside a gold's own that tells whether its LIMIT cuts a tie. It is never judged. */
export type Probe = { readonly sql: string; readonly keys: number; readonly limit: number };

/** What reading a gold's text tells. */
export type GoldReading = {
  readonly countsEveryRow: boolean;
  readonly probe: Probe | null;
  /** Why there is no probe although rows may be cut; null where there is nothing to probe. */
  readonly unprobed: string | null;
};

/** Rows that a probe looks at beyond the limit. */
export const PROBED_ROWS = 1_000;
const LARGEST_LIMIT = 10_000;
/** Longer texts would hold up the service while they are parsed. */
const LONGEST_TEXT = 50_000;

/** Reads a gold query: does COUNT count every row, and how can its order be looked at? */
export async function readGold(sql: string, engine: EngineName): Promise<GoldReading> {
  const unread = (unprobed: string | null): GoldReading => ({ countsEveryRow: false, probe: null, unprobed });
  const mayCut = /\blimit\b/i.test(sql);
  if (!mayCut && !/\bcount\b/i.test(sql)) return unread(null);
  if (sql.length > LONGEST_TEXT) return unread(mayCut ? 'the query is too long to be read' : null);
  const { parse, generate, Dialect } = await loadParser();
  const dialect = engine === 'sqlite' ? Dialect.SQLite : Dialect.Snowflake;
  const parsed = parse(sql, dialect);
  const statements: readonly unknown[] = parsed.success && Array.isArray(parsed.ast) ? parsed.ast : [];
  const [statement] = statements;
  if (statements.length !== 1 || !isNode(statement)) return unread(mayCut ? 'the query cannot be read' : null);
  const countsEveryRow = hasCountOfEveryRow(statement);
  const { select } = statement;
  if (!isNode(select) || !isNode(select.limit)) return { countsEveryRow, probe: null, unprobed: null };
  const limit = wholeNumber(select.limit.this);
  const keys = sortKeys(select);
  if (limit === null || limit > LARGEST_LIMIT || keys === null) {
    return { countsEveryRow, probe: null, unprobed: 'its ORDER BY and LIMIT cannot be taken apart' };
  }
  const probed = {
    select: {
      ...select,
      expressions: [...(select.expressions as unknown[]), ...keys],
      limit: { ...select.limit, this: { literal: { literal_type: 'number', value: String(limit + PROBED_ROWS) } } },
    },
  };
  const generated = generate([probed] as unknown as Parameters<typeof generate>[0], dialect);
  const [text] = generated.sql ?? [];
  return generated.success && text !== undefined
    ? { countsEveryRow, probe: { sql: text, keys: keys.length, limit }, unprobed: null }
    : { countsEveryRow, probe: null, unprobed: 'the query cannot be written with its sort keys' };
}

function wholeNumber(node: unknown): number | null {
  const literal = isNode(node) ? node.literal : undefined;
  if (!isNode(literal) || literal.literal_type !== 'number' || !/^\d+$/.test(String(literal.value))) return null;
  return Number(literal.value);
}

/** The expressions that a SELECT is sorted by, as columns of their own; null where they cannot stand there. */
function sortKeys(select: Node): readonly unknown[] | null {
  if (!isNode(select.order_by)) return [];
  const columns = select.expressions as unknown[];
  const keys: unknown[] = [];
  for (const term of select.order_by.expressions as Node[]) {
    const key = resolve(term.this, columns);
    if (key === null) return null;
    // A further column would change what DISTINCT takes for the same.
    if (select.distinct && !columns.some((column) => sameExpression(withoutAlias(column), key))) return null;
    keys.push(key);
  }
  return keys;
}

const withoutAlias = (column: unknown): unknown => (isNode(column) && isNode(column.alias) ? column.alias.this : column);
const aliasOf = (column: unknown): string | null =>
  isNode(column) && isNode(column.alias) && isNode(column.alias.alias) ? String(column.alias.alias.name) : null;

/** What a term of ORDER BY stands for: a number is a column by its place, a name may be an alias. */
function resolve(term: unknown, columns: readonly unknown[]): unknown {
  const place = wholeNumber(term);
  if (place !== null) {
    const before = columns.slice(0, place);
    const column = columns[place - 1];
    return column === undefined || before.some((each) => isNode(each) && 'star' in each) ? null : withoutAlias(column);
  }
  const name = isNode(term) && isNode(term.column) && term.column.table == null ? term.column.name : undefined;
  const wanted = isNode(name) ? String(name.name).toLowerCase() : null;
  const aliased = wanted === null ? undefined : columns.find((column) => aliasOf(column)?.toLowerCase() === wanted);
  return aliased === undefined ? term : withoutAlias(aliased);
}

const sameExpression = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);
const textOf = (node: unknown) => JSON.stringify(node, (key, value: unknown) => (key === 'span' ? undefined : value));

/** True where a COUNT stands over a CASE whose every branch is a constant other than NULL. */
function hasCountOfEveryRow(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCountOfEveryRow);
  if (!isNode(value)) return false;
  if (isNode(value.count) && value.count.distinct !== true && isNode(value.count.this) && isNode(value.count.this.case)) {
    const { whens, else_ } = value.count.this.case;
    const branches = [
      ...(Array.isArray(whens) ? whens.map((when: unknown) => (Array.isArray(when) ? when[1] : null)) : []),
      else_,
    ];
    if (branches.every((branch) => isNode(branch) && isNode(branch.literal))) return true;
  }
  return Object.values(value).some(hasCountOfEveryRow);
}
