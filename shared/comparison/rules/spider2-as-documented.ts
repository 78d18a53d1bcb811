import { cutReason, type GoldVerdict, judgeAnyGold } from '../anyGold.ts';
import { matchesAsDocumented } from '../documented/compare.ts';
import type { ComparedGold, ComparedTable, Rule } from '../rule.ts';

/**
 * What the Spider 2.0 documentation promises: the condition columns (all, where there are none) stand in the prediction,
 * extra columns are free, numbers within 0.01. Rows stay together, each prediction column serves once, NULL is not 0,
 * order is ignored by matching rows, and a faulty condition of one gold does not spoil the others.
 */
export const spider2AsDocumented: Rule = {
  id: 'spider2-as-documented',
  version: '1.0',
  title: 'Spider 2.0 (as documented)',
  source: 'xlang-ai/Spider2 README and evaluation suite notes: condition_cols, ignore_order, tolerance 1e-2.',
  ignoresRowOrder: false,
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judge(gold, prediction, input.ignoreOrder)),
};

function judge(gold: ComparedGold, prediction: ComparedTable, ignoreOrder: boolean): GoldVerdict {
  const width = gold.table.columns.length;
  const faulty = gold.conditionColumns.filter((column) => column < 0 || column >= width);
  if (faulty.length > 0) {
    return { undecided: `the condition names column ${faulty.join(', ')}, but ${gold.name} has ${width} columns (from 0)` };
  }
  const [goldRows, rows] = [gold.table.rows.length, prediction.table.rows.length];
  if (!gold.complete || !prediction.complete) {
    if ((gold.complete && rows > goldRows) || (prediction.complete && goldRows > rows)) return false;
    return { undecided: cutReason(gold, prediction) };
  }
  const selected = gold.conditionColumns.length > 0 ? gold.conditionColumns : [...gold.table.columns.keys()];
  const matched = matchesAsDocumented(gold.table, selected, prediction.table, ignoreOrder);
  if (matched === 'too many mappings') return { undecided: 'the columns resemble one another too much to try every mapping' };
  return matched;
}
