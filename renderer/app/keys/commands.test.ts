import { expect, test } from 'vitest';
import { KEY_PRESET_NAMES, type KeyPreset } from '#shared/contract/desktop.ts';
import { parseKeys } from '../../ui/commands/index.ts';
import type { KeyPress } from '../../ui/commands/keys.ts';
import { type Command, CommandRegistry } from '../../ui/commands/registry.ts';
import { SCREEN_KEYS } from '../screen-keys.ts';
import { STEPS } from '../steps.ts';
import { bindingsOf, conflictsOf, type Listed } from './bindings.ts';
import { KEY_PRESETS } from './presets.ts';

const SOURCES = Object.entries(
  import.meta.glob<string>(['../../{app,editor,features,ui}/**/*.{ts,tsx}', '!**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const COMMAND = /\bid: (['`])([^'`]+)\1,\s*title:([\s\S]{1,300}?)\bgroup(?:: '(\w+)')?,[\s\S]{0,200}?\bkeys: \[([^\]]*)\]/g;
const texts = (source: string) => [...source.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text!.replace('\\\\', '\\'));

/** Commands as the sources write them down; `${…}` stands in the ids of those that are made of a list. */
const written = SOURCES.flatMap(([file, text]) =>
  [...text.matchAll(COMMAND)].map(([, , id, title, , keys]) => ({ file, id: id!, titles: texts(title!), keys: texts(keys!) })),
);
const single = written.filter(({ id }) => !id.includes('$'));

/** Every command with a key, as the window knows it with a codebook of nine codes. */
const all: Listed[] = [
  ...new Map(
    [
      ...single.map(({ id, titles, keys }) => ({ id, title: titles[0] ?? id, keys })),
      ...STEPS.map(({ screen, title, keys }) => ({ id: `go.${screen}`, title, keys: [keys] })),
      ...SCREEN_KEYS.flatMap(({ keys }) => keys).flatMap((each): Listed[] =>
        each.row ? each.keys.map((key, at) => ({ id: `${each.id}.C${at + 1}`, title: each.title, keys: [key] })) : [each],
      ),
    ].map((each) => [each.id, each]),
  ).values(),
];
const boundTo = (preset: KeyPreset): Listed[] => {
  const bindings = bindingsOf({ preset, own: {} });
  return all.map((each) => ({ ...each, keys: bindings.get(each.id) ?? each.keys }));
};

