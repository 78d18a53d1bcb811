import { expect, test } from 'vitest';
import type { MatrixRow } from '#shared/contract/overview.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import {
  ANY_SYSTEM,
  describeFilter,
  filterRows,
  isFiltering,
  NO_FILTER,
  type OverviewFilter,
  placeOf,
  withVerdict,
} from './filter.ts';

const SYSTEMS = ['a', 'b'];
const row = (instance: number, stratum: MatrixRow['stratum'], states: VerdictState[], database = 'shop'): MatrixRow => ({
  instance,
  instanceId: `dev-${instance}`,
  database,
  stratum,
  states,
  flips: instance === 2,
});
const ROWS = [
  row(1, 'S1', ['mismatch', 'prediction failed']),
  row(2, 'S2', ['match', 'mismatch'], 'zoo'),
  row(3, null, ['gold failed', 'gold failed']),
];
const BY_RULE = new Map([
  ['multiset', new Map(ROWS.map(({ instance, states }) => [instance, states]))],
  [
    'bird-ex',
    new Map<number, VerdictState[]>([
      [1, ['mismatch', 'prediction failed']],
      [2, ['match', 'match']],
      [3, ['gold failed', 'gold failed']],
    ]),
  ],
]);
const shown = (filter: Partial<OverviewFilter>) =>
  filterRows(ROWS, SYSTEMS, { ...NO_FILTER, ...filter }, BY_RULE).map(({ instance }) => instance);

test('an empty filter shows every instance', () => {
  expect(shown({})).toEqual([1, 2, 3]);
  expect(isFiltering(NO_FILTER)).toBe(false);
});

test('within a field any choice is enough, between fields all must hold', () => {
  expect(shown({ places: ['S1', 'outside'] })).toEqual([1, 3]);
  expect(shown({ places: ['S1', 'S2'], databases: ['zoo'] })).toEqual([2]);
});

test("a filter on a system's verdict asks for its state under the chosen rule", () => {
  expect(shown({ verdicts: [{ system: 'b', states: ['mismatch', 'prediction failed'] }] })).toEqual([1, 2]);
  const both = withVerdict(withVerdict(NO_FILTER, 'a', ['match']), 'b', ['mismatch']);
  expect(shown(both)).toEqual([2]);
  expect(withVerdict(both, 'a', []).verdicts).toEqual([{ system: 'b', states: ['mismatch'] }]);
});

test('flips are asked of any system or of one', () => {
  expect(shown({ flips: ANY_SYSTEM })).toEqual([2]);
  expect(shown({ flips: 'a' })).toEqual([]);
  expect(shown({ flips: 'b' })).toEqual([2]);
});

test('where nobody is strong, instances with a working gold are without strata, not outside the frame', () => {
  expect(placeOf({ ...ROWS[0]!, stratum: null })).toBe('no stratum');
  expect(placeOf(ROWS[2]!)).toBe('outside');
});

test('a disagreement is where two rules differ on a prediction', () => {
  expect(shown({ disagreement: ['multiset', 'bird-ex'] })).toEqual([2]);
});

test('the search looks in id and database', () => {
  expect(shown({ search: ' ZOO ' })).toEqual([2]);
  expect(shown({ search: 'dev-3' })).toEqual([3]);
});

test('a filter can be read as a sentence', () => {
  const filter = { ...withVerdict(NO_FILTER, 'a', ['mismatch', 'timed out']), places: ['S2', 'outside'] as const, search: 'x' };
  expect(describeFilter(filter)).toBe('S2 or outside the frame; a: mismatch or timed out; “x”');
});
