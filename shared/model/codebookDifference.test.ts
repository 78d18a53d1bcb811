import { expect, test } from 'vitest';
import { type Codebook, PAPER_CODEBOOK } from './codebook.ts';
import { changeCodebook } from './codebookChange.ts';
import { codebookDifferences, isReordered } from './codebookDifference.ts';

const adopted = (codes: Codebook['codes']): Codebook => {
  const changed = changeCodebook(PAPER_CODEBOOK, { change: 'adopt', name: 'theirs', codes });
  if ('problem' in changed) throw new Error(changed.problem);
  return changed.codebook;
};
const told = (codes: Codebook['codes']) =>
  codebookDifferences(PAPER_CODEBOOK, adopted(codes)).map(({ code, kinds }) => [code, ...kinds]);
const [c1, c2, ...others] = PAPER_CODEBOOK.codes as [Codebook['codes'][number], Codebook['codes'][number]];

test('a codebook that says the same differs in nothing', () => {
  expect(told([...PAPER_CODEBOOK.codes])).toEqual([]);
});

test('codes are added, redefined, renamed and described anew, and those that a file lacks are retired', () => {
  expect(
    told([
      { ...c1, title: 'Grounding', definition: 'Narrower.' },
      { ...c2, group: 'Conditions' },
      { ...c1, code: 'C6', title: 'Units' },
    ]),
  ).toEqual([
    ['C1', 'redefined', 'renamed'],
    ['C2', 'described anew'],
    ['C6', 'added'],
    ['C3', 'retired'],
    ['C4', 'retired'],
    ['C5', 'retired'],
  ]);
});

test('another order is told apart from other codes', () => {
  expect(isReordered(PAPER_CODEBOOK, adopted([c2, c1, ...others]))).toBe(true);
  expect(isReordered(PAPER_CODEBOOK, adopted([c1, c2, ...others, { ...c1, code: 'C6' }]))).toBe(false);
});
