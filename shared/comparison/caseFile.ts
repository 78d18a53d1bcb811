import type { Row, Table, Value } from '../model/value.ts';

/** A case that does not have one of the known layouts. */
export class MalformedCase extends Error {
  override readonly name = 'MalformedCase';
}

/** One case of a file of comparison cases: two tables, and what the evaluation configuration says. */
export type ComparisonCase =
  | {
      readonly layout: 'rows';
      readonly id: string;
      readonly gold: Table;
      readonly prediction: Table;
      readonly orderMatters: boolean;
    }
  | {
      readonly layout: 'typed table';
      readonly id: string;
      readonly gold: Table;
      readonly prediction: Table;
      readonly conditionColumns: readonly number[];
      readonly ignoreOrder: boolean;
    }
  | {
      readonly layout: 'csv';
      readonly id: string;
      readonly golds: readonly string[];
      readonly prediction: string;
      /** As it stands: the published functions behave differently on every shape of it. */
      readonly conditionColumns: unknown;
      readonly ignoreOrder: boolean;
      /** Which published function is called: the one for a single gold table or the one for several. */
      readonly call: 'single' | 'multi';
    };

type ParseWithSource = (
  text: string,
  reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/**
 * Reads one line of a case file. Numbers written without a point or exponent become `bigint`, exactly; others become
 * `number`: Python tells 1 from 1.0, and so do the published evaluators.
 *
 * @throws SyntaxError where the line is no JSON.
 */
export function parseCase(line: string): unknown {
  return (JSON.parse as ParseWithSource)(line, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value,
  );
}

/**
 * Recognises the layout of a case by its fields.
 *
 * @throws MalformedCase, naming the field that is missing or of the wrong kind.
 */
export function readCase(value: unknown): ComparisonCase {
  const fields = readObject(value, 'the case');
  const id = fields.id;
  if (typeof id !== 'string') throw new MalformedCase('the case has no "id"');
  if (Array.isArray(fields.pred) && Array.isArray(fields.gold)) {
    return {
      layout: 'rows',
      id,
      gold: readRows(fields.gold, 'gold'),
      prediction: readRows(fields.pred, 'pred'),
      orderMatters: readBoolean(fields.order_matters, 'order_matters'),
    };
  }
  if (fields.pred_csv !== undefined) return readCsvCase(id, fields);
  if (fields.pred !== undefined) return readTypedCase(id, fields);
  throw new MalformedCase('the case has neither "pred" and "gold" nor "pred_csv" and "gold_csvs"');
}

function readCsvCase(id: string, fields: Record<string, unknown>): ComparisonCase {
  const call = fields.call ?? 'multi';
  if (call !== 'single' && call !== 'multi') throw new MalformedCase('"call" is neither "single" nor "multi"');
  return {
    layout: 'csv',
    id,
    golds: readArray(fields.gold_csvs, 'gold_csvs').map((csv) => readText(csv, 'gold_csvs')),
    prediction: readText(fields.pred_csv, 'pred_csv'),
    conditionColumns: fields.condition_cols,
    ignoreOrder: readBoolean(fields.ignore_order ?? false, 'ignore_order'),
    call,
  };
}

function readTypedCase(id: string, fields: Record<string, unknown>): ComparisonCase {
  return {
    layout: 'typed table',
    id,
    gold: readTable(fields.gold, 'gold'),
    prediction: readTable(fields.pred, 'pred'),
    conditionColumns: readArray(fields.condition_cols ?? [], 'condition_cols').map((index) => {
      if (typeof index !== 'bigint') throw new MalformedCase('"condition_cols" is no list of whole numbers');
      return Number(index);
    }),
    ignoreOrder: readBoolean(fields.ignore_order ?? false, 'ignore_order'),
  };
}

/** The id of a case, or an empty text where it has none. */
export function idOfCase(value: unknown): string {
  const id = typeof value === 'object' && value !== null ? (value as Record<string, unknown>).id : undefined;
  return typeof id === 'string' ? id : '';
}

function readObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedCase(`${name} is no object`);
  return value as Record<string, unknown>;
}

function readArray(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new MalformedCase(`"${name}" is no list`);
  return value;
}

function readBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new MalformedCase(`"${name}" is neither true nor false`);
  return value;
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new MalformedCase(`"${name}" is no text`);
  return value;
}

function readTable(value: unknown, name: string): Table {
  const fields = readObject(value, `"${name}"`);
  const columns = readArray(fields.columns, `${name}.columns`).map((column) => readText(column, `${name}.columns`));
  const rows = readArray(fields.rows, `${name}.rows`).map((row) => readArray(row, name).map((cell) => readCell(cell, name)));
  return { columns, rows: sameWidth(rows, columns.length, name) };
}

function readRows(value: unknown, name: string): Table {
  const rows = readArray(value, name).map((row) => readArray(row, name).map((cell) => readCell(cell, name)));
  const width = rows[0]?.length ?? 0;
  return { columns: Array.from({ length: width }, (_, index) => `column ${index + 1}`), rows: sameWidth(rows, width, name) };
}

function sameWidth(rows: readonly Row[], width: number, name: string): readonly Row[] {
  const uneven = rows.findIndex((row) => row.length !== width);
  if (uneven !== -1) throw new MalformedCase(`"${name}": row ${uneven + 1} has ${rows[uneven]!.length} cells, not ${width}`);
  return rows;
}

function readCell(value: unknown, name: string): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  const fields = Object.entries(readObject(value, `a cell of "${name}"`));
  const [kind, content] = fields[0] ?? [];
  if (fields.length === 1) {
    if (kind === 'real' && (typeof content === 'number' || typeof content === 'bigint')) return Number(content);
    if ((kind === 'date' || kind === 'timestamp' || kind === 'decimal') && typeof content === 'string') {
      return { type: kind, text: content };
    }
  }
  throw new MalformedCase(`a cell of "${name}" has the unknown kind ${JSON.stringify(kind ?? '')}`);
}
