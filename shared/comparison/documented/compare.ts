import type { Table } from '../../model/value.ts';
import { settleLargeTables } from '../largeTables.ts';
import { closeNumbers, type DocumentedCell, type DocumentedColumns, documentedColumns, isFromCsv } from './cells.ts';
import { rowsMatch } from './rowMatch.ts';

/** Column mappings tried before the search is given up. */
const MOST_MAPPINGS = 500;

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
  const settled = settleLargeTables(gold, selected, prediction, ignoreOrder, true);
  if (settled === 'same rows' || settled === 'differ') return settled === 'same rows';
  const goldColumns = documentedColumns(gold, isFromCsv(prediction));
  const wanted = selected.map((column) => goldColumns[column]!);
  const answers = documentedColumns(prediction, isFromCsv(gold));
  const summaries = answers.map((column) => new ColumnCells(column));
  const candidates = wanted.map((column) => {
    const cells = new ColumnCells(column);
    return [...answers.keys()].filter((answer) =>
      ignoreOrder ? cells.mayEqual(summaries[answer]!) : cells.equals(summaries[answer]!),
    );
  });
  return searchMapping(wanted, answers, candidates, selected, ignoreOrder);
}

function searchMapping(
  wanted: DocumentedColumns,
  answers: DocumentedColumns,
  candidates: readonly (readonly number[])[],
  selected: readonly number[],
  ignoreOrder: boolean,
): boolean | 'too many mappings' {
  const order = [...wanted.keys()].sort((a, b) => candidates[a]!.length - candidates[b]!.length);
  const mapping = new Array<number>(wanted.length).fill(-1);
  const agree = (mapped: readonly number[]) =>
    rowsMatch(
      mapped.map((column) => wanted[column]!),
      mapped.map((column) => answers[mapping[column]!]!),
      ignoreOrder,
    );
  let tried = 0;
  let gaveUp = false;
  const extend = (depth: number): boolean => {
    // Where a choice was made, the rows must agree in what is mapped so far: wrong turns end early.
    const isChoice = depth > 0 && candidates[order[depth - 1]!]!.length > 1;
    if (depth === order.length || isChoice) {
      tried += 1;
      const found = tried > MOST_MAPPINGS ? 'too many rows' : agree(order.slice(0, depth));
      if (found === 'too many rows') gaveUp = true;
      if (found !== true) return false;
    }
    if (depth === order.length) return true;
    const column = order[depth]!;
    const inPlace = selected[column]!;
    const preferred = [...candidates[column]!].sort((a, b) => Math.abs(a - inPlace) - Math.abs(b - inPlace));
    for (const answer of preferred) {
      if (mapping.includes(answer)) continue;
      mapping[column] = answer;
      if (extend(depth + 1)) return true;
      mapping[column] = -1;
      if (gaveUp) return false;
    }
    return false;
  };
  // Most often the columns in place are right, and no step in between need be looked at.
  const inPlace = order.map((column) => candidates[column]!.find((answer) => answer === selected[column]) ?? -1);
  if (!inPlace.includes(-1) && new Set(inPlace).size === inPlace.length) {
    for (const [index, column] of order.entries()) mapping[column] = inPlace[index]!;
    if (agree(order) === true) return true;
    mapping.fill(-1);
  }
  return extend(0) || (gaveUp ? 'too many mappings' : false);
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
