import type { Rule, RuleId } from './rule.ts';
import { birdEx } from './rules/bird-ex.ts';
import { multiset } from './rules/multiset.ts';
import { testSuite } from './rules/test-suite.ts';

/** Every rule that Assay ships, by its id. */
export const RULES: Readonly<Record<RuleId, Rule>> = {
  multiset,
  'bird-ex': birdEx,
  'test-suite': testSuite,
};
