import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { applyEdit, describeEdit, EMPTY_LABEL, labelEditSchema } from './label.ts';

const place: Evidence = {
  id: 'e1',
  kind: 'sql',
  side: 'gold',
  gold: 'b',
  start: 7,
  end: 20,
  firstLine: 2,
  lastLine: 3,
  text: 'WHERE a\n  = 1',
};

test('evidence is attached in order, once, and taken away by its id', () => {
  const one = applyEdit(EMPTY_LABEL, { field: 'evidence', attach: place }, 1);
  const two = applyEdit(one, { field: 'evidence', attach: { ...place, id: 'e2' } }, 1);
  expect(two.evidence.map(({ id }) => id)).toEqual(['e1', 'e2']);
  expect(applyEdit(two, { field: 'evidence', attach: { ...place, id: 'e2' } }, 1).evidence).toHaveLength(2);
  expect(applyEdit(two, { field: 'evidence removed', id: 'e1' }, 1).evidence.map(({ id }) => id)).toEqual(['e2']);
});

test('the history says where evidence lies', () => {
  expect(describeEdit({ field: 'evidence', attach: place })).toBe('evidence attached: gold b SQL, lines 2–3 as written');
  const step: Evidence = { id: 'e3', kind: 'step', step: 6, field: 'observation', part: 0, start: 0, end: 3, text: 'err' };
  expect(describeEdit({ field: 'evidence', attach: step })).toBe('evidence attached: step 7, result');
  const passage: Evidence = { id: 'e4', kind: 'document', name: 'notes.md', start: 0, end: 5, text: '# Not' };
  expect(describeEdit({ field: 'evidence', attach: passage })).toBe('evidence attached: notes.md');
});

test('a text longer than what is kept is refused at the border', () => {
  const attach = { ...place, text: 'x'.repeat(1001) };
  expect(labelEditSchema.safeParse({ field: 'evidence', attach }).success).toBe(false);
});
