const FENCE = /```[ \t]*(?:sql|snowflake|sqlite|postgresql|mysql|bigquery|duckdb)?[ \t]*\r?\n?([\s\S]*?)(?:```|$)/i;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos|nbsp));/gi;

function unescaped(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

export type Cleaned = { readonly sql: string; readonly cleaning: readonly string[] };

/**
 * SQL as a system wrote it, made runnable as the published evaluators do: of a Markdown fence the first one's content
 * (Spider2), HTML entities unescaped (Spider2-AIFunc). What was done is named, so that it can be kept with the prediction.
 */
export function cleanSql(text: string): Cleaned {
  const cleaning: string[] = [];
  let sql = text;
  const fenced = sql.includes('```') ? FENCE.exec(sql) : null;
  if (fenced) {
    sql = fenced[1]!;
    cleaning.push('fence');
  }
  if (sql.includes('&')) {
    const plain = unescaped(sql);
    if (plain !== sql) cleaning.push('entities');
    sql = plain;
  }
  return { sql: sql.trim(), cleaning };
}

/** What systems write where they have no answer; DSR-SQL exports the last. */
const NO_ANSWER = /^(?:select\s+'workflow error'\s+as\s+result\s*;?)?$/i;

export const isNoAnswer = (sql: string): boolean => NO_ANSWER.test(sql.trim());
