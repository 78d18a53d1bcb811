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
  'CROSS JOIN',
  'FULL JOIN',
  'WHERE',
  'GROUP BY',
  'HAVING',
  'QUALIFY',
  'ORDER BY',
  'LIMIT',
  'OVER',
  'PARTITION BY',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'CASE',
  'EXISTS',
  'BETWEEN',
  'LIKE',
  'CAST',
];
const PATTERNS = CLAUSES.map((clause) => ({
  clause,
  pattern: new RegExp(String.raw`\b${clause.replace(' ', String.raw`\s+(?:OUTER\s+)?`)}\b`, 'i'),
}));

/** Strings, comments and quoted names. Strings come back as literals; the rest is taken out before clauses are looked for. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'|"(?:[^"]|"")+"|`[^`]+`/g;
const NUMBER = /(?<![\w.$])\d+(?:\.\d+)?(?![\w.])/g;

type Parts = { names: ReadonlySet<string>; literals: ReadonlySet<string>; clauses: ReadonlySet<string> };

function partsOf(sql: string | null): Parts {
  const text = sql ?? '';
  const literals = new Set<string>();
  for (const [, string] of text.matchAll(QUOTED)) {
    if (string !== undefined && string !== '') literals.add(string.replaceAll("''", "'"));
  }
  const bare = text.replace(QUOTED, ' ');
  for (const [number] of bare.matchAll(NUMBER)) if (number.length > 1) literals.add(number);
  const aiFunctions = [...bare.matchAll(/\bAI_[A-Z_]+(?=\s*\()/gi)].map(([name]) => name.toUpperCase());
  const clauses = PATTERNS.filter(({ pattern }) => pattern.test(bare)).map(({ clause }) => clause);
  return { names: namesInSql(sql), literals, clauses: new Set([...clauses, ...aiFunctions]) };
}

/** A name as the schema has it may be `SCHEMA.TABLE`; a query may use the last part alone. */
const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

/**
 * Tables, columns, literals and clauses of gold and prediction, each once: what only gold has first, since that is what
 * an agent may have missed; then what only the prediction has; then what both have.
 */
export function sqlTerms(gold: string | null, prediction: string | null, schema: readonly SchemaTable[]): SqlTerm[] {
  const [left, right] = [partsOf(gold), partsOf(prediction)];
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
  const used = schema.filter(({ name }) => [left, right].some(({ names }) => names.has(lastPart(name).toLowerCase())));
  for (const column of new Set(used.flatMap(({ columns }) => columns.map(({ name }) => name)))) {
    put('column', column, ({ names }) => names.has(column.toLowerCase()));
  }
  for (const literal of new Set([...left.literals, ...right.literals]))
    put('literal', literal, ({ literals }) => literals.has(literal));
  for (const clause of new Set([...left.clauses, ...right.clauses])) put('clause', clause, ({ clauses }) => clauses.has(clause));
  const rank = { gold: 0, prediction: 1, both: 2 };
  return terms.sort((a, b) => rank[a.in] - rank[b.in]);
}
