import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import type { MenuCommand } from '#shared/contract/desktop.ts';
import { menuTemplate } from './menu.ts';

const commands: MenuCommand[] = [
  { id: 'help.keys', label: 'All keys', menu: 'Help', accelerator: 'F1' },
  { id: 'file.open', label: 'Open…', menu: 'File', accelerator: 'CmdOrCtrl+O' },
  { id: 'label.next', label: 'Next', menu: 'Label', accelerator: 'J' },
  { id: 'label.mark', label: 'Mark', menu: 'Label', accelerator: 'Shift+J', checked: true, separatorBefore: true },
];

const itemsOf = (template: MenuItemConstructorOptions[], title: string) =>
  (template.find((menu) => menu.label === title)?.submenu ?? []) as MenuItemConstructorOptions[];

test('menus stand in the usual order, the own ones between View and Window, Help last', () => {
  const titles = menuTemplate(commands, 'linux', false, () => {}).map((menu) => menu.label);
  expect(titles).toEqual(['File', 'Edit', 'View', 'Label', 'Window', 'Help']);
});

test('choosing a command gives its id', () => {
  const chosen: string[] = [];
  const open = itemsOf(
    menuTemplate(commands, 'linux', false, (id) => chosen.push(id)),
    'File',
  )[0];
  (open!.click as () => void)();
  expect(chosen).toEqual(['file.open']);
});

test('a key without Ctrl, Alt or Cmd is shown but left to the page; a function key is bound', () => {
  const template = menuTemplate(commands, 'linux', false, () => {});
  const [next, line, mark] = itemsOf(template, 'Label');
  expect([next?.accelerator, next?.registerAccelerator]).toEqual(['J', false]);
  expect(line?.type).toBe('separator');
  expect([mark?.registerAccelerator, mark?.type, mark?.checked]).toEqual([false, 'checkbox', true]);
  expect(itemsOf(template, 'File')[0]?.registerAccelerator).toBe(true);
  expect(itemsOf(template, 'Help')[0]?.registerAccelerator).toBe(true);
});

test.each(['CmdOrCtrl+Z', 'CmdOrCtrl+Shift+Z', 'CmdOrCtrl+Y'])(
  '%s is left to the page, whose fields take it first',
  (accelerator) => {
    const undo: MenuCommand = { id: 'app.undo', label: 'Undo', menu: 'Edit', accelerator };
    const [item] = itemsOf(
      menuTemplate([undo], 'linux', false, () => {}),
      'Edit',
    );
    expect([item?.accelerator, item?.registerAccelerator]).toEqual([accelerator, false]);
  },
);

test('on macOS, which binds every key that a menu shows, single keys are left out', () => {
  const template = menuTemplate(commands, 'darwin', false, () => {});
  expect(template[0]?.role).toBe('appMenu');
  expect(itemsOf(template, 'Label')[0]).not.toHaveProperty('accelerator');
  expect(itemsOf(template, 'File')[0]?.accelerator).toBe('CmdOrCtrl+O');
});

test('reload and the developer tools are for developers only', () => {
  const roles = (developer: boolean) =>
    itemsOf(
      menuTemplate([], 'linux', developer, () => {}),
      'View',
    ).map((item) => item.role);
  expect(roles(true)).toContain('toggleDevTools');
  expect(roles(false)).not.toContain('toggleDevTools');
});
