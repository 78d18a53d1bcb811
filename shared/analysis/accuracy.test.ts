import { expect, test } from 'vitest';
import { accuracy, countStates, systemAccuracy, type VerdictTable } from './accuracy.ts';
import { wilson } from './interval.ts';
import { ruleDisagreement, verdictFlips } from './ruleDisagreement.ts';

const MULTISET: VerdictTable = {
  rule: 'multiset',
  version: '1',
  rows: [
    ['match', 'mismatch'],
    ['match', 'prediction failed'],
    ['timed out', 'match'],
    ['gold failed', 'both failed'],
    ['not run', 'match'],
  ],
};
const BIRD: VerdictTable = {
  rule: 'bird-ex',
  version: '2',
  rows: [
    ['match', 'match'],
    ['mismatch', 'prediction failed'],
    ['timed out', 'match'],
    ['gold failed', 'both failed'],
    ['not run', 'not judged'],
  ],
};

test('everything but a match counts against a system, over the frame and over all', () => {
  const first = systemAccuracy(MULTISET, 0);
  expect(first.overFrame).toMatchObject({ count: 2, n: 4, share: 0.5 });
  expect(first.overAll).toMatchObject({ count: 2, n: 5, share: 0.4 });
});

test('of a system whose predictions have not run anywhere nothing is known; a missing prediction beside some that ran counts', () => {
  const table = (rows: VerdictTable['rows']): VerdictTable => ({ rule: 'multiset', version: '1', rows });
  const partly = table([
    ['not run', 'match', 'no prediction'],
    ['no prediction', 'mismatch', 'no prediction'],
    ['gold failed', 'gold failed', 'gold failed'],
  ]);
  expect(systemAccuracy(partly, 0)).toMatchObject({ overFrame: { n: 0, low: 0, high: 1 }, overAll: { n: 0 } });
  expect(systemAccuracy(partly, 1)).toMatchObject({ overFrame: { count: 1, n: 2 }, overAll: { count: 1, n: 3 } });
  expect(systemAccuracy(partly, 2)).toMatchObject({ overFrame: { count: 0, n: 2 }, overAll: { count: 0, n: 3 } });
});

test('every rule has its own frame', () => {
  expect(systemAccuracy(BIRD, 1).overFrame).toMatchObject({ count: 2, n: 3 });
});

test('the report lists every system with every rule and its denominators', () => {
  const data = accuracy({
    databases: null,
    systems: [
      { system: 'a', group: 'strong', executed: wilson(3, 5) },
      { system: 'b', group: 'open', executed: wilson(4, 5) },
    ],
    tables: [MULTISET, BIRD],
  });
  expect(data.rules).toEqual([
    { id: 'multiset', version: '1' },
    { id: 'bird-ex', version: '2' },
  ]);
  expect(data.systems[1]).toMatchObject({ system: 'b', executed: { count: 4, n: 5 } });
  expect(data.systems[1]!.rules.map(({ rule, overAll }) => [rule, overAll.count])).toEqual([
    ['multiset', 2],
    ['bird-ex', 2],
  ]);
});

test('states that do not occur are counted as none', () => {
  expect(countStates(['match', 'match', 'timed out'])).toMatchObject({ match: 2, 'timed out': 1, mismatch: 0, 'not run': 0 });
});

test('two rules disagree where one calls a match what the other does not, of the pairs that both judged', () => {
  expect(ruleDisagreement([MULTISET, BIRD])).toEqual([{ first: 'multiset', second: 'bird-ex', count: 2, n: 6 }]);
  expect(ruleDisagreement([MULTISET])).toEqual([]);
});

test('a verdict flips between a match and a judged failure only', () => {
  expect(verdictFlips(['match', 'mismatch', 'match'])).toBe(true);
  expect(verdictFlips(['match', 'not judged'])).toBe(false);
  expect(verdictFlips(['mismatch', 'prediction failed'])).toBe(false);
});
