/**
 * Cell values as engines return them, without loss. SQL types that JavaScript has no exact type for carry their
 * text: a decimal keeps its scale, a date is never turned into a JavaScript Date.
 *
 * Text that is not valid UTF-8 keeps each bad byte as a lone surrogate U+DC80…U+DCFF (as Python's `surrogateescape`
 * does), so that two different byte strings never compare equal.
 */
export type Value = null | boolean | bigint | number | string | Uint8Array | TypedText;

/** A value whose exact form is its text. */
export type TypedText = { readonly type: 'decimal' | 'date' | 'timestamp' | 'time' | 'json'; readonly text: string };

export type Row = readonly Value[];

/** A result table: column names in the order of the query (duplicates allowed) and rows in the order of the engine. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly Row[] };

/** How many cells a table has; a row without columns counts as one. */
export const cellCount = ({ rows, columns }: Table): number => rows.length * Math.max(1, columns.length);

/** True for a {@link TypedText}, false for every other value (a Uint8Array included). */
export const isTypedText = (value: Value): value is TypedText =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

export type ValueKind = 'null' | 'boolean' | 'integer' | 'real' | 'text' | 'blob' | TypedText['type'];

/** The kind of a value, as grids and rules name it. */
export function kindOf(value: Value): ValueKind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'real';
  if (typeof value === 'string') return 'text';
  return value instanceof Uint8Array ? 'blob' : value.type;
}

/** A letter for each kind. Stored with evidence: never to be changed. */
const KIND_LETTERS: Readonly<Record<ValueKind, string>> = {
  null: 'n',
  boolean: 'b',
  integer: 'i',
  real: 'r',
  text: 't',
  blob: 'x',
  decimal: 'd',
  date: 'D',
  timestamp: 'S',
  time: 'T',
  json: 'j',
};

/** The kinds of values, a letter each: they tell apart what is written alike, as NULL and the text 'NULL'. */
export const kindLetters = (values: readonly Value[]): string => values.map((value) => KIND_LETTERS[kindOf(value)]).join('');
