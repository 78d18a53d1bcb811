import type { Table } from '../../model/value.ts';
import { summariesOf } from '../columnOracle.ts';
import { holdsPlainText } from '../columnSummary.ts';
import { LargeTables } from '../largeTables.ts';
import { commonDtype } from './column.ts';
import { columnOfTable } from './frameOfTable.ts';
import { Vector } from './vector.ts';
import { isClose, vectorsMatch } from './vectorMatch.ts';

/**
 * The published comparison of two large result tables, of which only those columns become pandas's that nothing simpler
 * decides. Null for small ones.
 *
 * @param leastCells from how many gold cells on a table is large.
 */
export function settleLargeFrames(
  gold: Table,
  selected: readonly number[],
  prediction: Table,
  ignoreOrder: boolean,
  leastCells?: number,
): boolean | null {
  const options = { ignoreOrder, timestampsAreText: true, close: isClose, ...(leastCells === undefined ? {} : { leastCells }) };
  const large = LargeTables.look(gold, selected, prediction, options);
  if (large === null) return null;
  const candidates = large === 'differ' ? large : large.columnCandidates();
  if (candidates === 'differ') return false;
  const goldFrame = new LazyFrame(gold, selected);
  const answerFrame = new LazyFrame(prediction, [...prediction.columns.keys()]);
  return candidates
    .filter(({ isSure }) => !isSure)
    .every(({ column, answers }) =>
      answers.some((answer) => vectorsMatch(goldFrame.vector(column), answerFrame.vector(answer), ignoreOrder)),
    );
}

/** The vectors of a frame of some columns of a table, each made when it is asked for. */
class LazyFrame {
  private readonly table: Table;
  private readonly columns: readonly number[];
  private readonly vectors = new Map<number, Vector>();
  private floats: boolean | null = null;

  constructor(table: Table, columns: readonly number[]) {
    this.table = table;
    this.columns = columns;
  }

  vector(column: number): Vector {
    const made = this.vectors.get(column) ?? new Vector(columnOfTable(this.table, column), this.printsFloats());
    this.vectors.set(column, made);
    return made;
  }

  /** Whether all columns come together as floats. A column with plain text in it makes them objects. */
  private printsFloats(): boolean {
    const summaries = summariesOf(this.table, true);
    this.floats ??=
      !this.columns.some((column) => holdsPlainText(summaries[column]!)) &&
      commonDtype(this.columns.map((column) => columnOfTable(this.table, column).dtype)) === 'float64';
    return this.floats;
  }
}
