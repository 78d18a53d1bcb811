import { expect, test } from 'vitest';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';
import { absent, readPublishedCases } from './publishedCases.ts';

const cases = readPublishedCases('rows.jsonl');

test.for([
  ['bird-ex', 'bird_ex'],
  ['test-suite', 'test_suite'],
] as const)('%s gives the published verdict on every case of rows.jsonl', ([rule, field], { skip }) => {
  if (cases === null) return skip(absent);
  const differing = cases.filter((published) => caseVerdict(rule, published).verdict !== Number(published[field]));
  expect(cases.length).toBeGreaterThan(2000);
  expect(differing.map((published) => published.id)).toEqual([]);
});
