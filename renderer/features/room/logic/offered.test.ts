import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { isOffered, whyLimited } from './offered.ts';

const code = (name: string) => PAPER_CODEBOOK.codes.find((each) => each.code === name)!;

test('a code limited to strata is offered there only, and nowhere while the stratum is unknown', () => {
  expect(isOffered(code('C5'), 'S1')).toBe(true);
  expect(isOffered(code('C5'), 'S2')).toBe(false);
  expect(isOffered(code('C5'), null)).toBe(false);
  expect(isOffered(code('C1'), null)).toBe(true);
});

test("the reason names what to use instead for the paper's C5, and the strata for a code of one's own", () => {
  expect(whyLimited(code('C1'))).toBeNull();
  expect(whyLimited(code('C5'))).toContain('elsewhere use Responsible: gold');
  expect(whyLimited({ ...code('C5'), title: 'Slow query', strata: ['S2'] })).toBe(
    'Offered in S2 (some strong systems succeed and some fail) only.',
  );
  expect(whyLimited({ ...code('C1'), retired: true })).toContain('Retired');
});
