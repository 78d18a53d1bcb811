import { isTypedText, type Row, type Table, type Value } from '../model/value.ts';
import { sameCell } from './cellEquality.ts';
import {
  type ColumnSummary,
  cannotMatch,
  holdsOnlyNumbers,
  holdsOnlySimple,
  isClear,
  sameSummary,
  summariseColumns,
} from './columnSummary.ts';

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

/** How two columns stand beside each other, row by row. */
export type Standing = 'identical' | 'close' | 'other';

/**
 * What can be proved of a gold column and a prediction column of two large, equally long tables, without reading every
 * cell as Python would: that they match under Spider2's and AIFunc's comparison of columns, or that they do not.
 */
export class ColumnOracle {
  private readonly gold: Table;
  private readonly prediction: Table;
  private readonly goldSummaries: readonly ColumnSummary[];
  private readonly answers: readonly ColumnSummary[];

  /** @param timestampsAreText where timestamps are compared as their text. */
  constructor(gold: Table, prediction: Table, timestampsAreText: boolean) {
    this.gold = gold;
    this.prediction = prediction;
    this.goldSummaries = summariesOf(gold, timestampsAreText);
    this.answers = summariesOf(prediction, timestampsAreText);
  }

  /** The answer that a column most likely has: the same cells in some order, best at the same place; null where none can match. */
  likeliest(column: number): number | null {
    const possible = this.answers.flatMap((other, answer) =>
      cannotMatch(this.goldSummaries[column]!, other, this.gold.rows.length) ? [] : [answer],
    );
    const alike = possible.filter((answer) => sameSummary(this.goldSummaries[column]!, this.answers[answer]!));
    for (const answers of [alike, possible]) if (answers.includes(column)) return column;
    return alike[0] ?? possible[0] ?? null;
  }

  /** Whether two columns probably hold the same cells, so that the proof is worth its time. */
  isLikelySame(column: number, answer: number): boolean {
    const gold = this.goldSummaries[column]!;
    return isClear(gold) && sameSummary(gold, this.answers[answer]!);
  }

  /** False only where no order of the cells lets the columns match. */
  mayMatch(column: number, answer: number): boolean {
    const [gold, other] = [this.goldSummaries[column]!, this.answers[answer]!];
    if (cannotMatch(gold, other, this.gold.rows.length)) return false;
    if (!holdsOnlyNumbers(gold) || !holdsOnlyNumbers(other)) return true;
    return !areApart(ascendingNumbers(this.gold, column), ascendingNumbers(this.prediction, answer));
  }

  /** Whether every cell of both columns reads as itself: a number, plain text, a truth value or NULL. */
  areSimple(column: number, answer: number): boolean {
    return holdsOnlySimple(this.goldSummaries[column]!) && holdsOnlySimple(this.answers[answer]!);
  }

  /** How pairs of columns stand beside each other, found in one pass over the rows. */
  standing(
    columns: readonly number[],
    answers: readonly number[],
    close: (a: number, b: number) => boolean,
  ): readonly Standing[] {
    const standing: Standing[] = columns.map(() => 'identical');
    let open = [...columns.keys()];
    for (let row = 0; row < this.gold.rows.length && open.length > 0; row++) {
      const [left, right] = [this.gold.rows[row]!, this.prediction.rows[row]!];
      let lost = false;
      for (const pair of open) {
        const [a, b] = [left[columns[pair]!]!, right[answers[pair]!]!];
        if (a === b || isSame(a, b)) continue;
        const isClose = (typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint');
        standing[pair] = isClose && close(Number(a), Number(b)) ? 'close' : 'other';
        lost ||= standing[pair] === 'other';
      }
      if (lost) open = open.filter((pair) => standing[pair] !== 'other');
    }
    return standing;
  }

  /** Whether two columns hold the same cells equally often. */
  isSameBag(column: number, answer: number): boolean {
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
