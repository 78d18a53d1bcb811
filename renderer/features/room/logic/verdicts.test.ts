import { expect, test } from 'vitest';
import type { PredictionView } from '#shared/contract/room.ts';
import type { Execution } from '#shared/model/execution.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { contradicts, cutText, durationText, failureMeaning, flips, sameWrongResult } from './verdicts.ts';

const prediction = (system: number, states: Record<string, VerdictState>, cluster: string | null = null): PredictionView => ({
  system,
  name: `system ${system}`,
  group: 'open',
  sql: 'SELECT 1',
  source: '',
  execution: null,
  explanation: null,
  verdicts: Object.entries(states).map(([rule, state]) => ({
    rule,
    ruleVersion: '1',
    state,
    reason: null,
    score: null,
    gold: null,
  })),
  cluster,
  trajectorySteps: null,
  label: EMPTY_LABEL,
});

test('a rule flips a verdict only between match and mismatch', () => {
  const one = prediction(1, { multiset: 'mismatch', bird: 'match', spider: 'mismatch', strict: 'not judged' });
  expect(flips(one, 'multiset').map((verdict) => verdict.rule)).toEqual(['bird']);
  expect(flips(one, 'bird').map((verdict) => verdict.rule)).toEqual(['multiset', 'spider']);
  expect(flips(one, 'strict')).toEqual([]);
  expect(flips(one, 'unknown rule')).toEqual([]);
});

test('evaluators contradict each other where one counts a match and the other none, not where one does not count', () => {
  expect(contradicts('match', 'mismatch')).toBe(true);
  expect(contradicts('prediction failed', 'match')).toBe(true);
  expect(contradicts('mismatch', 'prediction failed')).toBe(false);
  expect(contradicts('match', 'gold failed')).toBe(false);
  expect(contradicts('not judged', 'match')).toBe(false);
});

test('the same wrong result is shared by systems of one cluster, never by matches', () => {
  const all = [
    prediction(1, { multiset: 'mismatch' }, 'A'),
    prediction(2, { multiset: 'mismatch' }, 'A'),
    prediction(3, { multiset: 'match' }, 'B'),
    prediction(4, { multiset: 'match' }, 'B'),
    prediction(5, { multiset: 'prediction failed' }, null),
  ];
  expect(sameWrongResult(all, 1, 'multiset').map((other) => other.system)).toEqual([2]);
  expect(sameWrongResult(all, 3, 'multiset')).toEqual([]);
  expect(sameWrongResult(all, 5, 'multiset')).toEqual([]);
});

test('durations read in the unit that fits', () => {
  expect([0.2, 12.4, 2600, 65_000].map(durationText)).toEqual(['< 1 ms', '12 ms', '2.6 s', '1 min 5 s']);
});

const execution: Execution = {
  status: 'ok',
  startedAt: '',
  durationMs: 1,
  rowCount: 100_000,
  bytes: 2_000_000,
  columns: [],
  cappedBy: 'rows',
  invalidTextCells: 0,
  errorCode: null,
  errorMessage: null,
};

test('a cap is said where it cut', () => {
  expect(cutText(execution)).toBe('cut at 100,000 rows');
  expect(cutText({ ...execution, cappedBy: 'bytes', rowCount: 5 })).toBe('cut at the size limit, after 5 rows');
  expect(cutText({ ...execution, cappedBy: null })).toBeNull();
});

test('a failed gold says that no system is blamed, a failed prediction does not', () => {
  expect(failureMeaning({ ...execution, status: 'error' }, 'gold')).toContain('does not count against any system');
  expect(failureMeaning({ ...execution, status: 'error' }, 'prediction')).not.toContain('count against');
  expect(failureMeaning(null, 'prediction')).toContain('has not been run yet');
});
