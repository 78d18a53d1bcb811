import { PASSED, TO_MACRO } from './functions.ts';
import { decodeNames, encodeName, snowflakeName } from './names.ts';
import { castTo, functionRule } from './rewrite-functions.ts';
import { pathSteps, semiStructuredArray, semiStructuredObject, stepInto } from './semi-structured.ts';
import {
  bodyOf,
  call,
  eachNode,
  expression,
  isName,
  isTree,
  lacks,
  literalOf,
  type Node,
  nodeOf,
  type Tree,
  textLiteral,
} from './syntax.ts';
import { aliasedTable, lateral, named, tableFunction } from './table-functions.ts';

// Rewrites a query's tree so that the transpiler and DuckDB, given the macros, mean by it what Snowflake means: names keep
// their case, semi-structured data is VARIANT, and what the transpiler gets wrong is said by a macro instead.

/** Functions whose answer is semi-structured. */
const SEMI_STRUCTURED = new Set(
  (
    'VARIANT_EXTRACT SNOW_GET SNOW_VARIANT SNOW_PARSE_JSON SNOW_TRY_PARSE_JSON SNOW_OBJECT SNOW_ARRAY_AGG SNOW_SPLIT ' +
    'SNOW_AI_CLASSIFY SNOW_AI_SENTIMENT SNOW_AI_EXTRACT SNOW_OBJECT_AGG SNOW_OBJECT_KEYS SNOW_ARRAY_CAT'
  ).split(' '),
);

const COMPARISONS = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte']);
const ARITHMETIC = new Set(['add', 'sub', 'mul', 'div', 'mod']);
/** Aggregates and functions of numbers, whose argument may be text or VARIANT in Snowflake. */
const OF_NUMBERS = new Set(
  'sum avg median stddev stddev_samp stddev_pop variance var_samp var_pop abs neg floor ceil sqrt ln exp sign'.split(' '),
);
/** Parts of a date, whose argument may be text in Snowflake. */
const OF_TIMES = new Set(
  'extract year month day day_of_month day_of_week day_of_year quarter week hour minute second'.split(' '),
);
const NUMERIC = new Set([...ARITHMETIC, 'neg', 'count', 'sum', 'avg', 'length', 'abs', 'floor', 'ceil']);

/** Functions of arrays that the parser knows as nodes of their own. */
const OF_ARRAYS: ReadonlyMap<string, string> = new Map([
  ['array_append', 'SNOW_ARRAY_APPEND'],
  ['array_compact', 'SNOW_ARRAY_COMPACT'],
  ['array_distinct', 'SNOW_ARRAY_DISTINCT'],
  ['array_except', 'SNOW_ARRAY_EXCEPT'],
  ['array_prepend', 'SNOW_ARRAY_PREPEND'],
  ['array_reverse', 'SNOW_ARRAY_REVERSE'],
]);

/** Syntax of Snowflake that the local dialect has no counterpart for, by the kind of the node. */
const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  match_recognize: 'MATCH_RECOGNIZE',
  connect: 'CONNECT BY',
  parameter: 'a session variable or bind parameter',
  stage_reference: 'a stage',
  tablesample: 'SAMPLE',
};

/**
 * Refuses syntax without a counterpart, which brings words of its own that look like functions.
 * @throws DialectError NOT_SUPPORTED
 */
export const requireSupportedSyntax = (query: Node): void =>
  eachNode(query, (kind) => {
    const unsupported = NOT_SUPPORTED[kind];
    if (unsupported !== undefined) throw lacks(unsupported);
  });

/** @throws DialectError NOT_SUPPORTED where the local dialect has no counterpart */
export function rewrite(query: Node): Node {
  return visit(query) as Node;
}

function visit(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(visit);
  if (!isTree(value)) return value;
  if (isName(value)) {
    if (/^[$@]/.test(value.name) && !value.quoted) throw lacks(`${value.name}: a stage, variable or position`);
    return { ...value, name: encodeName(snowflakeName(value)), quoted: true };
  }
  const before = nodeOf(withQuotes(value));
  if (before) {
    const schema = before.kind === 'table' ? before.body.schema : null;
    if (isName(schema ?? null) && snowflakeName(schema as never) === 'INFORMATION_SCHEMA') throw lacks('INFORMATION_SCHEMA');
  }
  const inner = Object.fromEntries(Object.entries(withQuotes(value)).map(([key, child]) => [key, visit(child)]));
  const node = nodeOf(inner);
  return node ? (ruleFor(node.kind, node.body, before!.body) ?? inner) : inner;
}

