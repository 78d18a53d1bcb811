import type { Table } from '../../model/value.ts';
import { LargeTables } from '../largeTables.ts';
import { searchMapping } from '../mappingSearch.ts';
import { closeNumbers, type DocumentedCell, type DocumentedColumns, documentedColumns, isFromCsv } from './cells.ts';
import { rowsMatch } from './rowMatch.ts';

/**
 * Whether the selected gold columns are found in as many different prediction columns with their rows kept together.
 *
 * @param selected 0-based gold columns, each valid.
 */
export function matchesAsDocumented(
  gold: Table,
  selected: readonly number[],
  prediction: Table,
  ignoreOrder: boolean,
): boolean | 'too many mappings' {
  if (gold.rows.length !== prediction.rows.length) return false;
  if (gold.rows.length === 0) return true;
  if (selected.length > prediction.columns.length) return false;
  const options = { ignoreOrder, timestampsAreText: true, close: closeNumbers };
  const large = LargeTables.look(gold, selected, prediction, options);
  if (large === 'differ') return false;
  const proved = large?.rowCandidates() ?? null;
  if (typeof proved === 'boolean') return proved;
  const goldColumns = documentedColumns(gold, isFromCsv(prediction));
  const wanted = selected.map((column) => goldColumns[column]!);
  const answers = documentedColumns(prediction, isFromCsv(gold));
  const candidates = proved ?? likelyAnswers(wanted, answers, ignoreOrder);
  const found = searchMapping(candidates, selected, (columns, mapping) => {
    const matched = rowsMatch(
      columns.map((column) => wanted[column]!),
      mapping.map((column) => answers[column]!),
      ignoreOrder,
      closeNumbers,
    );
    return matched === 'too many rows' ? 'gave up' : matched;
  });
  return found === 'gave up' ? 'too many mappings' : found;
}

/** For each wanted column the answers that can hold the same. */
function likelyAnswers(wanted: DocumentedColumns, answers: DocumentedColumns, ignoreOrder: boolean): readonly number[][] {
  const summaries = answers.map((column) => new ColumnCells(column));
  return wanted.map((column) => {
    const cells = new ColumnCells(column);
    return [...answers.keys()].filter((answer) =>
      ignoreOrder ? cells.mayEqual(summaries[answer]!) : cells.equals(summaries[answer]!),
    );
  });
}

/** The cells of a column, sorted once, for a quick look at whether two columns can hold the same. */
class ColumnCells {
  private readonly cells: readonly DocumentedCell[];
  private readonly numbers: Float64Array;
  private readonly texts: readonly string[];

  constructor(cells: readonly DocumentedCell[]) {
    this.cells = cells;
    this.numbers = Float64Array.from(cells.filter((cell) => typeof cell === 'number')).sort();
    this.texts = cells.filter((cell) => typeof cell === 'string').sort();
  }

  /** In some order of the rows. Ascending numbers pair best. */
  mayEqual(other: ColumnCells): boolean {
    return (
      this.numbers.length === other.numbers.length &&
      this.texts.length === other.texts.length &&
      this.numbers.every((number, index) => closeNumbers(number, other.numbers[index]!)) &&
      this.texts.every((text, index) => text === other.texts[index])
    );
  }

  equals(other: ColumnCells): boolean {
    return this.cells.every((cell, row) => {
      const answer = other.cells[row]!;
      return typeof cell === 'number' && typeof answer === 'number' ? closeNumbers(cell, answer) : cell === answer;
    });
  }
}
