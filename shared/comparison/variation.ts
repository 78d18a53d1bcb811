import { cellCount, isTypedText, type Table, type Value } from '../model/value.ts';
import { alignTables, differingColumns } from './alignment.ts';

/** How results of one query differ from one another. */
export type TableVariation = {
  readonly kind: 'columns' | 'row count' | 'cells' | 'row order';
  /** Columns of the first table with cells that vary, and in how many of its rows. */
  readonly columns: readonly { readonly column: string; readonly rows: number }[];
  /** Cells of the first table that vary, with their different values, its own first; rows count from 1. */
  readonly cells: readonly { readonly row: number; readonly column: string; readonly values: readonly string[] }[];
  readonly cellCount: number;
  readonly tooLarge: boolean;
};

const SHOWN_CELLS = 20;
const SHOWN_VALUES = 5;
/** Larger results are not aligned: their row and column counts must do. */
const ALIGNED_CELLS = 400_000;

/**
 * Which cells vary among different results of one query. Rows are aligned with those of the first table; where two
 * results hold the same rows, only their order varies.
 */
export function variationOf([first, ...others]: readonly [Table, ...Table[]]): TableVariation {
  const kind = others.some((table) => table.columns.length !== first.columns.length)
    ? 'columns'
    : others.some((table) => table.rows.length !== first.rows.length)
      ? 'row count'
      : null;
  if (kind === 'columns' || [first, ...others].reduce((sum, table) => sum + cellCount(table), 0) > ALIGNED_CELLS) {
    return { kind: kind ?? 'cells', columns: [], cells: [], cellCount: 0, tooLarge: kind !== 'columns' };
  }
  const values = new Map<string, Set<string>>();
  let unpaired = false;
  for (const other of others) {
    const alignment = alignTables(first, other);
    for (const [index, aligned] of alignment.kinds.entries()) {
      if (aligned !== 'differ') continue;
      const row = alignment.goldRows[index]!;
      const answer = other.rows[alignment.predictionRows[index]!]!;
      for (const column of differingColumns(alignment.columns, first.rows[row]!, answer)) {
        const key = `${row} ${column}`;
        const seen = values.get(key) ?? new Set([textOf(first.rows[row]![column]!)]);
        values.set(key, seen.add(textOf(answer[alignment.columns[column]!]!)));
      }
    }
    unpaired ||= alignment.counts['only in gold'] > 0;
  }
  const places = [...values.keys()].map((key) => key.split(' ').map(Number) as [row: number, column: number]);
  const rowsByColumn = new Map<number, number>();
  for (const [, column] of places) rowsByColumn.set(column, (rowsByColumn.get(column) ?? 0) + 1);
  return {
    kind: kind ?? (places.length > 0 || unpaired ? 'cells' : 'row order'),
    columns: [...rowsByColumn].sort((a, b) => a[0] - b[0]).map(([column, rows]) => ({ column: first.columns[column]!, rows })),
    cells: places
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .slice(0, SHOWN_CELLS)
      .map(([row, column]) => ({
        row: row + 1,
        column: first.columns[column]!,
        values: [...values.get(`${row} ${column}`)!].slice(0, SHOWN_VALUES),
      })),
    cellCount: places.length,
    tooLarge: false,
  };
}

const LONGEST_VALUE = 120;

function textOf(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = isTypedText(value) ? value.text : String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
