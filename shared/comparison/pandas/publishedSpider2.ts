import type { Table } from '../../model/value.ts';
import { cutReason } from '../anyGold.ts';
import { isSameTable } from '../largeTables.ts';
import type { ComparedTable, ComparisonInput, ComparisonOutcome } from '../rule.ts';
import { compareFrames, type Frame, firstMatch, isNoCondition, type Spider2Script } from './compareFrames.ts';
import { frameOfTable } from './frameOfTable.ts';
import { settleLargeFrames } from './largeFrames.ts';
import { PythonError } from './pythonError.ts';
import { frameOfCsv } from './readCsv.ts';

/** What the published evaluators print for a query without rows, which they score 0 without looking at the gold. */
const NO_ROWS = 'No data found for the specified query.';

/** The verdict of a published Spider 2.0 evaluator, its faults included. */
export function judgeAsPublished(input: ComparisonInput, script: Spider2Script): ComparisonOutcome {
  const { golds, prediction, ignoreOrder } = input;
  if (golds.length === 0) return { outcome: 'not judged', reason: 'there is no gold table to compare with' };
  if (scoresNoRows(input, script)) return { outcome: 'mismatch', score: 0, note: NO_ROWS };
  const cut = golds.find((gold) => !gold.complete || !prediction.complete);
  if (cut !== undefined) {
    // Columns of different lengths never match; anything else may hang on a cell that was not read.
    const isTooLong = golds.every((gold) => gold.complete && prediction.table.rows.length > gold.table.rows.length);
    return isTooLong ? { outcome: 'mismatch', score: 0 } : { outcome: 'not judged', reason: cutReason(cut, prediction) };
  }
  const call = input.published?.call ?? (golds.length === 1 ? 'single' : 'multi');
  const lists = golds.map((gold) => gold.conditionColumns);
  const conditions = input.published === undefined ? (call === 'single' ? lists[0] : lists) : input.published.conditionColumns;
  let answer: Frame | null = null;
  try {
    if (prediction.csv !== undefined) answer = frameOfCsv(prediction.csv);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    return { outcome: 'mismatch', score: 0, note: `Python Script Error: ${error.message}` };
  }
  const matches = (index: number, condition: unknown): boolean => {
    const gold = golds[index]!;
    const settled = settle(gold, condition, input, script);
    if (settled !== null) return settled;
    answer ??= frameOfTable(prediction.table);
    return compareFrames(answer, frameOf(gold), condition, ignoreOrder, script);
  };
  try {
    const matched = call === 'multi' ? firstMatch(golds.length, conditions, matches) : matches(0, conditions) ? 0 : null;
    return matched === null ? { outcome: 'mismatch', score: 0 } : { outcome: 'match', gold: golds[matched]!.name, score: 1 };
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    const reason = `the evaluation configuration does not fit the gold tables (${error.name}: ${error.message}); the published evaluator scores 0`;
    return { outcome: 'not judged', reason };
  }
}

/** A query without rows scores 0, except on Lite's SQLite path; a file that was handed in is compared as it is. */
function scoresNoRows({ prediction, engine }: ComparisonInput, script: Spider2Script): boolean {
  if (prediction.csv !== undefined || prediction.table.rows.length > 0) return false;
  return script === 'snow' || engine !== 'sqlite';
}

const frameOf = ({ csv, table }: ComparedTable): Frame => (csv === undefined ? frameOfTable(table) : frameOfCsv(csv));

function settle(gold: ComparedTable, condition: unknown, input: ComparisonInput, script: Spider2Script): boolean | null {
  const { prediction, ignoreOrder } = input;
  // What was read from a file is all text, of which no summary tells what pandas makes.
  if (gold.csv !== undefined || prediction.csv !== undefined) return null;
  const columns = plainSelection(gold.table, condition, script);
  if (columns === null) return null;
  // A column's text depends on the columns beside it: only whole tables match by being the same.
  const isWhole = columns.length === gold.table.columns.length && columns.every((column, index) => column === index);
  if (isWhole && isSameTable(gold.table, prediction.table)) return true;
  if (gold.table.columns.length === 1 || prediction.table.columns.length === 1) return null;
  return settleLargeFrames(gold.table, columns, prediction.table, ignoreOrder);
}

/** The selected columns, or null for unusual conditions: they take the long road, which knows what pandas makes of them. */
function plainSelection(gold: Table, condition: unknown, script: Spider2Script): readonly number[] | null {
  if (isNoCondition(condition, script)) return [...gold.columns.keys()];
  if (!Array.isArray(condition)) return null;
  const indices: readonly unknown[] = condition;
  const selected = indices.filter((index): index is number => typeof index === 'number' && index >= 0);
  return selected.length === indices.length ? selected : null;
}
