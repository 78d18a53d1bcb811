import { judgeAnyGold } from '../anyGold.ts';
import { judgeRowBags } from '../rowBags.ts';
import type { Rule } from '../rule.ts';

/** BIRD's execution accuracy: row order and duplicates are ignored, column order and column count are not. */
export const birdEx: Rule = {
  id: 'bird-ex',
  version: '1.0',
  title: 'BIRD EX',
  source: 'BIRD (Li et al. 2023), mini_dev evaluation/evaluation_ex.py: set(predicted rows) == set(gold rows).',
  ignoresRowOrder: true,
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judgeRowBags(gold, prediction, false)),
};
