import { expect, test } from 'vitest';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';
import { absent, readPublishedCases } from './publishedCases.ts';

/** Rule, file of cases, the field of its published verdict, and how many cases there are at least. */
const files = [
  ['bird-ex', 'rows.jsonl', 'bird_ex', 2000],
  ['test-suite', 'rows.jsonl', 'test_suite', 2000],
  ['bird-soft-f1', 'rows.jsonl', 'soft_f1', 2000],
  ['spider2', 'spider2.jsonl', 'verdict', 2600],
  ['aifunc', 'aifunc.jsonl', 'verdict', 1800],
] as const;

test.for(files)('%s gives the published verdict on every case of %s', ([rule, file, field, least], { skip }) => {
  const cases = readPublishedCases(file);
  if (cases === null) return skip(absent);
  const differing = cases.filter((published) => {
    const verdict = published[field];
    return caseVerdict(rule, published).verdict !== (typeof verdict === 'string' ? verdict : Number(verdict));
  });
  expect(cases.length).toBeGreaterThan(least);
  expect(differing.map((published) => published.id)).toEqual([]);
});