test('every command is written down with id, title, group and keys, so that this test sees it', () => {
  // The sheet of keys shows them, and has none.
  const withKeys = SOURCES.filter(
    ([file]) => !/(presets|screen-keys|registry|sheet-lines)\.ts$|ShortcutSheet/.test(file),
  ).flatMap(([file, text]) =>
    // Not a hint of the status bar, whose keys come first.
    [...text.matchAll(/(?<!\{ )\bkeys: \[/g)].map(() => file),
  );
  expect(withKeys.length).toBeGreaterThan(100);
  expect(written.map(({ file }) => file).sort()).toEqual(withKeys.sort());
});

test('an id belongs to one command; a screen takes over only what every screen has', () => {
  const places = new Map<string, Set<string>>();
  for (const { id, file } of single) places.set(id, (places.get(id) ?? new Set()).add(file));
  const several = [...places].filter(([, files]) => files.size > 1).map(([id]) => id);
  expect(several.sort()).toEqual(['app.pane', 'app.pane.back', 'app.redo', 'app.undo']);
});

test.each(KEY_PRESET_NAMES)('no two commands of the %s keys want the same key in the same place', (preset) => {
  expect(all.length).toBeGreaterThan(130);
  const conflicts = conflictsOf(boundTo(preset));
  expect(conflicts.map(({ keys, commands }) => `${keys}: ${commands.map(({ id }) => id).join(', ')}`)).toEqual([]);
});

test('a preset names only commands that there are', () => {
  const known = new Set(all.map(({ id }) => id));
  for (const { keys } of Object.values(KEY_PRESETS)) expect(Object.keys(keys).filter((id) => !known.has(id))).toEqual([]);
});

/**
 * Keyboards, row by row from the digits: the characters of each key plain and with Shift. What needs AltGr is left out,
 * `·` stands for a dead key.
 */
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'\\", '<zxcvbnm,./'];
const CODES = [
  [...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal'],
  [...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight'],
  [...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backslash'],
  ['IntlBackslash', ...Array.from('ZXCVBNM', (letter) => `Key${letter}`), 'Comma', 'Period', 'Slash'],
];
const LAYOUTS: Record<string, { plain: string[]; shift: string[] }> = {
  us: { plain: ROWS, shift: ['!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"|', '>ZXCVBNM<>?'] },
  dvorak: {
    plain: ['1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-\\', '<;qjkxbmwvz'],
    shift: ['!@#$%^&*(){}', '"<>PYFGCRL?+', 'AOEUIDHTNS_|', '>:QJKXBMWVZ'],
  },
  german: {
    plain: ['1234567890ß·', 'qwertzuiopü+', 'asdfghjklöä#', '<yxcvbnm,.-'],
    shift: ['!"§$%&/()=?·', 'QWERTZUIOPÜ*', "ASDFGHJKLÖÄ'", '>YXCVBNM;:_'],
  },
  swiss: {
    plain: ["1234567890'·", 'qwertzuiopü·', 'asdfghjklöä$', '<yxcvbnm,.-'],
    shift: ['+"*ç%&/()=?·', 'QWERTZUIOPè!', 'ASDFGHJKLéà£', '>YXCVBNM;:_'],
  },
  spanish: {
    plain: ["1234567890'¡", 'qwertyuiop·+', 'asdfghjklñ·ç', '<zxcvbnm,.-'],
    shift: ['!"·$%&/()=?¿', 'QWERTYUIOP·*', 'ASDFGHJKLÑ·Ç', '>ZXCVBNM;:_'],
  },
  french: {
    plain: ['&é"\'(-è_çà)=', 'azertyuiop·$', 'qsdfghjklmù*', '<wxcvbn,;:!'],
    shift: ['1234567890°+', 'AZERTYUIOP·£', 'QSDFGHJKLM%µ', '>WXCVBN?./§'],
  },
  belgian: {
    plain: ['&é"\'(§è!çà)-', 'azertyuiop·$', 'qsdfghjklmùµ', '<wxcvbn,;:='],
    shift: ['1234567890°_', 'AZERTYUIOP·*', 'QSDFGHJKLM%£', '>WXCVBN?./+'],
  },
};
const MODIFIERS = [false, true].flatMap((ctrlKey) => [false, true].map((altKey) => ({ ctrlKey, altKey, metaKey: false })));
const NAMED = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'Delete', 'F1', 'F6', ' '].map((key) => ({ key, code: key }));
/** Every press that a keyboard can make. */
const pressesOf = ({ plain, shift }: { plain: string[]; shift: string[] }): KeyPress[] => {
  const keys = CODES.flatMap((row, at) =>
    row.flatMap((code, within) => [
      { key: plain[at]![within]!, code, shiftKey: false },
      { key: shift[at]![within]!, code, shiftKey: true },
    ]),
  )
    .map((each) => (each.key === '·' ? { ...each, key: 'Dead' } : each))
    .concat(NAMED.flatMap((each) => [false, true].map((shiftKey) => ({ ...each, shiftKey }))));
  return keys.flatMap((each) => MODIFIERS.map((modifiers) => ({ ...each, ...modifiers })));
};

/** Commands that no press of the keyboard starts, on their own screen. */
function outOfReach(preset: KeyPreset, layout: string): string[] {
  const presses = pressesOf(LAYOUTS[layout]!);
  const lost = new Set(all.filter(({ keys }) => keys.length > 0).map(({ id }) => id));
  const bindings = bindingsOf({ preset, own: {} });
  const others = new Set<string>(SCREEN_KEYS.map(({ screen }) => screen));
  for (const { screen } of SCREEN_KEYS) {
    const there = all.filter(({ id }) => id.startsWith(`${screen}.`) || !others.has(id.split('.')[0]!));
    const registry = new CommandRegistry();
    registry.add(there.map(({ id, title, keys }): Command => ({ id, title, group: 'Move', keys: [...keys], run: () => {} })));
    registry.bind(bindings);
    for (const first of presses) {
      registry.clearPending();
      const outcome = registry.press(first, 'page', false);
      if (outcome.kind === 'run') lost.delete(outcome.command.id);
      if (outcome.kind !== 'pending') continue;
      for (const second of presses) {
        registry.clearPending();
        registry.press(first, 'page', false);
        const next = registry.press(second, 'page', false);
        if (next.kind === 'run') lost.delete(next.command.id);
      }
    }
  }
  return [...lost];
}

test.each([
  ['standard', 'us'],
  ['standard', 'dvorak'],
  ['standard', 'german'],
  ['standard', 'swiss'],
  ['standard', 'spanish'],
  ['azerty', 'french'],
  ['azerty', 'belgian'],
  ['left', 'us'],
  ['left', 'german'],
  ['right', 'us'],
  ['right', 'german'],
] as const)('with the %s keys, every command can be reached on a %s keyboard', (preset, layout) => {
  expect(outOfReach(preset, layout)).toEqual([]);
});

test('keys that are shown come from the registry; only those that press a control by themselves are written out', () => {
  const OWN = new Set(['Escape', 'Enter', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '↑', '↓']);
  const shown = SOURCES.flatMap(([file, text]) => {
    const attributes = [...text.matchAll(/<\w+[^<>]*?\bkeys="([^"]*)"/g)].map(([, keys]) => keys!);
    const caps = [...text.matchAll(/<Kbd[^>]*>([^<{]*)<\/Kbd>/g)].map(([, cap]) => cap!);
    const hints = [...text.matchAll(/\{ keys: \[([^\]]*)\]/g)].flatMap(([, keys]) => texts(keys!));
    const items = [...text.matchAll(/\bkeys: '([^']*)'/g)].map(([, keys]) => keys!);
    const words = [
      ...text.matchAll(/^(?!\s*(?:\/\/|\*|\/\*)).*['"`>][^'"`<]*\b(?:Press|press|Ctrl|Cmd)\b (?:[A-Z0-9]\b|Enter)/gm),
    ].map(([line]) => line!);
    return [...attributes, ...caps, ...hints, ...items, ...words].map((keys) => ({ file, keys }));
  });
  expect(shown.length).toBeGreaterThan(10);
  const steps = new Set(STEPS.map(({ keys }) => keys));
  expect(shown.filter(({ keys }) => !OWN.has(keys) && !steps.has(keys))).toEqual([]);
});

test('every key text can be read', () => {
  for (const { id, keys } of all) for (const each of keys) expect(parseKeys(each).length, id).toBeLessThanOrEqual(2);
});

test('a keyboard that lacks a key is noticed: a French one has “-” on its 6, which is a code', () => {
  expect(outOfReach('standard', 'french')).toEqual(['room.previousCell']);
});
