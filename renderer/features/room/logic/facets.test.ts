import { expect, test } from 'vitest';
import type { QueueEntry, QueueFacets } from '#shared/contract/room.ts';
import { type FacetFilter, facetTest, NO_FACETS } from './facets.ts';

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
  expect(found({ disagreement: 'rule multiset' })).toEqual([3]);
  expect(found({ disagreement: 'annotators' })).toEqual([2]);
});

test('several facets ask for one item that has them all', () => {
  expect(found({ system: 1, code: 'C2' })).toEqual([2]);
  expect(found({ code: 'C2', disagreement: 'rules' })).toEqual([1]);
});

test('what is not known yet fits nothing', () => {
  expect(found({ disagreement: 'rules' }, null)).toEqual([]);
  expect(found({ code: 'C1' }, null)).toEqual([1, 3]);
});