/** Names after `* EXCLUDE`, REPLACE and RENAME: the parser forgets their quotes, but not how long they were with them. */
function withQuotes(value: Node): Node {
  const star = bodyOf(value, 'star');
  if (star === null) return value;
  const restore = (inner: Tree): Tree => {
    if (Array.isArray(inner)) return inner.map(restore);
    if (!isName(inner) || !isTree(inner.span)) return inner;
    return { ...inner, quoted: inner.quoted || Number(inner.span.end) - Number(inner.span.start) === inner.name.length + 2 };
  };
  const replace = Array.isArray(star.replace)
    ? star.replace.map((item) => (isTree(item) ? { ...item, alias: restore(item.alias ?? null) } : item))
    : star.replace!;
  return { star: { ...star, except: restore(star.except ?? null), rename: restore(star.rename ?? null), replace } };
}

/** Snowflake names the columns of a PIVOT as the values are written, texts with their quotes. */
function pivotColumns(body: Node): Node {
  const named = (value: Tree): Tree => {
    const text = literalOf(value, 'string');
    if (text === null) return value;
    const alias = { name: encodeName(`'${text}'`), quoted: true, trailing_comments: [] };
    return { alias: { this: value, alias, column_aliases: [], pre_alias_comments: [], trailing_comments: [] } };
  };
  const fields = (body.fields as Node[] | undefined)?.map((field) => {
    const list = bodyOf(field, 'in');
    return list === null ? field : { in: { ...list, expressions: (list.expressions as Tree[]).map(named) } };
  });
  return { pivot: { ...body, ...(fields ? { fields } : {}) } };
}

/** UNPIVOT gives the names of its columns as values, as Snowflake has them; another text stands behind AS. */
function unpivotNames(body: Node): Node {
  const columns = (body.columns as Tree[]).map((listed): Tree => {
    const aliased = bodyOf(listed, 'pivot_alias');
    const column = aliased === null ? listed : aliased.this!;
    const name = bodyOf(column, 'column')?.name;
    const given = literalOf(aliased?.alias, 'string');
    if (!isName(name ?? null) || (aliased !== null && given === null)) throw lacks('this list of columns in UNPIVOT');
    const text = given ?? decodeNames((name as { name: string }).name);
    return { pivot_alias: { this: column, alias: { identifier: { name: text, quoted: true, trailing_comments: [] } } } };
  });
  return { unpivot: { ...body, columns } };
}

/** Functions that exist only over a window, said by SUM over the same window. */
function windowed(body: Node): Node | null {
  const made = bodyOf(body.this, 'function');
  const name = String(made?.name ?? '').toUpperCase();
  const value = (made?.args as Tree[] | undefined)?.[0];
  if (value === undefined) return null;
  const sum = (of: Node) => ({ window_function: { ...body, this: of } });
  if (name === 'RATIO_TO_REPORT') return expression('ARG_0 / ARG_1', value, sum(expression('SUM(ARG_0)', value)));
  if (name === 'CONDITIONAL_TRUE_EVENT') return sum(expression('SUM(CASE WHEN ARG_0 THEN 1 ELSE 0 END)', value));
  return null;
}

