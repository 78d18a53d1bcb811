import type { Row, Table } from '../model/value.ts';
import { sameCell } from './cellEquality.ts';
import { ColumnOracle, type Standing } from './columnOracle.ts';
import { findColumnPermutation } from './columnPermutation.ts';
import { identifyRows } from './rowIdentity.ts';

/** Smaller tables are compared cell by cell in less time than a summary takes. */
const LEAST_CELLS = 20_000;

export type LargeTablesOptions = {
  readonly ignoreOrder: boolean;
  /** Where timestamps are compared as their text. */
  readonly timestampsAreText: boolean;
  /** Whether two numbers match under the rule. */
  readonly close: (a: number, b: number) => boolean;
  /** From how many gold cells on tables are large. */
  readonly leastCells?: number;
};

/** For a selected gold column the prediction columns that may answer it; `isSure` where the first is proved to. */
export type Candidates = { readonly column: number; readonly answers: readonly number[]; readonly isSure: boolean };

/**
 * Two large tables under a rule that looks for gold columns in a prediction: what can be proved of them without reading
 * every cell as Python would.
 */
export class LargeTables {
  private readonly gold: Table;
  private readonly selected: readonly number[];
  private readonly prediction: Table;
  private readonly ignoreOrder: boolean;
  private readonly oracle: ColumnOracle;
  /** For each selected column its likeliest answer. */
  private readonly likeliest: readonly number[];
  private readonly standing: readonly Standing[];

  private constructor(
    gold: Table,
    selected: readonly number[],
    prediction: Table,
    oracle: ColumnOracle,
    options: LargeTablesOptions,
    likeliest: readonly number[],
  ) {
    this.gold = gold;
    this.selected = selected;
    this.prediction = prediction;
    this.ignoreOrder = options.ignoreOrder;
    this.oracle = oracle;
    this.likeliest = likeliest;
    this.standing = oracle.standing(selected, likeliest, options.close);
  }

  /** Null for small tables and tables of different length; 'differ' where some gold column matches no prediction column. */
  static look(
    gold: Table,
    selected: readonly number[],
    prediction: Table,
    options: LargeTablesOptions,
  ): LargeTables | 'differ' | null {
    const rows = gold.rows.length;
    const least = options.leastCells ?? LEAST_CELLS;
    if (rows !== prediction.rows.length || rows === 0 || rows * selected.length < least) return null;
    if (selected.some((column) => gold.columns[column] === undefined)) return null;
    const oracle = new ColumnOracle(gold, prediction, options.timestampsAreText);
    const likeliest: number[] = [];
    for (const column of selected) {
      const answer = oracle.likeliest(column);
      if (answer === null) return 'differ';
      likeliest.push(answer);
    }
    return new LargeTables(gold, selected, prediction, oracle, options, likeliest);
  }

  /** The candidates of each selected column under a comparison column by column; 'differ' where one has none. */
  columnCandidates(): readonly Candidates[] | 'differ' {
    const probable = this.selected.map((column, index) => this.oracle.isLikelySame(column, this.likeliest[index]!));
    const asTheyStand = probable.map((isProbable, index) => isProbable && this.standing[index] === 'identical');
    const left = [...this.selected.keys()].filter((index) => probable[index] && !asTheyStand[index]);
    // One look at whole rows proves all columns at once; where it fails, each is looked at alone.
    const inRows = this.ignoreOrder && left.length > 0 && this.areSameRows(left);
    const found: Candidates[] = [];
    for (const [index, column] of this.selected.entries()) {
      const answer = this.likeliest[index]!;
      const isAlone = () => this.ignoreOrder && probable[index]! && this.oracle.isSameBag(column, answer);
      const isSure = asTheyStand[index]! || (probable[index]! && inRows) || isAlone();
      const answers = isSure ? [answer] : this.possibleAnswers(index);
      if (answers.length === 0) return 'differ';
      found.push({ column, answers, isSure });
    }
    return found;
  }

  /** The same where rows are kept together: true where they are proved to match. */
  rowCandidates(): readonly (readonly number[])[] | boolean {
    const isOneToOne = new Set(this.likeliest).size === this.likeliest.length;
    const areSimple = this.selected.every((column, index) => this.oracle.areSimple(column, this.likeliest[index]!));
    if (isOneToOne && areSimple && this.standing.every((standing) => standing !== 'other')) return true;
    const all = [...this.selected.keys()];
    const areProbable = all.every((index) => this.oracle.isLikelySame(this.selected[index]!, this.likeliest[index]!));
    if (isOneToOne && areProbable && this.ignoreOrder && this.areSameRows(all)) return true;
    const candidates: (readonly number[])[] = [];
    for (const index of all) {
      const answers = this.possibleAnswers(index);
      if (answers.length === 0) return false;
      candidates.push(answers);
    }
    return candidates;
  }

  private possibleAnswers(index: number): readonly number[] {
    const column = this.selected[index]!;
    const first = this.likeliest[index]!;
    const isFirst = this.standing[index] !== 'other' || this.oracle.mayMatch(column, first);
    const others = [...this.prediction.columns.keys()].filter(
      (answer) => answer !== first && this.oracle.mayMatch(column, answer),
    );
    return isFirst ? [first, ...others] : others;
  }

  /** Whether some of the selected columns, with a different answer each, hold the same rows. */
  private areSameRows(indices: readonly number[]): boolean {
    const answers = indices.map((index) => this.likeliest[index]!);
    if (new Set(answers).size < answers.length) return false;
    const left = projectRows(
      this.gold,
      indices.map((index) => this.selected[index]!),
    );
    const right = projectRows(this.prediction, answers);
    return sameBag(left, right) || Array.isArray(findColumnPermutation(left, right, false));
  }
}

/** Whether two tables are the same to the last cell, kinds, names and order included; quickly no where they are not. */
export function isSameTable(left: Table, right: Table): boolean {
  if (left.rows.length !== right.rows.length || left.columns.length !== right.columns.length) return false;
  if (left.columns.some((name, column) => name !== right.columns[column])) return false;
  return left.rows.every((row, index) => {
    const other = right.rows[index]!;
    for (let column = 0; column < row.length; column++) {
      const [a, b] = [row[column]!, other[column]!];
      if (!Object.is(a, b) && (typeof a === 'number' || typeof a !== typeof b || !sameCell(a, b))) return false;
    }
    return true;
  });
}

function sameBag(left: readonly Row[], right: readonly Row[]): boolean {
  const numbers = identifyRows(left, right);
  const surplus = new Int32Array(numbers.distinct);
  for (let row = 0; row < left.length; row++) {
    surplus[numbers.left[row]!]! += 1;
    surplus[numbers.right[row]!]! -= 1;
  }
  return surplus.every((count) => count === 0);
}

function projectRows(table: Table, columns: readonly number[]): readonly Row[] {
  const isWhole = columns.length === table.columns.length && columns.every((column, index) => column === index);
  return isWhole ? table.rows : table.rows.map((row) => columns.map((column) => row[column]!));
}
