import type { Rule, RuleId } from './rule.ts';
import { aifunc } from './rules/aifunc.ts';
import { birdEx } from './rules/bird-ex.ts';
import { birdSoftF1 } from './rules/bird-soft-f1.ts';
import { exact } from './rules/exact.ts';
import { multiset } from './rules/multiset.ts';
import { ordered } from './rules/ordered.ts';
import { spider2 } from './rules/spider2.ts';
import { spider2AsDocumented } from './rules/spider2-as-documented.ts';
import { spider2Lite } from './rules/spider2-lite.ts';
import { testSuite } from './rules/test-suite.ts';

/** Every rule that Assay ships, by its id. */
export const RULES: Readonly<Record<RuleId, Rule>> = {
  multiset,
  'bird-ex': birdEx,
  'test-suite': testSuite,
  spider2,
  'spider2-lite': spider2Lite,
  'spider2-as-documented': spider2AsDocumented,
  aifunc,
  'bird-soft-f1': birdSoftF1,
  ordered,
  exact,
};
