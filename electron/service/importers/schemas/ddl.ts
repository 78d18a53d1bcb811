import { z } from 'zod';
import type { SchemaTable } from '#shared/contract/room.ts';
import { loadParser } from '../../engines/parser.ts';

const nameSchema = z.object({ name: z.string(), span: z.object({ end: z.number() }).nullish() });
/** What is read of the parser's tree: tables have typed columns, views only names. */
const statementSchema = z.object({
  create_table: z
    .looseObject({
      columns: z.array(z.looseObject({ name: nameSchema, primary_key: z.boolean() })),
      constraints: z.array(z.unknown()).optional(),
    })
    .optional(),
  create_view: z.looseObject({ columns: z.array(z.looseObject({ name: nameSchema })) }).optional(),
});

const keyColumnsSchema = z.object({ PrimaryKey: z.looseObject({ columns: z.array(z.looseObject({ name: z.string() })) }) });

/** A type as written: a word, with what stands in brackets behind it. */
const TYPE =
  /^\s*([A-Za-z_]\w*(?:\s+(?:precision|varying))?(?:\s*\([^()]*\)|\s*<[^;]*?>(?=\s*(?:,|\)|NOT\b|OPTIONS\b|DEFAULT\b|$)))?)/i;

/** The end of the list of columns: the bracket that closes the first one, outside of quotes. -1 without one. */
function endOfColumns(ddl: string): number {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < ddl.length; index++) {
    const character = ddl[index]!;
    if (quote !== '') {
      if (character === '\\' && quote !== '`') index++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return index;
  }
  return -1;
}

/** The longest published is below 100 kB; the parser holds the process up as long as it works. */
const LONGEST_DDL = 1_000_000;

type Columns = SchemaTable['columns'];

type Sdk = Awaited<ReturnType<typeof loadParser>>;

/** The parser's answer; null where the text breaks it (WebAssembly has a small stack). */
function parsedBy(sdk: Sdk, ddl: string, dialect: string): ReturnType<Sdk['parse']> | null {
  try {
    return sdk.parse(ddl, dialect as Parameters<Sdk['parse']>[1]);
  } catch {
    return null;
  }
}

async function columnsOfText(ddl: string, dialect: string): Promise<Columns | null> {
  const sdk = await loadParser();
  const parsed = parsedBy(sdk, ddl, dialect);
  if (parsed === null || !parsed.success) return null;
  const [statement] = z.array(statementSchema).safeParse(parsed.ast).data ?? [];
  const table = statement?.create_table;
  if (table === undefined) {
    const view = statement?.create_view?.columns ?? [];
    return view.map(({ name }) => ({ name: name.name, title: name.name, type: '', primaryKey: false, references: null }));
  }
  const keys = new Set(
    (table.constraints ?? []).flatMap(
      (each) => keyColumnsSchema.safeParse(each).data?.PrimaryKey.columns.map(({ name }) => name) ?? [],
    ),
  );
  return table.columns.map(({ name, primary_key }) => ({
    name: name.name,
    title: name.name,
    type: name.span == null ? '' : (TYPE.exec(ddl.slice(name.span.end))?.[1] ?? ''),
    primaryKey: primary_key || keys.has(name.name),
    references: null,
  }));
}

/**
 * The columns that a CREATE TABLE (or CREATE VIEW with a list of names) gives, in its order; null where it cannot be parsed
 * or names none. Clauses behind the list, which parsers know least of, are left out on a second try.
 */
export async function columnsOfDdl(ddl: string, dialect: string): Promise<Columns | null> {
  if (ddl.length > LONGEST_DDL) return null;
  const whole = await columnsOfText(ddl, dialect);
  if (whole !== null) return whole.length === 0 ? null : whole;
  const end = endOfColumns(ddl);
  const list = end === -1 ? null : await columnsOfText(ddl.slice(0, end + 1), dialect);
  return list === null || list.length === 0 ? null : list;
}
