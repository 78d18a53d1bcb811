import { judgeAnyGold } from '../anyGold.ts';
import { judgeRowBags } from '../rowBags.ts';
import type { Rule } from '../rule.ts';

/** Same rows, equally often, in any order; columns count by position. Names and condition columns play no part. */
export const multiset: Rule = {
  id: 'multiset',
  version: '1.0',
  title: 'Multiset of rows',
  source: 'Assay. The plain reading of execution accuracy: rows as a bag, columns by position, no tolerance.',
  ignoresRowOrder: true,
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judgeRowBags(gold, prediction, true)),
};
