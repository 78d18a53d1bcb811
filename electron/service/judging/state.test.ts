import { expect, test } from 'vitest';
import { isOutsideFrame } from '#shared/model/verdict.ts';
import type { StoredExecution } from '../database/executions.ts';
import { stateWithoutRows } from './state.ts';

const ended = (status: StoredExecution['status']): StoredExecution => ({
  status,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  rowCount: status === 'ok' ? 1 : null,
  bytes: status === 'ok' ? 20 : null,
  columns: [],
  cappedBy: null,
  invalidTextCells: 0,
  errorCode: status === 'ok' ? null : 'X',
  errorMessage: status === 'ok' ? null : `it was ${status}`,
  resultHash: status === 'ok' ? 'h' : null,
  rowsHash: status === 'ok' ? 'r' : null,
});

test.each([
  ['a prediction that the environment kept from running', 'ok', 'environment', 'environment'],
  ['a gold that the environment kept from running', 'environment', 'ok', 'environment'],
  ['both sides kept from running', 'environment', 'environment', 'environment'],
  ['a wrong prediction beside a gold that could not run', 'environment', 'error', 'environment'],
  ['a broken gold beside a prediction that could not run', 'error', 'environment', 'gold failed'],
] as const)('%s is no failure of the system', (_what, gold, prediction, state) => {
  const verdict = stateWithoutRows([ended(gold)], 1, ended(prediction));
  expect(verdict?.state).toBe(state);
  expect(isOutsideFrame(verdict!.state)).toBe(true);
});

test('with several golds, one that ran is enough to compare', () => {
  expect(stateWithoutRows([ended('environment'), ended('ok')], 1, ended('ok'))).toBeNull();
});
