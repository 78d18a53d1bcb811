import { isTypedText, type Row, type Table, type Value } from '../model/value.ts';
import { sameCell } from './cellEquality.ts';
import { type ColumnSummary, cannotMatch, holdsOnlyNumbers, isClear, sameSummary, summariseColumns } from './columnSummary.ts';

/** Twice the tolerance of the looser evaluator: what is further apart in ascending order matches in no order. */
const REACH = 0.0202;
const RELATIVE_REACH = 2e-9;

/** What was found out of a table once and for all; it goes when the table goes. */
type Known = {
  readonly summaries: Map<boolean, readonly ColumnSummary[]>;
  readonly ascending: Map<number, Float64Array>;
};
const known = new WeakMap<readonly Row[], Known>();

function knownOf({ rows }: Table): Known {
  const found = known.get(rows) ?? { summaries: new Map(), ascending: new Map() };
  known.set(rows, found);
  return found;
}

/** The summaries of a table's columns; see {@link summariseColumns}. */
export function summariesOf(table: Table, timestampsAreText: boolean): readonly ColumnSummary[] {
  const { summaries } = knownOf(table);
  const found = summaries.get(timestampsAreText) ?? summariseColumns(table.rows, table.columns.length, timestampsAreText);
  summaries.set(timestampsAreText, found);
  return found;
}

/** The numbers of a column that holds nothing else, ascending; a missing cell is 0. */
function ascendingNumbers(table: Table, column: number): Float64Array {
  const { ascending } = knownOf(table);
  const found = ascending.get(column);
  if (found !== undefined) return found;
  const numbers = new Float64Array(table.rows.length);
  for (let row = 0; row < numbers.length; row++) {
    const cell = table.rows[row]![column]!;
    numbers[row] = typeof cell === 'object' ? (cell !== null && isTypedText(cell) ? Number(cell.text) : 0) : Number(cell);
  }
  numbers.sort();
  ascending.set(column, numbers);
  return numbers;
}

/**
 * What can be proved of a gold column and a prediction column of two large, equally long tables, without reading every
 * cell as Python would: that they match under Spider2's and AIFunc's comparison of columns, or that they do not.
 */
export class ColumnOracle {
  private readonly gold: Table;
  private readonly prediction: Table;
  private readonly ignoreOrder: boolean;
  private readonly goldSummaries: readonly ColumnSummary[];
  private readonly answers: readonly ColumnSummary[];

  /** @param timestampsAreText where timestamps are compared as their text. */
  constructor(gold: Table, prediction: Table, ignoreOrder: boolean, timestampsAreText: boolean) {
    this.gold = gold;
    this.prediction = prediction;
    this.ignoreOrder = ignoreOrder;
    this.goldSummaries = summariesOf(gold, timestampsAreText);
    this.answers = summariesOf(prediction, timestampsAreText);
  }

  /** True or false where it is proved, null where it stays open. */
  decide(column: number, answer: number): boolean | null {
    const [gold, other] = [this.goldSummaries[column]!, this.answers[answer]!];
    if (cannotMatch(gold, other, this.gold.rows.length)) return false;
    // Equal hashes suggest equal columns; equal cells prove it.
    if (isClear(gold) && sameSummary(gold, other)) {
      if (this.isSameInOrder(column, answer) || (this.ignoreOrder && this.isSameBag(column, answer))) return true;
    }
    if (!holdsOnlyNumbers(gold) || !holdsOnlyNumbers(other)) return null;
    return areApart(ascendingNumbers(this.gold, column), ascendingNumbers(this.prediction, answer)) ? false : null;
  }

  private isSameInOrder(column: number, answer: number): boolean {
    const { rows } = this.prediction;
    return this.gold.rows.every((row, index) => isSame(row[column]!, rows[index]![answer]!));
  }

  private isSameBag(column: number, answer: number): boolean {
    if (holdsOnlyNumbers(this.goldSummaries[column]!)) {
      const other = ascendingNumbers(this.prediction, answer);
      return ascendingNumbers(this.gold, column).every((number, index) => number === other[index]);
    }
    const counts = new Map<unknown, number>();
    for (const row of this.gold.rows) {
      const key = keyOf(row[column]!);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const row of this.prediction.rows) {
      const key = keyOf(row[answer]!);
      const count = counts.get(key) ?? 0;
      if (count === 0) return false;
      counts.set(key, count - 1);
    }
    return true;
  }
}

const isSame = (a: Value, b: Value) => a === b || (typeof a === typeof b && sameCell(a, b));
/** Apart for different cells of a column of one class. */
const keyOf = (cell: Value) =>
  typeof cell === 'object' && cell !== null && isTypedText(cell) ? `${cell.type} ${cell.text}` : cell;

function areApart(gold: Float64Array, prediction: Float64Array): boolean {
  for (let index = 0; index < gold.length; index++) {
    const a = gold[index]!;
    const b = prediction[index]!;
    if (a !== b && Math.abs(a - b) > Math.max(REACH, RELATIVE_REACH * Math.max(Math.abs(a), Math.abs(b)))) return true;
  }
  return false;
}
