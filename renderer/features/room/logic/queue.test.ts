import { expect, test } from 'vitest';
import type { QueueEntry } from '#shared/contract/room.ts';
import {
  commonPrefix,
  entryView,
  filterQueue,
  groupQueue,
  hasRoomFor,
  hidesStrata,
  positionInStratum,
  queueProgress,
  queueRows,
} from './queue.ts';

type Item = QueueEntry['items'][number];
const item = (system: number, status: Item['status'] = 'open', codes: string[] = [], flagged = false): Item => ({
  system,
  status,
  codes,
  flagged,
  stale: false,
});
const entry = (instance: number, stratum: QueueEntry['stratum'], items: Item[], database = 'shop'): QueueEntry => ({
  instance,
  instanceId: `sf_${instance}`,
  database,
  instruction: `How many orders in ${2000 + instance}?`,
  stratum,
  items,
});

const entries = [
  entry(1, 'S2', [item(1, 'done', ['C2']), item(2, 'done', ['C1', 'C2'])]),
  entry(2, 'S1', [item(1), item(2, 'done', ['C3'])], 'bikes'),
  entry(3, 'S1', [item(1, 'skipped'), item(2, 'skipped')]),
  entry(4, 'S3', [item(1, 'undecided'), item(2, 'done', ['C1'])]),
  entry(5, 'S2', [item(1, 'open', [], true)]),
];
const facets = () => true;
const all = { show: 'all', text: '', facets } as const;

test('an instance is part labelled until its last item is finished', () => {
  expect(entries.map((e) => entryView(e).state)).toEqual(['done', 'part', 'skipped', 'undecided', 'open']);
  expect(entryView(entries[0]!).codes).toEqual(['C1', 'C2']);
  expect(entryView(entries[1]!)).toMatchObject({ finished: 1, total: 2, flagged: false });
  expect(entryView(entries[3]!)).toMatchObject({ codes: ['C1'], undecided: 1, skipped: 0 });
  expect(entryView(entries[4]!).flagged).toBe(true);
});

test('an instance without an item to label is neither labelled nor unlabelled', () => {
  const matched = entry(9, 'S3', []);
  expect(entryView(matched).state).toBe('nothing');
  expect(filterQueue([matched], { show: 'labelled', text: '', facets }, null)).toEqual([]);
  expect(filterQueue([matched], { show: 'unlabelled', text: '', facets }, null)).toEqual([]);
});

test.each([
  ['all', [1, 2, 3, 4, 5]],
  ['unlabelled', [2, 5]],
  ['labelled', [1, 3, 4]],
  ['flagged', [5]],
  ['undecided', [4]],
  ['skipped', [3]],
] as const)('the queue shows %s', (show, expected) => {
  expect(filterQueue(entries, { show, text: '', facets }, null).map((e) => e.instance)).toEqual(expected);
});

test('words filter by id, database, instruction and code, and all must be found', () => {
  const find = (text: string) => filterQueue(entries, { show: 'all', text, facets }, null).map((e) => e.instance);
  expect(find('BIKES')).toEqual([2]);
  expect(find('2004 shop')).toEqual([4]);
  expect(find('c1')).toEqual([1, 4]);
  expect(find('orders  nowhere')).toEqual([]);
});

test('the instance at hand stays listed after the filter stops fitting', () => {
  expect(filterQueue(entries, { show: 'unlabelled', text: '', facets }, 1).map((e) => e.instance)).toEqual([1, 2, 5]);
});

test('strata come in their order and count progress over what the filter hides too', () => {
  const groups = groupQueue(entries, filterQueue(entries, { show: 'unlabelled', text: '', facets }, null), 'stratum');
  expect(groups.map((g) => [g.key, g.entries.length, g.labelled, g.total])).toEqual([
    ['S1', 1, 1, 2],
    ['S2', 1, 1, 2],
  ]);
});

test('a collapsed group shows its head only, and without grouping there are no heads', () => {
  const groups = groupQueue(entries, filterQueue(entries, all, null), 'stratum');
  const rows = queueRows(groups, new Set(['S1']), true);
  expect(rows.map((row) => (row.kind === 'group' ? row.group.key : row.entry.instance))).toEqual(['S1', 'S2', 1, 5, 'S3', 4]);
  expect(queueRows(groupQueue(entries, entries, 'nothing'), new Set(['']), false)).toHaveLength(5);
});

test('the position counts within the stratum of the sample', () => {
  const { stratum } = entries.find((each) => each.instance === 5)!;
  expect(positionInStratum(entries, 5)).toEqual({ index: 2, total: 2, stratum });
  const hidden = entries.map((each) => ({ ...each, stratum: null }));
  expect(positionInStratum(hidden, 5)).toEqual({
    index: hidden.findIndex((each) => each.instance === 5) + 1,
    total: 5,
    stratum: null,
  });
  expect(positionInStratum(entries, 99)).toBeNull();
});

test('progress counts instances and items', () => {
  expect(queueProgress(entries)).toEqual({
    instances: 5,
    labelledInstances: 3,
    items: 9,
    open: 2,
    undecided: 1,
    skipped: 2,
    stale: 0,
    flagged: 1,
  });
});

test('a queue hides the strata where an instance does not tell its own', () => {
  expect(hidesStrata(entries)).toBe(false);
  expect(hidesStrata(entries.map((each) => ({ ...each, stratum: null })))).toBe(true);
});

test('ids of fifteen letters fit beside two codes into the queue of a broad window, not into that of a narrow one', () => {
  expect(hasRoomFor(15, 204)).toBe(true);
  expect(hasRoomFor(15, 168)).toBe(false);
  expect(hasRoomFor(8, 168)).toBe(true);
});

test('ids are parted where all of them begin alike, at the end of a part', () => {
  expect(commonPrefix(['spider-dev-0962', 'spider-dev-0001'])).toBe('spider-dev-');
  expect(commonPrefix(['sf_bq001', 'sf_bq011', 'sf_local9'])).toBe('');
  expect(commonPrefix(['local001', 'local002'])).toBe('');
  expect(commonPrefix(['towns-1', 'towns-12', 'towns-1'])).toBe('towns-');
  expect(commonPrefix(['bike_010', 'film_010'])).toBe('');
  expect(commonPrefix(['alone-0001'])).toBe('');
  expect(commonPrefix([])).toBe('');
});