/** What takes the place of a node whose children are rewritten, or null to leave it. `original` is the body before. */
function ruleFor(kind: string, body: Node, original: Node): Tree | null {
  if (COMPARISONS.has(kind)) {
    return { [kind]: { ...body, left: compared(body.left!, body.right!), right: compared(body.right!, body.left!) } };
  }
  if (ARITHMETIC.has(kind)) return { [kind]: { ...body, left: asNumber(body.left!), right: asNumber(body.right!) } };
  if (OF_NUMBERS.has(kind) && body.this !== undefined) return { [kind]: { ...body, this: asNumber(body.this) } };
  if (OF_TIMES.has(kind) && (isColumn(body.this) || literalOf(body.this, 'string') !== null))
    return { [kind]: { ...body, this: call('SNOW_TO_TIMESTAMP', [body.this!]) } };
  const ofArrays = OF_ARRAYS.get(kind);
  if (ofArrays !== undefined) return call(ofArrays, [body.this!, ...(body.expression == null ? [] : [body.expression])]);
  switch (kind) {
    case 'window_function':
      return windowed(body);
    case 'in':
    case 'between':
      return {
        [kind]: { ...body, this: compared(body.this!, (body.expressions as Tree[] | undefined)?.[0] ?? body.low ?? null) },
      };
    case 'pivot':
      return pivotColumns(body);
    case 'unpivot':
      return unpivotNames(body);
    case 'ordered':
      return isSemiStructured(body.this) ? { ordered: { ...body, this: call('SNOW_SORT', [body.this!]) } } : null;
    case 'select':
      return { select: orderedByText(body) };
    case 'j_s_o_n_extract':
      return body.variant_extract ? stepInto(body.this!, pathSteps(literalOf(body.expression, 'string') ?? '')) : null;
    case 'subscript':
      return subscript(body.this!, body.index!);
    case 'array_func':
      return semiStructuredArray(body.expressions as Tree[]);
    case 'map_func':
      return semiStructuredObject(body.keys as Tree[], body.values as Tree[]);
    case 'cast':
    case 'try_cast':
      return castTo(body.this!, body.to!, kind === 'try_cast');
    case 'date_diff':
      return body.unit === 'Week'
        ? call('SNOW_DIFF_WEEK', [body.expression!, body.this!])
        : call('SNOW_DIFF', [textLiteral(String(body.unit).toLowerCase()), body.expression!, body.this!]);
    case 'array_size':
      return call('SNOW_ARRAY_SIZE', [body.this!]);
    case 'array_contains':
      return call('SNOW_ARRAY_CONTAINS', [body.this!, body.expression!]);
    case 'parse_json':
      return call('SNOW_PARSE_JSON', [body.this!]);
    case 'typeof':
      return call('SNOW_TYPEOF', [body.this!]);
    case 'length':
      return call('SNOW_LENGTH', [body.this!]);
    case 'starts_with':
      return call('SNOW_STARTS_WITH', [body.this!, body.expression!]);
    case 'ends_with':
      return call('SNOW_ENDS_WITH', [body.this!, body.expression!]);
    case 'contains':
      return call('SNOW_CONTAINS', [body.this!, body.expression!]);
    case 'initcap':
      return call('SNOW_INITCAP', [body.this!]);
    case 'current_timestamp':
      return call('SNOW_NOW', []);
    case 'to_number':
      return toNumber(body);
    case 'list_agg':
      return { list_agg: { ...body, this: call('SNOW_TEXT', [body.this!]), separator: body.separator ?? textLiteral('') } };
    case 'array_agg':
      return arrayAggregate(body, null);
    case 'within_group':
      return withinGroup(body);
    case 'values':
      return namedValues(body);
    case 'lateral':
      return lateral(body, original);
    case 'alias':
      return aliasedTable(body);
    case 'function':
    case 'aggregate_function':
      return functionCall(kind, body);
    default:
      return null;
  }
}

const isColumn = (value: Tree | undefined): boolean => bodyOf(value, 'column') !== null;

/** True where the tree itself says that the value is semi-structured; a column's type is not known here. */
function isSemiStructured(value: Tree | undefined): boolean {
  const node = nodeOf(value);
  if (node?.kind === 'paren') return isSemiStructured(node.body.this);
  return node?.kind === 'function' && SEMI_STRUCTURED.has(String(node.body.name));
}

const needsType = (value: Tree | undefined): boolean => isColumn(value) || isSemiStructured(value);

/** One side of a comparison: VARIANT as a number beside a number, as a truth value beside one, else as text. */
function compared(value: Tree, other: Tree): Tree {
  if (!needsType(value)) return value;
  const kind = nodeOf(other)?.kind;
  if (literalOf(other, 'number') !== null || (kind !== undefined && NUMERIC.has(kind))) return call('SNOW_NUMBER', [value]);
  if (kind === 'boolean') return call('SNOW_BOOLEAN', [value]);
  return call('SNOW_PLAIN', [value]);
}

/** Expressions whose type is a number or a time for sure, and those that a macro would break. */
const NO_TEXT = new Set([
  ...NUMERIC,
  'literal',
  'interval',
  'boolean',
  'null',
  'window_function',
  'function',
  'cast',
  'date_diff',
  'star',
  'paren',
  'subquery',
]);

function asNumber(value: Tree): Tree {
  const node = nodeOf(value);
  if (node?.kind === 'paren') return { paren: { ...node.body, this: asNumber(node.body.this!) } };
  if (node?.kind === 'coalesce')
    return { coalesce: { ...node.body, expressions: (node.body.expressions as Tree[]).map(asNumber) } };
  // A macro does not know the type of an aggregate, but that of what is aggregated.
  if ((node?.kind === 'max' || node?.kind === 'min') && node.body.filter === null) {
    return call(`SNOW_NUMBER_${node.kind.toUpperCase()}`, [node.body.this!]);
  }
  const mayBeText = literalOf(value, 'string') !== null || isSemiStructured(value) || (node !== null && !NO_TEXT.has(node.kind));
  return mayBeText ? call('SNOW_NUMBER', [value]) : value;
}

