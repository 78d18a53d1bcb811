import { expect, test } from 'vitest';
import type { PredictionView, QueueEntry } from '#shared/contract/room.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import {
  likelyNext,
  neighbour,
  neighbourSystem,
  nextToLabel,
  nextUnlabelled,
  stripGroups,
  stripOrder,
  systemToOpen,
} from './moving.ts';

const entry = (instance: number, ...statuses: QueueEntry['items'][number]['status'][]): QueueEntry => ({
  instance,
  instanceId: String(instance),
  database: 'd',
  instruction: '',
  stratum: 'S1',
  items: statuses.map((status, at) => ({ system: at + 1, status, flagged: false, codes: [], stale: false })),
});
const order = [entry(10, 'done', 'open', 'open'), entry(11, 'done'), entry(12, 'open', 'open'), entry(13, 'open')];

test('stepping stops at both ends of the list', () => {
  expect(neighbour(order, 10, 1)?.instance).toBe(11);
  expect(neighbour(order, 10, -1)).toBeNull();
  expect(neighbour(order, 13, 1)).toBeNull();
});

test('stepping from an unlisted instance starts at the edge', () => {
  expect(neighbour(order, 99, 1)?.instance).toBe(10);
  expect(neighbour(order, null, -1)?.instance).toBe(13);
});

test('the next unlabelled instance leaves out labelled ones and goes around the end', () => {
  expect(nextUnlabelled(order, 10, 1)?.instance).toBe(12);
  expect(nextUnlabelled(order, 13, 1)?.instance).toBe(10);
  expect(nextUnlabelled(order, 12, -1)?.instance).toBe(10);
  expect(nextUnlabelled([order[1]!], 11, 1)).toBeNull();
});

test('done goes to the next open system of the instance, then back to one before it, then to the next instance', () => {
  expect(nextToLabel(order, { instance: 10, system: 2 }, [1, 2, 3])).toEqual({ instance: 10, system: 3 });
  expect(nextToLabel(order, { instance: 10, system: 3 }, [1, 2, 3])).toEqual({ instance: 10, system: 2 });
  expect(nextToLabel(order, { instance: 11, system: 1 }, [1])).toEqual({ instance: 12, system: 1 });
});

test('done follows the order on screen, not the order of the queue', () => {
  expect(nextToLabel(order, { instance: 10, system: 1 }, [1, 3, 2])).toEqual({ instance: 10, system: 3 });
});

test('when all is labelled there is nowhere to go', () => {
  expect(nextToLabel([entry(1, 'done'), entry(2, 'skipped')], { instance: 1, system: 1 }, [1])).toBeNull();
});

test('an instance opens at its first open item, else at the system looked at before', () => {
  expect(systemToOpen(order[0]!, 3)).toBe(2);
  expect(systemToOpen(entry(1, 'done', 'done'), 2)).toBe(2);
  expect(systemToOpen(entry(1, 'done', 'done'), 7)).toBe(1);
  expect(systemToOpen(entry(1), 7)).toBeNull();
});

const prediction = (system: number, group: string): PredictionView => ({
  system,
  name: String(system),
  group,
  sql: null,
  source: '',
  execution: null,
  verdicts: [],
  explanation: null,
  cluster: null,
  trajectorySteps: null,
  label: EMPTY_LABEL,
});

test('the strip keeps groups together with the strong ones first', () => {
  const predictions = [prediction(1, 'open'), prediction(2, 'strong'), prediction(3, 'open'), prediction(4, 'strong')];
  expect(stripGroups(predictions).map((group) => group.group)).toEqual(['strong', 'open']);
  expect(stripOrder(predictions)).toEqual([2, 4, 1, 3]);
});

test('stepping through systems stays at the ends', () => {
  expect(neighbourSystem([2, 4, 1], 2, -1)).toBe(2);
  expect(neighbourSystem([2, 4, 1], 4, 1)).toBe(1);
  expect(neighbourSystem([2, 4, 1], null, 1)).toBe(2);
  expect(neighbourSystem([], null, 1)).toBeNull();
});

test('the next key is likely to lead on in the way one came', () => {
  const at = (instance: number, system: number) => ({ instance, system });
  const open = [entry(20, 'open', 'open', 'open'), entry(21, 'open'), entry(22, 'open')];
  expect(likelyNext(open, null, at(21, 1), [1])).toEqual(at(22, 1));
  expect(likelyNext(open, at(20, 1), at(21, 1), [1])).toEqual(at(22, 1));
  expect(likelyNext(open, at(22, 1), at(21, 1), [1])).toEqual(at(20, 1));
  expect(likelyNext(open, at(20, 1), at(20, 2), [1, 2, 3])).toEqual(at(20, 3));
  expect(likelyNext(open, at(20, 3), at(20, 2), [1, 2, 3])).toEqual(at(20, 1));
  // Where the strip of systems ends, the next instance comes.
  expect(likelyNext(open, at(20, 2), at(20, 3), [1, 2, 3])).toEqual(at(21, 1));
  expect(likelyNext(open, at(21, 1), at(22, 1), [1])).toBeNull();
});

test('after a finished item the next key is likely to lead to the next open one', () => {
  const finished = [entry(30, 'done', 'open'), entry(31, 'done'), entry(32, 'open')];
  expect(likelyNext(finished, { instance: 30, system: 1 }, { instance: 30, system: 2 }, [1, 2])).toEqual({
    instance: 32,
    system: 1,
  });
});
