import { expect, test } from 'vitest';
import type { ExecutionStatus } from '#shared/model/execution.ts';
import type { VariantExecution } from '../database/variants.ts';
import { failedOn } from './variants.ts';

const ended = (status: ExecutionStatus): VariantExecution => ({
  status,
  resultHash: null,
  complete: true,
  rowCount: 0,
  errorMessage: status === 'ok' ? null : `it ended as ${status}`,
});

test.each([
  ['ok', 'ok', null],
  ['ok', 'error', 'prediction failed'],
  ['ok', 'timeout', 'timed out'],
  ['error', 'ok', 'gold failed'],
  ['ok', 'environment', 'environment'],
  ['environment', 'environment', 'environment'],
] as const)('gold %s and prediction %s on a further database of a suite', (gold, prediction, state) => {
  expect(failedOn({ name: 'town2' }, ended(gold), ended(prediction))?.state ?? null).toBe(state);
});

test('what has not run on a further database is told as such', () => {
  expect(failedOn({ name: 'town2' }, ended('ok'), undefined)).toEqual({ state: 'not run', reason: 'has not run on town2' });
});
