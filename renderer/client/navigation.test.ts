import { beforeEach, expect, test } from 'vitest';
import { currentPlace, go, readPlace, resetNavigation, useNavigation } from './navigation.ts';

beforeEach(resetNavigation);

const here = () => {
  const { screen, sampleId, instance, system, looking } = useNavigation.getState();
  return { screen, sampleId, instance, system, looking };
};

test('a place in the room is kept while other screens are looked at', () => {
  go('room', { sampleId: 3, instance: 7, system: 2 });
  go('overview');
  go('room');
  expect(here()).toEqual({ screen: 'room', sampleId: 3, instance: 7, system: 2, looking: false });
});

test('an instance that was only looked at is left for the place in the sample', () => {
  go('room', { sampleId: 3, instance: 7, system: 2 });
  go('overview');
  go('room', { instance: 9, system: null, looking: true });
  expect(here()).toEqual({ screen: 'room', sampleId: 3, instance: 9, system: null, looking: true });
  go('overview');
  go('room');
  expect(here()).toEqual({ screen: 'room', sampleId: 3, instance: null, system: null, looking: false });
});

test('the room asked for where an instance is looked at leads back as well, and moving on stays', () => {
  go('room', { instance: 9, system: null, looking: true });
  go('room');
  expect(here().instance).toBeNull();
  go('room', { instance: 9, system: null, looking: true });
  go('room', { instance: 9, system: 4 });
  go('report');
  expect(here()).toMatchObject({ instance: 9, system: 4, looking: false });
});

test('a place is read back as it was stored, and what is no place of this version is none', () => {
  go('room', { sampleId: 3, instance: 7, system: 2, list: { title: 'mismatches', instanceIds: ['a'] } });
  expect(readPlace(JSON.parse(JSON.stringify(currentPlace())))).toEqual(currentPlace());
  expect(readPlace({ screen: 'report', instance: 'x' })).toEqual({
    screen: 'report',
    sampleId: null,
    instance: null,
    system: null,
    looking: false,
  });
  expect([null, 'room', {}, { screen: 'nowhere' }, { screen: 'start' }].map(readPlace)).toEqual([null, null, null, null, null]);
});
