import { expect, test } from 'vitest';
import { KEY_PRESET_NAMES } from '#shared/contract/desktop.ts';
import type { Command } from '../../ui/commands/index.ts';
import { SCREEN_KEYS } from '../screen-keys.ts';
import { bindingsOf, collide, conflictsOf, inTheWay, type Listed, listedKeys, withOwn } from './bindings.ts';
import { KEY_PRESETS } from './presets.ts';

const SOURCES = import.meta.glob<string>(
  ['../*.ts', '../*.tsx', '../../features/room/*.{ts,tsx}', '../../features/overview/*.tsx'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
/** Keys that stand for a whole row of commands: codes, responsible parties, confidences, steps of the work. */
const ROWS: Listed[] = [
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].flatMap((digit) => [
    { id: `room.code.${digit}`, title: `code ${digit}`, keys: [`Digit${digit}`] },
    { id: `room.primary.${digit}`, title: `primary ${digit}`, keys: [`Shift+Digit${digit}`] },
  ]),
  ...Object.entries({ model: 'm', gold: 'g', question: 'q', document: 'd', evaluator: 'e', environment: 'v' }).map(
    ([party, key]) => ({ id: `room.responsible.${party}`, title: party, keys: [`r ${key}`] }),
  ),
  ...[1, 2, 3].map((at) => ({ id: `room.confidence.${at}`, title: `confidence ${at}`, keys: [`r Digit${at}`] })),
  ...['o', 's', 'l', 'r'].map((key) => ({ id: `go.${key}`, title: `go ${key}`, keys: [`g ${key}`] })),
];
/** Commands of every screen, from the sources. */
const everywhere: Listed[] = Object.values(SOURCES)
  .flatMap((text) => [...text.matchAll(/\bid: '((?:app|go|project|run|rule)\.[\w.]+)'[\s\S]{1,300}?\bkeys: \[([^\]]*)\]/g)])
  .map(([, id, keys]) => ({ id: id!, title: id!, keys: [...keys!.matchAll(/'([^']+)'/g)].map(([, key]) => key!) }));

const all = [
  ...new Map([...everywhere, ...ROWS, ...SCREEN_KEYS.flatMap(({ keys }) => keys)].map((each) => [each.id, each])).values(),
];

test.each(KEY_PRESET_NAMES)('no two commands of the %s keys want the same key in the same place', (preset) => {
  const bindings = bindingsOf({ preset, own: {} });
  const bound = all.map((each) => ({ ...each, keys: bindings.get(each.id) ?? each.keys }));
  expect(all.length).toBeGreaterThan(80);
  expect(conflictsOf(bound).map(({ keys, commands }) => `${keys}: ${commands.map(({ id }) => id).join(', ')}`)).toEqual([]);
});

test('a preset names only commands that there are', () => {
  const known = new Set(all.map(({ id }) => id));
  for (const { keys } of Object.values(KEY_PRESETS)) {
    expect(Object.keys(keys).filter((id) => !known.has(id))).toEqual([]);
  }
});

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
  expect(inTheWay('j', 'room.skip', listed)?.id).toBe('room.next');
  expect(inTheWay('j', 'overview.search', listed)).toBeNull();
  expect(inTheWay('Mod+K', 'report.next', listed)?.id).toBe('app.palette');
  expect(inTheWay('j', 'room.next', listed)).toBeNull();
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
