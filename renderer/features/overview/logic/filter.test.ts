import { expect, test } from 'vitest';
import type { MatrixRow } from '#shared/contract/overview.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import {
  ANY_SYSTEM,
  comparesRules,
  describeFilter,
  filterBeside,
  filterRows,
  isFiltering,
  NO_FILTER,
  type OverviewFilter,
  placeOf,
  withNote,
  withVerdict,
} from './filter.ts';

const SYSTEMS = ['a', 'b'];
const row = (instance: number, stratum: MatrixRow['stratum'], states: VerdictState[], database = 'shop'): MatrixRow => ({
  instance,
  instanceId: `dev-${instance}`,
  database,
  stratum,
  states,
  flips: instance === 2 ? [1] : [],
  notes: [],
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
  expect(shown({ verdicts: [{ system: 'b', rule: null, states: ['mismatch', 'prediction failed'] }] })).toEqual([1, 2]);
  const both = withVerdict(withVerdict(NO_FILTER, 'a', ['match']), 'b', ['mismatch']);
  expect(shown(both)).toEqual([2]);
  expect(withVerdict(both, 'a', []).verdicts).toEqual([{ system: 'b', rule: null, states: ['mismatch'] }]);
});

test('a verdict is also asked for under another rule', () => {
  expect(shown(withVerdict(NO_FILTER, 'b', ['match'], 'bird-ex'))).toEqual([2]);
  expect(comparesRules(withVerdict(NO_FILTER, 'b', ['match'], 'bird-ex'))).toBe(true);
  expect(comparesRules(withVerdict(NO_FILTER, 'b', ['match']))).toBe(false);
});

test('kinds of near miss and warning are asked of one system or of any', () => {
  const rows = [
    { ...ROWS[0]!, notes: [{ system: 0, nearMisses: ['case' as const], warnings: [] }] },
    { ...ROWS[1]!, notes: [{ system: 1, nearMisses: [], warnings: ['null as zero' as const] }] },
  ];
  const kept = (filter: OverviewFilter) => filterRows(rows, SYSTEMS, filter, BY_RULE).map(({ instance }) => instance);
  const near = withNote(NO_FILTER, { system: null, kind: 'case', of: 'near miss' });
  expect(kept(near)).toEqual([1]);
  expect(kept(withNote(near, { system: null, kind: 'null as zero', of: 'warning' }))).toEqual([1, 2]);
  expect(kept(withNote(NO_FILTER, { system: 'b', kind: 'case', of: 'near miss' }))).toEqual([]);
  expect(withNote(near, { system: null, kind: 'case', of: 'near miss' }).notes).toEqual([]);
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

test('a facet counts what the other filters leave: its own choices do not narrow it', () => {
  const filter: OverviewFilter = {
    ...NO_FILTER,
    places: ['S1'],
    databases: ['a'],
    flips: ANY_SYSTEM,
    verdicts: [
      { system: 'x', rule: null, states: ['match'] },
      { system: 'y', rule: null, states: ['mismatch'] },
    ],
    notes: [{ system: null, kind: 'case', of: 'near miss' }],
  };
  expect(filterBeside(filter, 'place')).toEqual({ ...filter, places: [] });
  expect(filterBeside(filter, 'database')).toEqual({ ...filter, databases: [] });
  expect(filterBeside(filter, 'flips')).toEqual({ ...filter, flips: null });
  expect(filterBeside(filter, 'warning')).toEqual({ ...filter, notes: [] });
  expect(filterBeside(filter, 'verdict', { system: 'x', rule: null }).verdicts).toEqual([filter.verdicts[1]]);
  expect(filterBeside(filter, 'verdict', { system: 'x', rule: 'exact' }).verdicts).toEqual(filter.verdicts);
});
