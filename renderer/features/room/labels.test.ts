import { expect, test } from 'vitest';
import { EMPTY_LABEL, type Label } from '#shared/model/label.ts';
import { isFinishable } from './labels.ts';

const label = (parts: Partial<Label>): Label => ({ ...EMPTY_LABEL, ...parts });

test('an item can be finished with a code, or when somebody other than the model is responsible', () => {
  expect(isFinishable(label({}))).toBe(false);
  expect(isFinishable(label({ responsible: 'model' }))).toBe(false);
  expect(isFinishable(label({ responsible: 'evaluator' }))).toBe(true);
  expect(isFinishable(label({ codes: ['C1'] }))).toBe(true);
});
