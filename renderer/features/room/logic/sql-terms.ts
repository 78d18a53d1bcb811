import type { SchemaTable } from '#shared/contract/room.ts';
import type { Term } from '#shared/model/steps.ts';
import { namesInSql } from './schema.ts';

/** What a query is made of and may be looked for: `in` says which queries have it. */
export type SqlTerm = Term & { kind: 'table' | 'column' | 'literal' | 'clause'; in: 'gold' | 'prediction' | 'both' };

const CLAUSES = [
  'WITH',
  'DISTINCT',
  'JOIN',
  'LEFT JOIN',
  'RIGHT JOIN',
  'CROSS JOIN',
  'FULL JOIN',
  'WHERE',
  'GROUP BY',
  'HAVING',
  'QUALIFY',
  'ORDER BY',
  'LIMIT',
  'OFFSET',
  'OVER',
  'PARTITION BY',
  'UNION',
  'UNION ALL',
  'INTERSECT',
  'EXCEPT',
  'CASE',
  'EXISTS',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'IN',
  'IS NULL',
  'IS NOT NULL',
  'LATERAL',
  'FLATTEN',
  'PIVOT',
  'CAST',
];
const PATTERNS = CLAUSES.map((clause) => ({
  clause,
  pattern: new RegExp(String.raw`\b${clause.replaceAll(' ', String.raw`\s+(?:OUTER\s+)?`)}\b`, 'i'),
}));

/** Strings, comments and quoted names. Strings come back as literals; the rest is taken out before clauses are looked for. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'|\$\$([\s\S]*?)\$\$|"(?:[^"]|"")+"|`[^`]+`/g;
const NUMBER = /(?<![\w.$])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/gi;
/** Strings and comments alone: names may be quoted. */
const TEXTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g;
/** Where `FROM` names no table. */
const OTHER_FROM = /\b(?:EXTRACT|TRIM|SUBSTRING)\s*\([^()]*\)|\bDISTINCT\s+FROM\b/gi;
const NAME = String.raw`(?:"(?:[^"]|"")+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$]*)`;
const TABLE = new RegExp(
  String.raw`\b(?:FROM|JOIN)\s+(?!LATERAL\b)(?:${NAME}\s*\.\s*)*(${NAME})(?![\p{L}\p{N}_$]|\s*[(.])`,
  'giu',
);
const SUBQUERY = new RegExp(String.raw`(${NAME})\s*(?:\([^()]*\)\s*)?AS\s*(?:NOT\s+MATERIALIZED\s*|MATERIALIZED\s*)?\(`, 'giu');
/** A text in the quotation marks of names, which SQLite takes for a string where no column is called so. */
const COMPARED = /(?:[=<>,(]|\b(?:LIKE|GLOB|BETWEEN|AND|THEN|ELSE|WHEN)\b)\s*"((?:[^"]|"")+)"(?!\s*\.)/gi;

const unquoted = (name: string): string => (/^["`[]/.test(name) ? name.slice(1, -1) : name);

type Parts = {
  names: ReadonlySet<string>;
  /** Tables as they are read from, their last part, quoted or not. */
  tables: ReadonlySet<string>;
  literals: ReadonlySet<string>;
  clauses: ReadonlySet<string>;
};

function tablesIn(sql: string): Set<string> {
  const text = sql.replace(TEXTS, ' ').replace(OTHER_FROM, ' ');
  const own = new Set([...text.matchAll(SUBQUERY)].map(([, name]) => unquoted(name!).toLowerCase()));
  const named = [...text.matchAll(TABLE)].map(([, name]) => unquoted(name!));
  return new Set(named.filter((name) => !own.has(name.toLowerCase())));
}

function partsOf(sql: string | null, engine: string, known: ReadonlySet<string>): Parts {
  const text = sql ?? '';
  const literals = new Set<string>();
  for (const [, string, block] of text.matchAll(QUOTED)) {
    const literal = string?.replaceAll("''", "'") ?? block ?? '';
    if (literal.trim() !== '') literals.add(literal);
  }
  const names = namesInSql(sql);
  if (engine.startsWith('sqlite')) {
    for (const [, string] of text.replace(TEXTS, ' ').matchAll(COMPARED)) {
      if (!known.has(string!.toLowerCase())) literals.add(string!.replaceAll('""', '"'));
    }
  }
  const bare = text.replace(QUOTED, ' ');
  for (const [number] of bare.matchAll(NUMBER)) literals.add(number);
  const aiFunctions = [...bare.matchAll(/\bAI_[A-Z_]+(?=\s*\()/gi)].map(([name]) => name.toUpperCase());
  const clauses = PATTERNS.filter(({ pattern }) => pattern.test(bare)).map(({ clause }) => clause);
  return { names, tables: tablesIn(text), literals, clauses: new Set([...clauses, ...aiFunctions]) };
}

/** A name as the schema has it may be `SCHEMA.TABLE`; a query may use the last part alone. */
const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

/**
 * Tables, columns, literals and clauses of gold and prediction, each once: what only gold has first, since that is what
 * an agent may have missed; then what only the prediction has; then what both have. A table that the schema has not is
 * told too; a number of one digit only where it stands in one query alone, since it stands everywhere.
 */
export function sqlTerms(
  gold: string | null,
  prediction: string | null,
  schema: readonly SchemaTable[],
  engine: string,
): SqlTerm[] {
  const known = new Set(
    schema
      .flatMap(({ name, columns }) => [lastPart(name), ...columns.map((column) => column.name)])
      .map((name) => name.toLowerCase()),
  );
  const [left, right] = [partsOf(gold, engine, known), partsOf(prediction, engine, known)];
  const place = (inGold: boolean, inPrediction: boolean): SqlTerm['in'] =>
    inGold && inPrediction ? 'both' : inGold ? 'gold' : 'prediction';
  const terms: SqlTerm[] = [];
  const put = (kind: SqlTerm['kind'], text: string, has: (parts: Parts) => boolean) => {
    const [inGold, inPrediction] = [has(left), has(right)];
    if (inGold || inPrediction) {
      terms.push({ kind, text, words: true, sqlOnly: kind === 'clause', in: place(inGold, inPrediction) });
    }
  };
  const tables = new Set(schema.map(({ name }) => lastPart(name)));
  for (const table of tables) put('table', table, ({ names }) => names.has(table.toLowerCase()));
  const unknown = [...left.tables, ...right.tables].filter((table) => !known.has(table.toLowerCase()));
  for (const table of new Map(unknown.map((name) => [name.toLowerCase(), name])).values())
    put('table', table, ({ names }) => names.has(table.toLowerCase()));
  const used = schema.filter(({ name }) => [left, right].some(({ names }) => names.has(lastPart(name).toLowerCase())));
  for (const column of new Set(used.flatMap(({ columns }) => columns.map(({ name }) => name)))) {
    put('column', column, ({ names }) => names.has(column.toLowerCase()));
  }
  for (const literal of new Set([...left.literals, ...right.literals])) {
    if (/^\d$/.test(literal) && left.literals.has(literal) && right.literals.has(literal)) continue;
    put('literal', literal, ({ literals }) => literals.has(literal));
  }
  for (const clause of new Set([...left.clauses, ...right.clauses])) put('clause', clause, ({ clauses }) => clauses.has(clause));
  const rank = { gold: 0, prediction: 1, both: 2 };
  return terms.sort((a, b) => rank[a.in] - rank[b.in]);
}
