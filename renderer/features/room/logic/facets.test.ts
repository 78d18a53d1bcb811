import { expect, test } from 'vitest';
import type { QueueEntry, QueueFacets } from '#shared/contract/room.ts';
import { type Facet, type FacetFilter, facetCounts, facetTest, heldFacets, NO_FACETS, readFacets } from './facets.ts';

const entry = (instance: number, database: string, ...codes: string[][]): QueueEntry => ({
  instance,
  instanceId: `i${instance}`,
  database,
  instruction: '',
  stratum: 'S1',
  items: codes.map((of, at) => ({ system: at + 1, status: 'done', flagged: false, codes: of, stale: false })),
});
const queue = [entry(1, 'tram', ['C1'], ['C2']), entry(2, 'tram', ['C2']), entry(3, 'museum', ['C1'], [], ['C2'])];
const facets: QueueFacets = {
  systems: [],
  rules: ['bird-ex', 'multiset'],
  functions: [{ instance: 3, names: ['AI_FILTER', 'AI_CLASSIFY'] }],
  flips: [
    { instance: 1, system: 2, rules: ['bird-ex'] },
    { instance: 3, system: 1, rules: ['multiset', 'bird-ex'] },
  ],
  disputed: [{ instance: 2, system: 1 }],
  trajectories: [{ instance: 1, systems: [2] }],
};
const found = (filter: Partial<FacetFilter>, known: QueueFacets | null = facets) =>
  queue.filter(facetTest({ ...NO_FACETS, ...filter }, known)).map(({ instance }) => instance);

test('each facet alone', () => {
  expect(found({})).toEqual([1, 2, 3]);
  expect(found({ system: 2 })).toEqual([1, 3]);
  expect(found({ database: 'museum' })).toEqual([3]);
  expect(found({ aiFunction: 'AI_FILTER' })).toEqual([3]);
  expect(found({ code: 'C2' })).toEqual([1, 2, 3]);
  expect(found({ disagreement: 'rules' })).toEqual([1, 3]);
  expect(found({ rule: 'multiset' })).toEqual([3]);
  expect(found({ rule: 'bird-ex' })).toEqual([1, 3]);
  expect(found({ disagreement: 'annotators' })).toEqual([2]);
  expect(found({ trajectory: 'has one' })).toEqual([1]);
});

test('several facets ask for one item that has them all', () => {
  expect(found({ system: 1, code: 'C2' })).toEqual([2]);
  expect(found({ code: 'C2', disagreement: 'rules' })).toEqual([1]);
  expect(found({ code: 'C1', trajectory: 'has one' })).toEqual([]);
});

test('what is not known yet fits nothing', () => {
  expect(found({ disagreement: 'rules' }, null)).toEqual([]);
  expect(found({ code: 'C1' }, null)).toEqual([1, 3]);
});

const counted = (facet: Facet, filter: Partial<FacetFilter> = {}) =>
  Object.fromEntries(facetCounts(queue, { ...NO_FACETS, ...filter }, facets)[facet]);

test('each value tells how many it would leave, beside what the other facets ask for', () => {
  expect(counted('database')).toEqual({ '': 3, tram: 2, museum: 1 });
  expect(counted('database', { code: 'C1' })).toEqual({ '': 2, tram: 1, museum: 1 });
  // Its own choice does not narrow what the others of its facet would leave.
  expect(counted('database', { code: 'C1', database: 'tram' })).toEqual({ '': 2, tram: 1, museum: 1 });
  expect(counted('code', { database: 'tram' })).toEqual({ '': 2, C1: 1, C2: 2 });
  expect(counted('aiFunction')).toEqual({ '': 3, AI_FILTER: 1, AI_CLASSIFY: 1 });
  expect(counted('rule')).toEqual({ '': 3, 'bird-ex': 2, multiset: 1 });
  expect(counted('disagreement')).toEqual({ '': 3, rules: 2, annotators: 1 });
  expect(counted('system', { code: 'C2', disagreement: 'rules' })).toEqual({ '': 1, 2: 1 });
});

test('the count of every value is what choosing it lists, whatever else is chosen', () => {
  const values: { [facet in Facet]: (FacetFilter[facet] | null)[] } = {
    system: [null, 1, 2],
    database: [null, 'tram', 'museum'],
    aiFunction: [null, 'AI_FILTER'],
    rule: [null, 'bird-ex', 'multiset'],
    code: [null, 'C1', 'C2'],
    disagreement: [null, 'rules', 'annotators'],
    trajectory: [null, 'has one'],
  };
  const filters = Object.entries(values).reduce<FacetFilter[]>(
    (some, [facet, of]) => some.flatMap((filter) => of.map((value) => ({ ...filter, [facet]: value }))),
    [NO_FACETS],
  );
  expect(filters).toHaveLength(3 * 3 * 2 * 3 * 3 * 3 * 2);
  for (const filter of filters) {
    const counts = facetCounts(queue, filter, facets);
    for (const facet of Object.keys(values) as Facet[]) {
      for (const value of values[facet]) {
        expect(counts[facet].get(String(value ?? '')) ?? 0).toBe(found({ ...filter, [facet]: value }).length);
      }
    }
  }
});

test('what was remembered is read again, and what is not understood asks for nothing', () => {
  const filter: FacetFilter = { ...NO_FACETS, system: 2, code: 'C1', disagreement: 'rules' };
  expect(readFacets(JSON.parse(JSON.stringify(filter)))).toEqual(filter);
  for (const stored of [null, 3, [], { system: '2', code: 1, disagreement: 'rule bird-ex' }])
    expect(readFacets(stored)).toEqual(NO_FACETS);
});

test('what tells a system is not asked for while somebody labels blind, though it was chosen before', () => {
  const remembered: FacetFilter = { ...NO_FACETS, system: 7, trajectory: 'has one', code: 'C2' };
  expect(heldFacets(remembered, true)).toEqual({ ...NO_FACETS, code: 'C2' });
  expect(heldFacets(remembered, false)).toEqual(remembered);
});
