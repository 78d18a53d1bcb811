import type { Table } from '../../model/value.ts';
import { cutReason } from '../anyGold.ts';
import { settleLargeTables } from '../largeTables.ts';
import { compareFrames, type Frame, firstMatch } from '../pandas/compareFrames.ts';
import { frameOfTable } from '../pandas/frameOfTable.ts';
import { PythonError } from '../pandas/pythonError.ts';
import type { ComparisonInput, ComparisonOutcome, Rule } from '../rule.ts';

/** What the published evaluator prints for a query without rows, which it scores 0 without looking at the gold. */
const NO_ROWS = 'No data found for the specified query.';

/**
 * The Spider 2.0-Snow evaluator, its faults included: every selected gold column equals some prediction column within
 * 0.01 after a detour over CSV; NULL is 0; rows are not kept together; order is ignored by sorting as text.
 */
export const spider2: Rule = {
  id: 'spider2',
  version: '1.0',
  title: 'Spider 2.0 (as published)',
  source: 'xlang-ai/Spider2 spider2-snow/evaluation_suite/evaluate.py, compare_pandas_table; pandas 2.2.3.',
  compare,
};

function compare(input: ComparisonInput): ComparisonOutcome {
  const { golds, prediction } = input;
  if (golds.length === 0) return { outcome: 'not judged', reason: 'there is no gold table to compare with' };
  if (prediction.table.rows.length === 0) return { outcome: 'mismatch', score: 0, note: NO_ROWS };
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
  const matches = (index: number, condition: unknown): boolean => {
    const gold = golds[index]!.table;
    const settled = settle(gold, condition, input);
    if (settled !== null) return settled;
    answer ??= frameOfTable(prediction.table);
    return compareFrames(answer, frameOfTable(gold), condition, input.ignoreOrder);
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

function settle(gold: Table, condition: unknown, { prediction, ignoreOrder }: ComparisonInput): boolean | null {
  const list: readonly unknown[] = Array.isArray(condition) ? condition : [];
  const selected = list.filter((index) => typeof index === 'number' && index >= 0);
  // Unusual conditions take the long road, which knows what pandas makes of them.
  if (selected.length !== list.length || (condition ?? null) === null || !Array.isArray(condition)) return null;
  const columns = selected.length === 0 ? [...gold.columns.keys()] : (selected as readonly number[]);
  const settled = settleLargeTables(gold, columns, prediction.table, ignoreOrder, true);
  return settled === null ? null : settled !== 'differ';
}
