import { expect, test } from 'vitest';
import { type KeyPress, keyCaps, keyText, matchesStroke, parseKeys, pressOf } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const matches = (keys: string, event: KeyPress, mac = false) => matchesStroke(parseKeys(keys)[0]!, event, mac);

test('a letter matches without modifiers, whatever Caps Lock does', () => {
  expect(matches('j', press('j'))).toBe(true);
  expect(matches('j', press('J'))).toBe(true);
  expect(matches('j', press('J', { shiftKey: true }))).toBe(false);
  expect(matches('j', press('j', { ctrlKey: true }))).toBe(false);
  expect(matches('j', press('j', { altKey: true }))).toBe(false);
});

test('Shift is asked for where it is written', () => {
  expect(matches('Shift+J', press('J', { shiftKey: true }))).toBe(true);
  expect(matches('Shift+J', press('j'))).toBe(false);
});

test('Mod is Ctrl, and Cmd on a Mac; the other one is not', () => {
  expect(matches('Mod+K', press('k', { ctrlKey: true }))).toBe(true);
  expect(matches('Mod+K', press('k', { metaKey: true }))).toBe(false);
  expect(matches('Mod+K', press('k', { metaKey: true }), true)).toBe(true);
  expect(matches('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
});

test('digits are read by position: AZERTY needs no Shift for them, and the number pad counts', () => {
  expect(matches('Digit1', press('&', { code: 'Digit1' }))).toBe(true);
  expect(matches('Digit1', press('1', { code: 'Numpad1' }))).toBe(true);
  expect(matches('Shift+Digit1', press('!', { code: 'Digit1', shiftKey: true }))).toBe(true);
  expect(matches('Digit1', press('1', { code: 'Digit1', shiftKey: true }))).toBe(false);
});

test('a symbol matches with or without Shift, because layouts differ', () => {
  expect(matches('?', press('?', { shiftKey: true }))).toBe(true);
  expect(matches('/', press('/', { shiftKey: true }))).toBe(true);
});

test('a layout without Latin letters is read by position', () => {
  expect(matches('j', press('о', { code: 'KeyJ' }))).toBe(true);
  expect(matches('j', press('k', { code: 'KeyJ' }))).toBe(false);
});

test('sequences have one stroke a key', () => {
  expect(parseKeys('g l').map((stroke) => stroke.key)).toEqual(['g', 'l']);
});

test('named keys keep their names', () => {
  expect(matches('Enter', press('Enter'))).toBe(true);
  expect(matches('Space', press(' '))).toBe(true);
  expect(matches('ArrowDown', press('ArrowDown'))).toBe(true);
});

test('a modifier that does not exist is refused', () => {
  expect(() => parseKeys('Strg+K')).toThrow('Strg');
});

test('caps are shown the way of the system', () => {
  expect(keyCaps('Mod+Shift+Z', false)).toEqual([['Ctrl', '⇧', 'Z']]);
  expect(keyCaps('Mod+K', true)).toEqual([['⌘', 'K']]);
  expect(keyCaps('g l', false)).toEqual([['G'], ['L']]);
  expect(keyCaps('Digit1', false)).toEqual([['1']]);
  expect(keyCaps('Escape', false)).toEqual([['Esc']]);
});

test.each([
  [{ key: 'j' }, 'j'],
  [{ key: 'J', shiftKey: true }, 'Shift+J'],
  [{ key: '&', code: 'Digit1' }, 'Digit1'],
  [{ key: '1', code: 'Numpad1' }, 'Digit1'],
  [{ key: '!', code: 'Digit1', shiftKey: true }, 'Shift+Digit1'],
  [{ key: 'k', ctrlKey: true }, 'Mod+K'],
  [{ key: ' ' }, 'Space'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: 'Enter', shiftKey: true }, 'Shift+Enter'],
  [{ key: 'F2' }, 'F2'],
  [{ key: 'о', code: 'KeyJ' }, 'j'],
] as const)('a chosen press reads as a key text that answers to it', (given, text) => {
  const event = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...given };
  expect(keyText(event, false)).toBe(text);
  expect(matchesStroke(parseKeys(text)[0]!, event, false)).toBe(true);
});

test('a modifier, a dead key and Escape are no keys to choose', () => {
  const event = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  for (const key of ['Shift', 'Dead', 'Escape', 'Tab', 'AltGraph']) expect(keyText({ ...event, key }, false)).toBeNull();
});

const event = (key: string, code: string, more: Partial<KeyPress> = {}, locks: readonly string[] = []) => ({
  ...press(key, { code, ...more }),
  getModifierState: (name: string) => locks.includes(name),
});

test.each([
  ['on Linux', {}],
  ['on Windows', { ctrlKey: true, altKey: true }],
])('AltGr makes a character %s, never a digit by its position nor a chord', (_, modifiers) => {
  const hash = pressOf(event('#', 'Digit3', modifiers, ['AltGraph']));
  expect(matches('Digit3', hash)).toBe(false);
  expect(matches('#', hash)).toBe(true);
  expect(keyText(hash, false)).toBe('#');
});

test('the number pad sets digits with Num Lock, shifted ones with Shift, and moves without', () => {
  const end = event('End', 'Numpad1');
  expect(matches('Digit1', pressOf(end))).toBe(false);
  expect(matches('End', pressOf(end))).toBe(true);
  expect(matches('Digit1', pressOf(event('1', 'Numpad1', {}, ['NumLock'])))).toBe(true);
  // Shift turns Num Lock around; Windows does not even tell that it is down.
  for (const shiftKey of [true, false]) {
    const shifted = pressOf(event('End', 'Numpad1', { shiftKey }, ['NumLock']));
    expect(matches('Shift+Digit1', shifted)).toBe(true);
    expect(matches('Digit1', shifted)).toBe(false);
  }
});
