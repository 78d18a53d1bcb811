import { expect, test } from 'vitest';
import type { Command } from '../../ui/commands/index.ts';
import { bindingsOf, collide, conflictsOf, inTheWay, type Listed, listedKeys, withOwn, withTaken } from './bindings.ts';

test('the same key and the start of a sequence are in the way, whatever the writing', () => {
  expect(collide('Shift+J', 'Shift+j')).toBe(true);
  expect(collide('j', 'Shift+J')).toBe(false);
  expect(collide('g', 'g l')).toBe(true);
  expect(collide('g l', 'g s')).toBe(false);
});

test('what works on different screens is not in the way', () => {
  const listed: Listed[] = [
    { id: 'room.next', title: 'Next instance', keys: ['j'] },
    { id: 'report.next', title: 'Next figure', keys: ['j'] },
    { id: 'app.palette', title: 'Find or run', keys: ['Mod+K'] },
  ];
  expect(conflictsOf(listed)).toEqual([]);
  const idsInTheWay = (keys: string, id: string) => inTheWay(keys, id, listed).map((each) => each.id);
  expect(idsInTheWay('j', 'room.skip')).toEqual(['room.next']);
  expect(idsInTheWay('j', 'overview.search')).toEqual([]);
  expect(idsInTheWay('Mod+K', 'report.next')).toEqual(['app.palette']);
  expect(idsInTheWay('j', 'room.next')).toEqual([]);
});

test('own keys lie over those of the preset, and go without a trace', () => {
  const choice = withOwn({ preset: 'left', own: {} }, 'room.next', ['ArrowRight']);
  expect(bindingsOf(choice).get('room.next')).toEqual(['ArrowRight']);
  expect(bindingsOf(withOwn(choice, 'room.next', null)).get('room.next')).toEqual(['d']);
  expect(bindingsOf({ preset: 'standard', own: { 'room.next': ['Hyper+J', 'k'] } }).get('room.next')).toEqual(['k']);
});

test('commands of other screens are listed with the keys that they will have', () => {
  const live: Command[] = [{ id: 'room.next', title: 'Next instance', group: 'Move', keys: ['x'], run: () => {} }];
  const listed = listedKeys(live, bindingsOf({ preset: 'standard', own: { 'report.next': ['n'] } }));
  expect(listed.filter(({ id }) => id === 'room.next')).toEqual(live);
  expect(listed.find(({ id }) => id === 'report.next')?.keys).toEqual(['n']);
  expect(listed.find(({ id }) => id === 'room.wrapped')?.keys).toEqual(['v w']);
});

test('a key that is the start of others is taken from all of them, and from nothing else', () => {
  const listed: Listed[] = [
    { id: 'room.wrapped', title: 'Wrap', keys: ['v w', 'F9'] },
    { id: 'room.beside', title: 'Beside', keys: ['v b'] },
    { id: 'room.next', title: 'Next', keys: ['j'] },
  ];
  const others = inTheWay('v', 'room.note', listed);
  expect(others.map(({ id }) => id)).toEqual(['room.wrapped', 'room.beside']);
  expect(withTaken({ preset: 'standard', own: {} }, 'room.note', 'v', others).own).toEqual({
    'room.wrapped': ['F9'],
    'room.beside': [],
    'room.note': ['v'],
  });
});

test('the digits of codes are in the way while no codebook is open, and its own codes once it is', () => {
  const idsFor = (live: Command[]) => {
    const listed = listedKeys(live, bindingsOf({ preset: 'standard', own: { 'room.code.C9': ['F7'] } }));
    return ['Digit4', 'F7'].flatMap((keys) => inTheWay(keys, 'app.blind', listed).map(({ id }) => id));
  };
  expect(idsFor([])).toEqual(['room.code', 'room.code.C9']);
  const code: Command = { id: 'room.code.C4', title: 'C4', group: 'Codes', keys: ['Digit4'], run: () => {} };
  expect(idsFor([code])).toEqual(['room.code.C4', 'room.code.C9']);
});
