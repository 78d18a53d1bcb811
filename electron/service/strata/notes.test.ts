import { expect, test } from 'vitest';
import { multiset } from '#shared/comparison/rules/multiset.ts';
import { ordered } from '#shared/comparison/rules/ordered.ts';
import { type Explanation, UNTESTED_ON_SUITE } from '#shared/model/why.ts';
import { notesOf } from './notes.ts';

const note = (kind: Explanation['nearMisses'][number]['kind']) => ({ kind, words: '' });
const why: Explanation = {
  gold: '',
  isExplained: true,
  nearMisses: [note('column order'), note('row order')],
  unexplained: { cells: 0, rows: 0 },
  warnings: [],
};
const verdicts = {
  instances: [{ id: 1 }],
  systems: [{ id: 7 }],
  verdicts: [[{ state: 'mismatch', reason: null, score: null }]],
} as unknown as Parameters<typeof notesOf>[0];

test('row order is a near miss only under a rule that looks at it', () => {
  const explanations = new Map([[1, new Map([[7, why]])]]);
  const kinds = (rule: typeof multiset) => notesOf(verdicts, rule, explanations)[0]![0]!.nearMisses;
  expect(kinds(ordered)).toEqual(['column order', 'row order']);
  expect(kinds(multiset)).toEqual(['column order']);
});

test('a match that was not held to its test suite carries a warning', () => {
  const untested = [[{ state: 'match', reason: `${UNTESTED_ON_SUITE} (2 databases): gold is a stored result table`, score: 1 }]];
  const [notes] = notesOf({ ...verdicts, verdicts: untested } as typeof verdicts, multiset, new Map());
  expect(notes).toEqual([{ system: 0, nearMisses: [], warnings: ['suite not tested'] }]);
});