/** ORDER BY on semi-structured values: numbers by their size. */
function orderedByText(select: Node): Node {
  const order = select.order_by;
  if (!isTree(order) || !Array.isArray(order.expressions)) return select;
  const expressions = order.expressions.map((item) =>
    isTree(item) && isSemiStructured(item.this) ? { ...item, this: call('SNOW_SORT', [item.this!]) } : item,
  );
  return { ...select, order_by: { ...order, expressions } };
}

function subscript(value: Tree, index: Tree): Tree {
  const position = literalOf(index, 'number');
  const key = literalOf(index, 'string');
  if (position !== null && /^\d+$/.test(position)) return stepInto(value, [Number(position)]);
  if (key !== null) return stepInto(value, [key]);
  return call('SNOW_GET', [value, index]);
}

function toNumber({ this: value, format, precision, scale, safe }: Node): Node {
  if (format !== null && format !== undefined) throw lacks('a number format in TO_NUMBER');
  const attempt = safe ? 'SNOW_TRY_TO' : 'SNOW_TO';
  const digits = literalOf(scale, 'number');
  if (digits === null || digits === '0') return call(`${attempt}_NUMBER`, [value!]);
  const typed = Number(literalOf(precision, 'number') ?? '38');
  return expression(`CAST(ARG_0 AS DECIMAL(${Math.min(typed, 38)}, ${digits}))`, call(`${attempt}_DECIMAL`, [value!, scale!]));
}

function arrayAggregate(body: Node, orderBy: readonly Node[] | null): Node {
  if (body.filter) throw lacks('FILTER in ARRAY_AGG');
  const value = body.this!;
  if (orderBy === null) return call(body.distinct ? 'SNOW_ARRAY_AGG_DISTINCT' : 'SNOW_ARRAY_AGG', [value]);
  if (orderBy.length > 1) throw lacks('ARRAY_AGG ordered by several expressions');
  const [order] = orderBy;
  if (body.distinct) return call('SNOW_ARRAY_AGG_DISTINCT_BY', [value]);
  return call(order?.desc ? 'SNOW_ARRAY_AGG_BY_DESC' : 'SNOW_ARRAY_AGG_BY', [value, order!.this!]);
}

/** ARRAY_AGG is rewritten before its WITHIN GROUP is seen: the macro's name and first argument say what it was. */
function withinGroup(body: Node): Node | null {
  const inner = bodyOf(body.this, 'function');
  const name = inner?.name;
  if (name !== 'SNOW_ARRAY_AGG' && name !== 'SNOW_ARRAY_AGG_DISTINCT') return null;
  const [value] = inner!.args as Tree[];
  return arrayAggregate({ this: value!, distinct: name === 'SNOW_ARRAY_AGG_DISTINCT' }, body.order_by as Node[]);
}

/** VALUES without names has COLUMN1, COLUMN2 … */
function namedValues(body: Node): Node | null {
  const names = body.column_aliases as Tree[] | undefined;
  if (names !== undefined && names.length > 0) return null;
  const first = (body.expressions as Node[])[0]?.expressions as Tree[] | undefined;
  const columns = (first ?? []).map((_, index) => ({ name: `COLUMN${index + 1}`, quoted: true, trailing_comments: [] }));
  return {
    values: { ...body, alias: body.alias ?? { name: 'VALUES', quoted: true, trailing_comments: [] }, column_aliases: columns },
  };
}

function functionCall(kind: string, body: Node): Node | null {
  const name = String(body.name).toUpperCase();
  const args = body.args as Tree[];
  if (name.startsWith('SNOW_') || name === 'VARIANT_EXTRACT' || name === 'LIST_VALUE') return null;
  const rule = functionRule(name, args);
  if (rule !== null) return rule;
  const macro = TO_MACRO.get(name);
  if (macro !== undefined) return call(macro, args);
  const table = tableFunction({ function: body });
  if (table !== null) return named(table, null, []);
  if (name === 'DIV0' || name === 'DIV0NULL' || name === 'ROUND' || name === 'TRUNC' || name === 'MOD' || name === 'POWER') {
    return { [kind]: { ...body, args: args.map(asNumber) } };
  }
  // These two are said otherwise with the window around them.
  if (name === 'RATIO_TO_REPORT' || name === 'CONDITIONAL_TRUE_EVENT') return null;
  if (!PASSED.has(name) && name !== 'GROUPING SETS') throw lacks(`the function ${name}`);
  return null;
}
