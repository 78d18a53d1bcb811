import type { AiCall, Json } from '#shared/model/recording.ts';

const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A value as a literal of Snowflake's dialect. */
function literal(value: Json): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(literal).join(', ')}]`;
  return `{${Object.entries(value as Readonly<Record<string, Json>>)
    .map(([key, inner]) => `${text(key)}: ${literal(inner)}`)
    .join(', ')}}`;
}

/** A query in Snowflake's dialect whose only cell is the answer of the call. It reads no table. */
export function callAsQuery({ function: name, arguments: given }: AiCall): string {
  const [first = null, ...rest] = given;
  if (name !== 'AI_AGG') return `SELECT ${name}(${given.map(literal).join(', ')}) AS ANSWER`;
  // AI_AGG aggregates rows: its first argument is the list of their texts.
  const rows = Array.isArray(first) ? (first as readonly Json[]) : [first];
  const values = rows.length === 0 ? '(NULL)' : rows.map((row) => `(${literal(row)})`).join(', ');
  return `SELECT AI_AGG(${['COLUMN1', ...rest.map(literal)].join(', ')}) AS ANSWER FROM VALUES ${values}`;
}
