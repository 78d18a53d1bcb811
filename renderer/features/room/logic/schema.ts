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
 * Percentages of a table's width for the types and the references of its columns, by the longest text of each; what they
 * leave is for the names. Where all texts have room, none is cut. `marked`: the table keeps a place for marks.
 */
export function schemaWidths(columns: SchemaTable['columns'], marked: boolean): { type: number; reference: number } {
  const longest = (text: (column: SchemaTable['columns'][number]) => string | null, more: number): number => {
    const length = columns.reduce((most, column) => Math.max(most, text(column)?.length ?? 0), 0);
    return length === 0 ? 0 : length + more;
  };
  const name = longest((column) => column.name, 2);
  // A type is short: cut, nothing is left of it.
  const type = longest((column) => column.type, 3);
  // An arrow stands before the reference.
  const reference = longest((column) => column.references, 4);
  const share = (length: number) =>
    Math.round(((marked ? FOR_TEXT.marked : FOR_TEXT.plain) * length) / Math.max(1, name + type + reference));
  return { type: share(type), reference: share(reference) };
}

/** The part of the narrowest table's width, in percent, that key and marks beside the texts leave. */
const FOR_TEXT = { marked: 80, plain: 92 };
