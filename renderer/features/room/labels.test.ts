import { expect, test } from 'vitest';
import { EMPTY_LABEL, type Label } from '#shared/model/label.ts';
import { isFinishable, isWithoutError } from './labels.ts';

const label = (parts: Partial<Label>): Label => ({ ...EMPTY_LABEL, ...parts });

test('an item can be finished with a code, or when somebody other than the model is responsible', () => {
  expect(isFinishable(label({}))).toBe(false);
  expect(isFinishable(label({ responsible: 'model' }))).toBe(false);
  expect(isFinishable(label({ responsible: 'evaluator' }))).toBe(true);
  expect(isFinishable(label({ codes: ['C1'] }))).toBe(true);
});

test('no error was found in an item that is done with nothing to say of it', () => {
  expect(isWithoutError(label({ status: 'done' }))).toBe(true);
  expect(isWithoutError(label({ status: 'done', responsible: 'gold' }))).toBe(false);
  expect(isWithoutError(label({ status: 'undecided' }))).toBe(false);
  expect(isWithoutError(label({}))).toBe(false);
});
