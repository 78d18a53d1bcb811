import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '#shared/contract/desktop.ts';

type Item = MenuItemConstructorOptions;

/** A key that may be bound to the menu: single keys belong to the page, where fields can take them. */
const hasModifier = (accelerator: string): boolean =>
  /(^|\+)(CmdOrCtrl|CommandOrControl|Cmd|Command|Ctrl|Control|Alt|Option|Meta|Super)\+/i.test(accelerator) ||
  /^(Shift\+)?F\d{1,2}$/i.test(accelerator);

/** Chords that edit text: a field that has nothing to take back must not hand them on to the menu. The page hears them itself. */
const editsText = (accelerator: string): boolean =>
  /^(CmdOrCtrl|CommandOrControl|Ctrl|Control)\+(Shift\+)?[ZYACVX]$/i.test(accelerator);

function commandItems(commands: readonly MenuCommand[], platform: NodeJS.Platform, choose: (id: string) => void): Item[] {
  return commands.flatMap((command): Item[] => {
    const bound =
      command.accelerator !== undefined &&
      hasModifier(command.accelerator) &&
      (platform === 'darwin' || !editsText(command.accelerator));
    // macOS binds whatever a menu shows, so there the single keys are left out.
    const shown = command.accelerator !== undefined && (bound || platform !== 'darwin');
    const item: Item = {
      id: command.id,
      label: command.label,
      enabled: command.enabled ?? true,
      click: () => choose(command.id),
      ...(command.checked === undefined ? {} : { type: 'checkbox', checked: command.checked }),
      ...(shown && command.accelerator !== undefined ? { accelerator: command.accelerator, registerAccelerator: bound } : {}),
    };
    return command.separatorBefore ? [{ type: 'separator' }, item] : [item];
  });
}

/** The entries that every app of the platform has, by menu. */
function standardItems(platform: NodeJS.Platform, developer: boolean): Record<string, Item[]> {
  const tools: Item[] = developer ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] : [];
  return {
    File: [{ role: platform === 'darwin' ? 'close' : 'quit' }],
    Edit: [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
    View: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...tools,
    ],
    Window: [{ role: 'minimize' }, { role: 'zoom' }],
  };
}

/**
 * The menu of a window: the page's commands, in their order, in the menus they name, with the platform's standard
 * entries after them. `developer` adds reload and the developer tools.
 */
export function menuTemplate(
  commands: readonly MenuCommand[],
  platform: NodeJS.Platform,
  developer: boolean,
  choose: (id: string) => void,
): Item[] {
  const standard = standardItems(platform, developer);
  const named = commands.map((command) => command.menu);
  const middle = named.filter((title) => !(title in standard) && title !== 'Help');
  const titles = [...new Set(['File', 'Edit', 'View', ...middle, 'Window', ...named])];
  const menus = titles.map((title): Item => {
    const items = commandItems(
      commands.filter((command) => command.menu === title),
      platform,
      choose,
    );
    const others = standard[title] ?? [];
    const line: Item[] = items.length > 0 && others.length > 0 ? [{ type: 'separator' }] : [];
    return { label: title, submenu: [...items, ...line, ...others], ...(title === 'Help' ? { role: 'help' as const } : {}) };
  });
  return platform === 'darwin' ? [{ role: 'appMenu' }, ...menus] : menus;
}
