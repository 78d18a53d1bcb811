import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Command, registry } from './registry.ts';
import { dropWaiting, holdCommands, textWaits, waits } from './waiting.ts';

const command = (id: string, run: () => void, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Codes',
  keys: [],
  run,
  ...more,
});
const ran: string[] = [];
const named = (id: string, more: Partial<Command> = {}) => command(id, () => ran.push(id), more);
const code = named('code', { waits: 'to act' });
const note = named('note', { waits: 'to type' });
const next = named('next');
const registered = registry.add([code, note, next]);
const settled = () => vi.runAllTimersAsync();

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dropWaiting();
  holdCommands(false);
  ran.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nothing waits while the screen shows the place asked for', () => {
  expect(waits(code)).toBe(false);
});

test('a command that acts on what is shown waits for the place, and moving does not', async () => {
  holdCommands(true);
  expect(waits(next)).toBe(false);
  expect(waits(code)).toBe(true);
  await settled();
  expect(ran).toEqual([]);
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['code']);
});

test('what follows a command that waits stays behind it', async () => {
  holdCommands(true);
  waits(code);
  expect(waits(next)).toBe(true);
  expect(waits(code)).toBe(true);
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['code', 'next', 'code']);
});

test('a command that moves on again keeps the rest waiting for the place after', async () => {
  const moving = registry.add([command('done', () => holdCommands(true), { waits: 'to act' })]);
  holdCommands(true);
  waits({ ...code, id: 'done' });
  waits(code);
  holdCommands(false);
  await settled();
  expect(ran).toEqual([]);
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['code']);
  moving.remove();
});

test('letters typed behind the key of a note become its text, and others are commands', async () => {
  vi.stubGlobal('document', { execCommand: (_: string, __: boolean, text: string) => ran.push(`typed ${text}`) });
  holdCommands(true);
  waits(code);
  expect(textWaits('2')).toBe(false);
  waits(note);
  expect(textWaits('2')).toBe(true);
  for (const key of ['y', 'Backspace', 'Enter', 'x']) expect(textWaits(key), key).toBe(true);
  expect(textWaits('Tab')).toBe(false);
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['code', 'note', 'typed 2\nx']);
});

test('Escape ends what is typed: the field is left, and letters behind it are commands', async () => {
  const activeElement = { blur: () => ran.push('left') };
  vi.stubGlobal('document', { activeElement, execCommand: (_: string, __: boolean, text: string) => ran.push(`typed ${text}`) });
  holdCommands(true);
  waits(note);
  expect(textWaits('x')).toBe(true);
  expect(textWaits('Escape')).toBe(true);
  expect(textWaits('1')).toBe(false);
  waits(code);
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['note', 'typed x', 'left', 'code']);
});

test('letters that waited are in the note before the next key can be pressed', async () => {
  vi.stubGlobal('document', { execCommand: (_: string, __: boolean, text: string) => ran.push(`typed ${text}`) });
  const opening = registry.add([command('open', () => void setTimeout(() => ran.push('a key')), { waits: 'to type' })]);
  holdCommands(true);
  waits({ ...note, id: 'open' });
  textWaits('o');
  textWaits('k');
  expect(dropWaiting()).toBe(3);
  waits({ ...note, id: 'open' });
  textWaits('o');
  textWaits('k');
  holdCommands(false);
  await settled();
  expect(ran).toEqual(['typed ok', 'a key']);
  opening.remove();
});

test('what waits is forgotten, and counted, where the place cannot be shown', async () => {
  holdCommands(true);
  waits(code);
  waits(code);
  expect(dropWaiting()).toBe(2);
  holdCommands(false);
  await settled();
  expect(ran).toEqual([]);
  registered.remove();
});
