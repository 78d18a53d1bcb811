import { judgeAsPublished } from '../pandas/publishedSpider2.ts';
import type { Rule } from '../rule.ts';

/**
 * The Spider 2.0-Snow evaluator, its faults included: every selected gold column equals some prediction column within
 * 0.01 after a detour over CSV; NULL is 0; rows are not kept together; order is ignored by sorting as text.
 */
export const spider2: Rule = {
  id: 'spider2',
  version: '1.1',
  title: 'Spider 2.0 (as published: both tables pass through CSV)',
  source: 'xlang-ai/Spider2 spider2-snow/evaluation_suite/evaluate.py, compare_pandas_table; pandas 2.2.3.',
  ignoresRowOrder: false,
  compare: (input) => judgeAsPublished(input, 'snow'),
};
