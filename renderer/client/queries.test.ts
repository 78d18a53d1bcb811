import { expect, test } from 'vitest';
import { ASSAY, TOPICS } from '#shared/contract/contract.ts';
import { assayData, forgetHidden, queryClient, STALE, staleMethods } from './queries.ts';

test('every topic names only methods that exist', () => {
  for (const topic of TOPICS) {
    for (const method of STALE[topic]) expect(ASSAY.methods, topic).toHaveProperty([method]);
  }
});

test('every topic makes the summary stale, because the bar shows its counts', () => {
  for (const topic of TOPICS) expect(STALE[topic], topic).toContain('project.summary');
});

test('a label edit does not ask for the instance again', () => {
  expect(staleMethods(['labels'])).not.toContain('room.instance');
});

test('what the room filters by and looks up in the databases is asked for again when it may have changed', () => {
  expect(staleMethods(['import'])).toEqual(expect.arrayContaining(['room.facets', 'peek.rows', 'peek.values']));
  expect(staleMethods(['verdicts'])).toContain('room.facets');
});

test('several topics name a method once', () => {
  const methods = staleMethods(['import', 'execution', 'verdicts']);
  expect(new Set(methods).size).toBe(methods.length);
});

test('what was fetched ahead is forgotten once blind labelling hides it', () => {
  const params = { instance: 1, sample: 1 };
  queryClient.setQueryData(['room.instance', params], { instanceId: 'q1' });
  expect(assayData('room.instance', params)).toEqual({ instanceId: 'q1' });
  forgetHidden();
  expect(assayData('room.instance', params)).toBeUndefined();
});
