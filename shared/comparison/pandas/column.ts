/**
 * A column as pandas holds it. `numbers` are the cells as doubles; `exact` holds the integers beyond 2^53 at their rows.
 * A missing cell is NaN in a float column and `null` in an object column.
 */
export type Column =
  | { readonly dtype: 'int64' | 'uint64'; readonly numbers: Float64Array; readonly exact: ReadonlyMap<number, bigint> | null }
  | { readonly dtype: 'float64' | 'bool'; readonly numbers: Float64Array }
  | { readonly dtype: 'object'; readonly cells: readonly ObjectCell[] };

/** A Python object in a column: int as bigint, float as number, str, bool, or missing. */
export type ObjectCell = string | bigint | number | boolean | null;

export const columnLength = (column: Column): number => (column.dtype === 'object' ? column.cells.length : column.numbers.length);

export type Dtype = Column['dtype'];

/** The dtype in which columns of different dtypes come together: ints and floats as floats, bools and text as objects. */
export function commonDtype(dtypes: readonly Dtype[]): Dtype {
  const kinds = new Set(dtypes);
  if (kinds.size === 1) return dtypes[0]!;
  if (kinds.has('object') || kinds.has('bool')) return 'object';
  return 'float64';
}

/** The cells as Python objects. */
export function objectCells(column: Column): readonly ObjectCell[] {
  switch (column.dtype) {
    case 'object':
      return column.cells;
    case 'bool':
      return Array.from(column.numbers, (number) => number === 1);
    case 'float64':
      return Array.from(column.numbers, (number) => (Number.isNaN(number) ? null : number));
    default: {
      const { exact } = column;
      return Array.from(column.numbers, (number, row) => exact?.get(row) ?? BigInt(number));
    }
  }
}
