import { expect, test, vi } from 'vitest';
import type { KeyPress } from './keys.ts';
import { type Command, CommandRegistry } from './registry.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const command = (id: string, keys: string[], more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Move',
  keys,
  run: () => {},
  ...more,
});
const ran = (registry: CommandRegistry, event: KeyPress, place: 'page' | 'field' | 'closed' = 'page') => {
  const outcome = registry.press(event, place, false);
  return outcome.kind === 'run' ? outcome.command.id : outcome.kind;
};

test('a press runs the command with its key', () => {
  const registry = new CommandRegistry();
  registry.add([command('next', ['j']), command('previous', ['k'])]);
  expect(ran(registry, press('k'))).toBe('previous');
  expect(ran(registry, press('x'))).toBe('none');
});

test('what was registered last wins a key, and gives it back when it goes', () => {
  const registry = new CommandRegistry();
  registry.add([command('screen', ['j'])]);
  const pane = registry.add([command('pane', ['j'])]);
  expect(ran(registry, press('j'))).toBe('pane');
  pane.remove();
  expect(ran(registry, press('j'))).toBe('screen');
});

test('a disabled command is deaf and leaves its key to the one below', () => {
  const registry = new CommandRegistry();
  registry.add([command('below', ['j'])]);
  registry.add([command('above', ['j'], { enabled: false })]);
  expect(ran(registry, press('j'))).toBe('below');
  expect(registry.commands().map((each) => each.id)).toEqual(['below']);
});

test('in a field only chords work, and not those that edit text', () => {
  const registry = new CommandRegistry();
  registry.add([command('next', ['j']), command('find', ['Mod+K']), command('undo', ['Mod+Z']), command('done', ['Enter'])]);
  expect(ran(registry, press('j'), 'field')).toBe('none');
  expect(ran(registry, press('Enter'), 'field')).toBe('none');
  expect(ran(registry, press('z', { ctrlKey: true }), 'field')).toBe('none');
  expect(ran(registry, press('k', { ctrlKey: true }), 'field')).toBe('find');
  expect(ran(registry, press('z', { ctrlKey: true }), 'page')).toBe('undo');
});

test('behind a dialog nothing works', () => {
  const registry = new CommandRegistry();
  registry.add([command('find', ['Mod+K'])]);
  expect(ran(registry, press('k', { ctrlKey: true }), 'closed')).toBe('none');
});

test('a sequence waits for its second key', () => {
  const registry = new CommandRegistry();
  registry.add([command('label', ['g l']), command('system', ['l'])]);
  expect(registry.press(press('g'), 'page', false)).toEqual({ kind: 'pending', keys: 'g' });
  expect(ran(registry, press('l'))).toBe('label');
  expect(ran(registry, press('l'))).toBe('system');
});

test('a wrong second key ends the sequence and does nothing else', () => {
  const registry = new CommandRegistry();
  registry.add([command('label', ['g l']), command('next', ['j'])]);
  ran(registry, press('g'));
  expect(ran(registry, press('j'))).toBe('none');
  expect(ran(registry, press('j'))).toBe('next');
});

test('a forgotten sequence leaves the second key to itself', () => {
  const registry = new CommandRegistry();
  registry.add([command('label', ['g l']), command('system', ['l'])]);
  ran(registry, press('g'));
  registry.clearPending();
  expect(ran(registry, press('l'))).toBe('system');
});

test('readers hear of what they can see, and run the newest function', () => {
  const registry = new CommandRegistry();
  const heard = vi.fn();
  registry.subscribe(heard);
  const calls: string[] = [];
  const added = registry.add([command('next', ['j'], { run: () => void calls.push('old') })]);
  expect(heard).toHaveBeenCalledTimes(1);
  const listed = registry.commands()[0]!;
  added.update([command('next', ['j'], { run: () => void calls.push('new') })]);
  expect(heard).toHaveBeenCalledTimes(1);
  listed.run();
  expect(calls).toEqual(['new']);
  added.update([command('next', ['j'], { title: 'Next instance' })]);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a command runs by its id, and not when it is disabled', () => {
  const registry = new CommandRegistry();
  const run = vi.fn();
  const added = registry.add([command('next', [], { run })]);
  expect(registry.run('next')).toBe(true);
  added.update([command('next', [], { run, enabled: false })]);
  expect(registry.run('next')).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

test('commands answer to the keys that they are given, and to their own again', () => {
  const registry = new CommandRegistry();
  registry.add([command('next', ['j']), command('previous', ['k'])]);
  registry.bind(
    new Map([
      ['next', ['x', 'g n']],
      ['previous', []],
    ]),
  );
  expect([ran(registry, press('x')), ran(registry, press('j')), ran(registry, press('k'))]).toEqual(['next', 'none', 'none']);
  expect(ran(registry, press('g'))).toBe('pending');
  expect(ran(registry, press('n'))).toBe('next');
  expect(registry.commands().map(({ keys }) => keys)).toEqual([['x', 'g n'], []]);
  registry.bind(new Map());
  expect(ran(registry, press('j'))).toBe('next');
});

test('all commands are listed with those that are not enabled; an enabled one of the same id goes before', () => {
  const registry = new CommandRegistry();
  registry.add([command('undo', ['u']), command('off', ['o'], { enabled: false })]);
  registry.add([command('undo', ['u'], { enabled: false, title: 'elsewhere' })]);
  expect(registry.commands().map(({ title }) => title)).toEqual(['undo']);
  expect(registry.allCommands().map(({ title, enabled }) => [title, enabled])).toEqual([
    ['undo', undefined],
    ['off', false],
  ]);
});

test('who asks hears of a command before it runs, and not of keys that run none', () => {
  const registry = new CommandRegistry();
  const heard: string[] = [];
  registry.add([command('next', ['j'], { run: () => void heard.push('ran') })]);
  const end = registry.onRun(() => void heard.push('before'));
  registry.press(press('k'), 'page', false);
  registry.run('next');
  end();
  registry.run('next');
  expect(heard).toEqual(['before', 'ran', 'ran']);
});

test('held down, a key goes on moving, and changes something only once', () => {
  const registry = new CommandRegistry();
  registry.add([
    command('next', ['j']),
    command('code', ['Digit1'], { group: 'Codes' }),
    command('sure', ['r Digit1'], { group: 'Codes' }),
    command('slow', ['m'], { repeats: false }),
  ]);
  const held = { repeat: true };
  expect([ran(registry, press('j')), ran(registry, press('j', held))]).toEqual(['next', 'next']);
  expect(ran(registry, press('m', held))).toBe('held');
  const one = press('1', { code: 'Digit1' });
  expect([ran(registry, one), ran(registry, { ...one, ...held })]).toEqual(['code', 'held']);
  // A sequence waits while its first key is held, and its last key held is not the start of another command.
  expect([ran(registry, press('r')), ran(registry, press('r', held)), ran(registry, one)]).toEqual([
    'pending',
    'pending',
    'sure',
  ]);
  expect(ran(registry, { ...one, ...held })).toBe('held');
});

test('a digit goes before the character on its key, whichever was registered last', () => {
  for (const order of [0, 1]) {
    const registry = new CommandRegistry();
    const commands = [command('code', ['Digit6']), command('cell', ['-'])];
    registry.add([commands[order]!]);
    registry.add([commands[1 - order]!]);
    expect(ran(registry, press('-', { code: 'Digit6' }))).toBe('code');
    expect(ran(registry, press('-', { code: 'Minus' }))).toBe('cell');
  }
});
