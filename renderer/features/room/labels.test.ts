import { expect, test } from 'vitest';
import { applyEdit, EMPTY_LABEL, type Label } from '#shared/model/label.ts';
import { copyEdits, isFinishable } from './labels.ts';

const label = (parts: Partial<Label>): Label => ({ ...EMPTY_LABEL, ...parts });

test('copying makes codes, primary, party and confidence equal, keeps the note and marks done', () => {
  const source = label({ codes: ['C2', 'C4'], primary: 'C4', responsible: 'model', confidence: 'high', note: 'mine' });
  const other = label({ codes: ['C1', 'C2'], primary: 'C1', note: 'theirs' });
  const result = copyEdits(source, other).reduce(applyEdit, other);
  expect(result).toEqual({ ...source, note: 'theirs', status: 'done' });
});

test('copying what is equal already changes nothing', () => {
  const same = label({ codes: ['C1'], primary: 'C1', status: 'done' });
  expect(copyEdits(same, same)).toEqual([]);
});

test('an item can be finished with a code, or when somebody other than the model is responsible', () => {
  expect(isFinishable(label({}))).toBe(false);
  expect(isFinishable(label({ responsible: 'model' }))).toBe(false);
  expect(isFinishable(label({ responsible: 'evaluator' }))).toBe(true);
  expect(isFinishable(label({ codes: ['C1'] }))).toBe(true);
});
