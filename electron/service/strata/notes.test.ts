import { expect, test } from 'vitest';
import { multiset } from '#shared/comparison/rules/multiset.ts';
import { ordered } from '#shared/comparison/rules/ordered.ts';
import type { Explanation } from '#shared/model/why.ts';
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
  table: { rule: '', version: '', rows: [['mismatch']] },
} as unknown as Parameters<typeof notesOf>[0];

test('row order is a near miss only under a rule that looks at it', () => {
  const explanations = new Map([[1, new Map([[7, why]])]]);
  const kinds = (rule: typeof multiset) => notesOf(verdicts, rule, explanations)[0]![0]!.nearMisses;
  expect(kinds(ordered)).toEqual(['column order', 'row order']);
  expect(kinds(multiset)).toEqual(['column order']);
});
