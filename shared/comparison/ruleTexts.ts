import type { RuleId } from './rule.ts';

/**
 * What each rule counts as a match, in plain sentences: rows and their order, duplicates, columns, types, NULL, tolerance,
 * and what is not done although a reader could expect it. For people who choose a rule; the code of the rule decides.
 */
export const RULE_DEFINITIONS: Readonly<Record<RuleId, string>> = {
  multiset:
    'The prediction matches when it returns the same rows as the gold, each row equally often, in any order. Columns are compared by position: their number and order count, their names do not. 1, 1.0 and true are equal, text is never a number, NULL equals only NULL, and numbers must be equal exactly. Two results without rows match whatever their columns are; queries run as written, so DISTINCT is kept.',
  'bird-ex':
    'The prediction matches when the set of its rows is the set of the gold’s rows: row order and repeated rows do not count. Columns are compared by position: their number and order count, their names do not. 1, 1.0 and true are equal, text is never a number, NULL equals only NULL, and there is no tolerance. This is what BIRD’s evaluator does; a prediction that failed, or that was stopped, does not match.',
  'test-suite':
    'The prediction matches when it returns the same rows, each equally often, under some one order of its columns; their names do not count. Row order counts where the text of the gold query contains "order by" anywhere. NULL equals only NULL and there is no tolerance; as published, rows that hold 1 on one side and 1.0 on the other can differ. It is judged on the one database of the instance, not on a suite of altered ones; DISTINCT is kept in both queries and no values are plugged in.',
  spider2:
    'Every selected gold column (the condition columns, or all) must equal some prediction column value by value; extra columns, column order and names do not count, and one prediction column may answer several gold columns. Rows are not kept together across columns; where order is ignored, each column is sorted as text on its own, so repeated values count. Values pass through CSV first: NULL, empty text and "NA" become 0, and numbers match within 0.01. A prediction without rows never matches; these faults are the published evaluator’s and are kept.',
  'spider2-lite':
    'As spider2, but as Spider2-Lite’s own script does it: where a lone gold’s condition is column 0, all columns are compared, and on SQLite a prediction without rows is compared like any other, while on BigQuery and Snowflake it never matches. Values pass through CSV, NULL is 0, rows are not kept together, and numbers match within 0.01.',
  'spider2-as-documented':
    'Every selected gold column (the condition columns, or all) must stand in a prediction column of its own; extra columns, column order and names do not count. Rows stay together, each row counts as often as it occurs, and row order counts only where the instance says so. Numbers match within 0.01; NULL is not 0. This is what Spider 2.0’s documentation promises, without the faults of its published evaluator.',
  aifunc:
    'Every selected gold column (the condition columns, or all) must equal some prediction column value by value; extra columns, column order and names do not count, and rows are not kept together across columns. Numbers match within 0.0101; numbers, dates and truth values also match when they are written as text, and NULL equals 0. Where order is ignored, each column is sorted as text on its own, so repeated values count. Two empty results match.',
  'bird-soft-f1':
    'A score from 0 to 1 instead of yes or no; only 1 counts as a match. Repeated rows are dropped, then row 1 is compared with row 1, row 2 with row 2 and so on, without looking for the row that fits best, so row order counts. A prediction value counts when the gold row holds it anywhere, so column order does not count and one gold value can serve several. NULL equals only NULL; there is no tolerance.',
  ordered:
    'The prediction matches when it returns the same rows in the same order, each equally often. Columns are compared by position: their number and order count, their names do not. 1, 1.0 and true are equal, NULL equals only NULL, and there is no tolerance. Meant for gold queries whose order is part of the answer: where the data leaves ties open, a right answer can differ.',
  exact:
    'The prediction matches when it returns the very same table: column names, column order, rows, row order and repeated rows all count. So does the kind of each value: 1 is not 1.0. NULL equals only NULL and there is no tolerance. The strictest reading; an alias of another name is enough for a mismatch.',
};

/** The definition of a shipped rule; null for any other, such as a project's own. */
export const ruleDefinition = (id: string): string | null =>
  Object.hasOwn(RULE_DEFINITIONS, id) ? RULE_DEFINITIONS[id as RuleId] : null;
