import { compareAifunc } from '../aifunc/compare.ts';
import { cutReason, type GoldVerdict, judgeAnyGold } from '../anyGold.ts';
import { PythonError } from '../pandas/pythonError.ts';
import type { ComparedGold, ComparedTable, Rule } from '../rule.ts';

/**
 * The Spider2-AIFunc comparison of one gold execution with one prediction execution: typed values, numbers within
 * 0.0101, numbers, dates and truth values also as text; NULL is 0; rows are not kept together.
 */
export const aifunc: Rule = {
  id: 'aifunc',
  version: '1.0',
  title: 'Spider2-AIFunc',
  source: 'arXiv 2607.06229; Spider2-AIFunc src/core/comparison.py, compare_pandas_table; pandas 2.2.3.',
  ignoresRowOrder: false,
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judge(gold, prediction, input.ignoreOrder)),
};

function judge(gold: ComparedGold, prediction: ComparedTable, ignoreOrder: boolean): GoldVerdict {
  if (!gold.complete || !prediction.complete) {
    const [goldRows, predictionRows] = [gold.table.rows.length, prediction.table.rows.length];
    if ((gold.complete && predictionRows > goldRows) || (prediction.complete && goldRows > predictionRows)) return false;
    return { undecided: cutReason(gold, prediction) };
  }
  try {
    return compareAifunc(prediction.table, gold.table, gold.conditionColumns, ignoreOrder);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    return { undecided: `the condition columns do not fit the gold table (${error.name}: ${error.message})` };
  }
}
