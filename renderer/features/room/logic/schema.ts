import type { SchemaTable } from '#shared/contract/room.ts';

/** Every name that stands in the SQL, in lower case, quoted or not. Words inside string literals and comments are left out. */
export function namesInSql(sql: string | null): Set<string> {
  const names = new Set<string>();
  const pattern = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;
  for (const match of (sql ?? '').matchAll(pattern)) {
    const name = match[1] ?? match[2] ?? match[3] ?? match[4];
    if (name !== undefined) names.add(name.toLowerCase());
  }
  return names;
}

export type NamedBy = { gold: boolean; prediction: boolean };
export type TableView = { table: SchemaTable; named: NamedBy };

const isNamed = (name: string, names: ReadonlySet<string>) => names.has(name.toLowerCase());

export const namedBy = (name: string, gold: ReadonlySet<string>, prediction: ReadonlySet<string>): NamedBy => ({
  gold: isNamed(name, gold),
  prediction: isNamed(name, prediction),
});

/** The tables whose name, title, columns or what is said of them contain the text; those that either SQL names come first. */
export function listTables(
  schema: readonly SchemaTable[],
  text: string,
  gold: ReadonlySet<string>,
  prediction: ReadonlySet<string>,
): TableView[] {
  const wanted = text.trim().toLowerCase();
  const fits = (table: SchemaTable) =>
    wanted === '' ||
    [table.name, table.title, ...table.columns.flatMap(({ name, title, description }) => [name, title, description ?? ''])].some(
      (name) => name.toLowerCase().includes(wanted),
    );
  const views = schema.filter(fits).map((table) => ({ table, named: namedBy(table.name, gold, prediction) }));
  const first = (view: TableView) => Number(view.named.gold || view.named.prediction);
  return views.sort((a, b) => first(b) - first(a));
}

/**
 * Widths of a table's columns for the types and the references, by the longest text of each; what they leave is for the
 * names. A type is short: cut, nothing is left of it, so it has its signs whole. The references have a percentage of the
 * table: names come first where both have no room. `marked`: the table keeps a place for marks.
 */
export function schemaWidths(columns: SchemaTable['columns'], marked: boolean): { type: string; reference: string } {
  const longest = (text: (column: SchemaTable['columns'][number]) => string | null, more: number): number => {
    const length = columns.reduce((most, column) => Math.max(most, text(column)?.length ?? 0), 0);
    return length === 0 ? 0 : length + more;
  };
  const name = Math.min(
    LONG_NAME,
    longest(({ name }) => name, 2),
  );
  const type = Math.min(
    LONG_TYPE,
    longest((column) => column.type, 2),
  );
  // An arrow stands before the reference.
  const needed = longest(({ references }) => references, 4);
  const reference = Math.min(needed, NARROWEST - (marked ? 10 : 4) - type - name);
  return { type: `${type}ch`, reference: needed === 0 ? NO_WIDTH : `${Math.round((100 * reference) / NARROWEST)}%` };
}

/** The narrowest table, in signs; key and marks take 10 of them, the key alone 4. */
const NARROWEST = 49;
/** Signs of a name and a type, with the space around them, that references make room for. */
const LONG_NAME = 18;
const LONG_TYPE = 14;
/** A column of no width would share what is left with the names. */
const NO_WIDTH = '1px';
