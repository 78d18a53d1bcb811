import { useEffect, useMemo } from 'react';
import type { MenuCommand } from '#shared/contract/desktop.ts';
import { desktop } from '../client/index.ts';
import { type Command, type CommandGroup, parseKeys, runCommand, useCommandList } from '../ui/commands/index.ts';
import { anyDialogOpen } from '../ui/dialogs.ts';

const MENU_OF: Record<CommandGroup, string> = {
  Project: 'File',
  Everywhere: 'Edit',
  View: 'View',
  Look: 'View',
  Go: 'Go',
  Move: 'Go',
  Codes: 'Label',
};

/** A key text as Electron words it; undefined for sequences, which a menu cannot show. */
export function acceleratorOf(keys: string): string | undefined {
  const strokes = parseKeys(keys);
  const stroke = strokes[0];
  if (strokes.length !== 1 || !stroke) return undefined;
  const key = stroke.code?.replace(/^(Digit|Numpad)/, '') ?? stroke.key ?? '';
  const name = key === ' ' ? 'Space' : key.startsWith('arrow') ? key.slice(5) : key;
  const shown = name.length === 1 ? name.toUpperCase() : name[0]!.toUpperCase() + name.slice(1);
  return [stroke.mod && 'CmdOrCtrl', stroke.alt && 'Alt', stroke.shift && 'Shift', shown === '+' ? 'Plus' : shown]
    .filter(Boolean)
    .join('+');
}

/** The application menu of a set of commands, in their order. */
export function menuOf(commands: readonly Command[]): MenuCommand[] {
  return commands
    .filter(({ alias }) => !alias)
    .map((command) => {
      const accelerator = command.keys[0] === undefined ? undefined : acceleratorOf(command.keys[0]);
      return {
        id: command.id,
        label: command.title,
        menu: command.id === 'app.keys' ? 'Help' : MENU_OF[command.group],
        ...(accelerator === undefined ? {} : { accelerator }),
      };
    });
}

/** Keeps the application menu in step with the commands, and runs what is chosen there. */
export function useMenu(): void {
  const commands = useCommandList();
  const menu = useMemo(() => JSON.stringify(menuOf(commands)), [commands]);
  useEffect(() => void desktop().setMenu(JSON.parse(menu) as MenuCommand[]), [menu]);
  useEffect(
    () =>
      desktop().onCommand((id) => {
        // A dialog has the floor: the page behind it must not move.
        if (!anyDialogOpen()) runCommand(id);
      }),
    [],
  );
}
