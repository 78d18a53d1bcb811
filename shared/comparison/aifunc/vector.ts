import { compareCodePoints } from '../../model/codePoints.ts';
import { isTypedText, type Row, type Table, type Value } from '../../model/value.ts';
import { orderOfNumberTexts, pythonBytes, pythonDecimal, pythonFloat } from '../pythonText.ts';
import { nanosecondsOf, timestampText } from './readings.ts';

type Dtype = 'int' | 'uint' | 'float' | 'bool' | 'datetime' | 'object';

/** A column of a result as Python objects in row order; what was missing is the integer 0. */
export class Vector {
  readonly cells: readonly Value[];
  private sorted: readonly Value[] | null = null;

  constructor(cells: readonly Value[]) {
    this.cells = cells;
  }

  /** The cells sorted by their Python text. */
  get sortedByText(): readonly Value[] {
    if (this.sorted !== null) return this.sorted;
    if (this.cells.every((cell) => typeof cell === 'number' || typeof cell === 'bigint')) {
      this.sorted = Array.from(orderOfNumberTexts(this.cells.map(pythonText)), (row) => this.cells[row]!);
      return this.sorted;
    }
    const keyed = this.cells.map((cell) => ({ cell, key: pythonText(cell) }));
    const isNumber = ({ cell }: { cell: Value }) => Number(['bigint', 'number', 'boolean'].includes(typeof cell));
    keyed.sort((a, b) => compareCodePoints(a.key, b.key) || isNumber(a) - isNumber(b));
    this.sorted = keyed.map(({ cell }) => cell);
    return this.sorted;
  }
}

/**
 * The columns of a table as `DataFrame(rows).transpose().values.tolist()` gives them: one type for the whole frame, so
 * that a float column turns integer columns beside it into floats, and a frame of nothing but timestamps into integers.
 *
 * @param selected the columns that make up the frame; a column may stand in it twice.
 */
export function vectorsOf(table: Table, selected: readonly number[]): readonly Vector[] {
  const vectorOf = vectorsByColumn(table, selected);
  return selected.map(vectorOf);
}

/** The same, each column when it is asked for. */
export function vectorsByColumn(table: Table, selected: readonly number[]): (column: number) => Vector {
  const cellsOf = (column: number) => table.rows.map((row) => row[column]!);
  const dtypes = new Map<number, Dtype>();
  const dtypeAt = (column: number) => {
    const found = dtypes.get(column) ?? dtypeOf(cellsOf(column));
    dtypes.set(column, found);
    return found;
  };
  // One column of text makes the frame one of objects, whatever stands beside it.
  const holdsText = (column: number) => typeof table.rows[0]?.[column] === 'string';
  const frame = selected.length > 1 && selected.some(holdsText) ? 'object' : commonDtype(selected.map(dtypeAt));
  const vectors = new Map<number, Vector>();
  return (column) => {
    const made = vectors.get(column) ?? new Vector(cellsOf(column).map(converter(dtypeAt(column), frame)));
    vectors.set(column, made);
    return made;
  };
}

/** A row is a dictionary by column name: of columns with the same name the last value stays, at the first one's place. */
export function collapseNames(table: Table): Table {
  const places = new Map<string, number>();
  for (const name of table.columns) if (!places.has(name)) places.set(name, places.size);
  if (places.size === table.columns.length) return table;
  const rows = table.rows.map((row): Row => {
    const collapsed = new Array<Value>(places.size);
    for (const [column, name] of table.columns.entries()) collapsed[places.get(name)!] = row[column]!;
    return collapsed;
  });
  return { columns: [...places.keys()], rows };
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

function dtypeOf(cells: readonly Value[]): Dtype {
  const kinds = new Set<string>();
  let least = 0n;
  let most = 0n;
  let sawMissing = false;
  for (const cell of cells) {
    if (cell === null) {
      sawMissing = true;
      continue;
    }
    if (typeof cell === 'bigint') {
      if (cell < least) least = cell;
      if (cell > most) most = cell;
    }
    if (typeof cell === 'string') return 'object';
    if (typeof cell !== 'object') kinds.add(typeof cell);
    else kinds.add(isTypedText(cell) && cell.type === 'timestamp' && nanosecondsOf(cell.text) !== null ? 'datetime' : 'object');
    if (kinds.has('object')) return 'object';
  }
  if (kinds.size === 1 && kinds.has('boolean')) return sawMissing ? 'object' : 'bool';
  if (kinds.size === 1 && kinds.has('datetime')) return 'datetime';
  if (kinds.size === 0 || kinds.has('boolean') || kinds.has('datetime')) return 'object';
  if (most > UINT64_MAX || least < INT64_MIN) return 'object';
  if (kinds.has('number')) return 'float';
  if (most > INT64_MAX && least < 0n) return 'object';
  if (sawMissing) return 'float';
  return most > INT64_MAX ? 'uint' : 'int';
}

function commonDtype(dtypes: readonly Dtype[]): Dtype {
  const kinds = new Set(dtypes);
  if (kinds.size <= 1) return dtypes[0] ?? 'object';
  return kinds.has('object') || kinds.has('bool') || kinds.has('datetime') ? 'object' : 'float';
}

function converter(own: Dtype, frame: Dtype): (cell: Value) => Value {
  const asFloat = own === 'float' || frame === 'float';
  return (cell) => {
    if (isMissing(cell)) return 0n;
    if (asFloat) return Number(cell);
    if (frame === 'datetime' && typeof cell === 'object' && cell !== null && isTypedText(cell)) return nanosecondsOf(cell.text)!;
    return cell;
  };
}

const isMissing = (cell: Value): boolean =>
  cell === null ||
  (typeof cell === 'number' && Number.isNaN(cell)) ||
  (typeof cell === 'object' && isTypedText(cell) && cell.type === 'decimal' && /^s?nan$/i.test(cell.text));

function pythonText(cell: Value): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell === 'number') return pythonFloat(cell);
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (cell === null) return 'None';
  if (!isTypedText(cell)) return pythonBytes(cell);
  if (cell.type === 'decimal') return pythonDecimal(cell.text);
  return cell.type === 'timestamp' ? timestampText(cell.text) : cell.text;
}
