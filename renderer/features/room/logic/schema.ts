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

/** The tables whose name, title or columns contain the text; those that either SQL names come first. */
export function listTables(
  schema: readonly SchemaTable[],
  text: string,
  gold: ReadonlySet<string>,
  prediction: ReadonlySet<string>,
): TableView[] {
  const wanted = text.trim().toLowerCase();
  const fits = (table: SchemaTable) =>
    wanted === '' ||
    [table.name, table.title, ...table.columns.flatMap((column) => [column.name, column.title])].some((name) =>
      name.toLowerCase().includes(wanted),
    );
  const views = schema.filter(fits).map((table) => ({ table, named: namedBy(table.name, gold, prediction) }));
  const first = (view: TableView) => Number(view.named.gold || view.named.prediction);
  return views.sort((a, b) => first(b) - first(a));
}
