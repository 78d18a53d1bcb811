import { expect, test } from 'vitest';
import { menuSchema } from '#shared/contract/desktop.ts';
import { acceleratorOf, menuOf } from './menu.ts';

test('keys are written the way the desktop reads them', () => {
  expect(acceleratorOf('Mod+K')).toBe('CmdOrCtrl+K');
  expect(acceleratorOf('Mod+Shift+Z')).toBe('CmdOrCtrl+Shift+Z');
  expect(acceleratorOf('Digit1')).toBe('1');
  expect(acceleratorOf('F6')).toBe('F6');
  expect(acceleratorOf('ArrowDown')).toBe('Down');
});

test('a sequence has no accelerator', () => {
  expect(acceleratorOf('g l')).toBeUndefined();
});

test('a menu of commands fits the contract with the desktop', () => {
  const run = () => {};
  const menu = menuOf([
    { id: 'project.new', title: 'New project…', group: 'Project', keys: ['Mod+N'], run },
    { id: 'app.keys', title: 'All keys', group: 'Everywhere', keys: ['?'], run },
    { id: 'code.C1', title: 'C1', group: 'Codes', keys: ['Digit1'], run },
  ]);
  expect(menuSchema.parse(menu)).toHaveLength(3);
  expect(menu.map((item) => item.menu)).toEqual(['File', 'Help', 'Label']);
});
