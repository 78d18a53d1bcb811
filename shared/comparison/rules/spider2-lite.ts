import { judgeAsPublished } from '../pandas/publishedSpider2.ts';
import type { Rule } from '../rule.ts';

/**
 * The Spider2-Lite evaluator. It compares as Spider2-Snow's does, but a lone gold's condition that is column 0 counts as
 * none, so that all columns are compared; and on SQLite a result without rows is compared like any other.
 */
export const spider2Lite: Rule = {
  id: 'spider2-lite',
  version: '1.0',
  title: 'Spider 2.0-Lite (as published)',
  source: 'xlang-ai/Spider2 spider2-lite/evaluation_suite/evaluate.py, compare_pandas_table; pandas 2.2.3.',
  ignoresRowOrder: false,
  compare: (input) => judgeAsPublished(input, 'lite'),
};
