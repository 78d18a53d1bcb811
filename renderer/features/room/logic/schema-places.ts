import type { SchemaTable } from '#shared/contract/room.ts';
import type { PeekTable } from '#shared/contract/trial.ts';
import { counted } from '#shared/model/counted.ts';
import { type EvidencePlace, evidenceKinds, evidenceText, evidenceWhere, shortText, tellsSame } from '#shared/model/evidence.ts';
import { evidenceOf, rowAsTsv } from './cell-text.ts';

type PlaceOf<K extends EvidencePlace['kind']> = Extract<EvidencePlace, { kind: K }>;
type SampleRowPlace = PlaceOf<'sample row'>;
type FrequentValuePlace = PlaceOf<'frequent value'>;
type Column = SchemaTable['columns'][number];

/** Evidence that the schema pane shows: of the schema itself, or of what the database holds. */
export const SCHEMA_KINDS = ['schema', 'sample row', 'frequent value'] as const satisfies readonly EvidencePlace['kind'][];
export type SchemaPlace = PlaceOf<(typeof SCHEMA_KINDS)[number]>;

const hasTitle = ({ name, title }: { name: string; title: string }): boolean => title.toLowerCase() !== name.toLowerCase();

/** What the schema says of a column, on one line. */
function columnText(column: Column): string {
  const { name, title, type, primaryKey, references, description } = column;
  return [
    `${name} ${type}`.trim(),
    ...(primaryKey ? ['primary key'] : []),
    ...(references ? [`refers to ${references}`] : []),
    ...(hasTitle(column) ? [title] : []),
    ...(description ? [description] : []),
  ].join(', ');
}

/** What the schema says of a table: its columns and their types. */
const tableText = (table: SchemaTable): string =>
  `${table.name}${hasTitle(table) ? `, ${table.title}` : ''}: ${table.columns.map(({ name, type }) => `${name} ${type}`.trim()).join(', ')}`;

/** A table, or one of its columns, as evidence. */
export const schemaPlace = (table: SchemaTable, column: Column | null): PlaceOf<'schema'> => ({
  kind: 'schema',
  table: table.name,
  column: column?.name ?? null,
  text: evidenceText(column === null ? tableText(table) : columnText(column)),
});

/** A cell of the sample rows of a table as evidence, or (`at` null) a whole row. */
export function sampleRowPlace(table: string, data: PeekTable, row: number, at: number | null): SampleRowPlace {
  const values = data.rows[row] ?? [];
  return {
    kind: 'sample row',
    table,
    row,
    column: at === null ? null : (data.columns[at] ?? ''),
    text: at === null ? evidenceText(rowAsTsv(values)) : evidenceOf(values[at] ?? null),
    kinds: evidenceKinds(at === null ? values : [values[at] ?? null]),
  };
}

/** One of the frequent values of a column as evidence, with how many rows hold it. */
export function frequentValuePlace(table: string, column: string, data: PeekTable, row: number): FrequentValuePlace {
  const [value = null, rows = 0] = data.rows[row] ?? [];
  return { kind: 'frequent value', table, column, rows: Number(rows), text: evidenceOf(value), kinds: evidenceKinds([value]) };
}

/** The one that is called so; names of a schema are the same in any case, where no two differ only by it. */
function named<T extends { readonly name: string }>(all: readonly T[], name: string): T | null {
  const exact = all.find((each) => each.name === name);
  if (exact) return exact;
  const alike = all.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0]! : null;
}

/** Where evidence stands in the schema as it is now; what is not there any more is null. */
export function findInSchema(schema: readonly SchemaTable[], place: SchemaPlace) {
  const table = named(schema, place.table);
  const column = table === null || place.column === null ? null : named(table.columns, place.column);
  return { table, column, gone: table === null ? 'table' : place.column !== null && column === null ? 'column' : null } as const;
}

/** What has become of evidence in the schema, as a sentence; null where it is as it was. */
export function changeInSchema(schema: readonly SchemaTable[], place: SchemaPlace): string | null {
  const { table, column, gone } = findInSchema(schema, place);
  const changed = (what: string) => `The schema has changed since: ${what}`;
  if (table === null) return changed(`it has no table ${place.table} any more.`);
  if (gone === 'column') return changed(`${table.name} has no column ${place.column} any more.`);
  const now = column === null ? table.name : `${table.name}.${column.name}`;
  const before = column === null ? place.table : `${place.table}.${place.column}`;
  if (now !== before) return changed(`${before} is written ${now} now.`);
  if (place.kind === 'schema' && schemaPlace(table, column).text !== place.text)
    return changed(`of ${now} it said “${shortText(place.text)}” when this was attached.`);
  return null;
}

/** Evidence in the schema in words, where the schema is not as it was; null where it is. */
export function schemaWhere(schema: readonly SchemaTable[], place: SchemaPlace): string | null {
  if (changeInSchema(schema, place) === null) return null;
  const { gone } = findInSchema(schema, place);
  return `${evidenceWhere(place)}: ${gone === null ? 'has changed' : 'not there any more'}`;
}

/** A cell among what was peeked at; `column` null is the whole row. `change` tells what is not as it was. */
export type FoundInRows = { row: number; column: number | null; change: string | null };

/** Where evidence stands among the sample rows of its table as they are now; null where no row holds it. */
export function findSampleRow(data: PeekTable, place: SampleRowPlace): FoundInRows | null {
  const column = place.column === null ? null : data.columns.indexOf(place.column);
  if (column === -1) return null;
  const holds = (row: number) => tellsSame(sampleRowPlace(place.table, data, row, column), place);
  if (place.row < data.rows.length && holds(place.row)) return { row: place.row, column, change: null };
  // A single value may stand in many rows: another row is the same evidence only as a whole.
  const row = place.column === null ? data.rows.findIndex((_, at) => holds(at)) : -1;
  return row === -1 ? null : { row, column, change: `The rows have changed since: this is row ${row + 1} now.` };
}

/** Where evidence stands among the frequent values of its column as they are now; null where it is not among them. */
export function findFrequentValue(data: PeekTable, place: FrequentValuePlace): FoundInRows | null {
  const now = (row: number) => frequentValuePlace(place.table, place.column, data, row);
  const alike = data.rows.flatMap((_, at) => (tellsSame(now(at), place) ? [at] : []));
  // Long values may be alike as far as they are kept: the one of as many rows is meant.
  const row = alike.find((at) => now(at).rows === place.rows) ?? alike[0];
  if (row === undefined) return null;
  const { rows } = now(row);
  const change =
    rows === place.rows
      ? null
      : `The rows have changed since: it stands in ${counted(rows, 'row')} now, and stood in ${counted(place.rows, 'row')}.`;
  return { row, column: 0, change };
}
