import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Bindings, type Command, registry } from './registry.ts';

/** Registers commands while the component is mounted; a new array with the same commands costs nothing. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  const handle = useRef<ReturnType<typeof registry.add> | null>(null);
  useLayoutEffect(() => {
    latest.current = commands;
    handle.current?.update(commands);
  });
  useEffect(() => {
    const added = registry.add(latest.current);
    handle.current = added;
    return () => {
      handle.current = null;
      added.remove();
    };
  }, []);
}

const subscribe = (listener: () => void) => registry.subscribe(listener);

/** Every enabled command, for the palette and the sheet of keys. */
export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => registry.commands());
}

/** Every command that is there, those that are not enabled now among them: for the sheet of keys. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => registry.allCommands());
}

/** Tells the first key of a command as it is now, also while the command cannot run; undefined where it has none. */
export function useKeyOf(): (id: string) => string | undefined {
  const commands = useAllCommands();
  return (id) => commands.find((command) => command.id === id)?.keys[0];
}

/** Gives commands other keys than they came with, from now on. */
export const bindKeys = (bindings: Bindings): void => registry.bind(bindings);

/** The command with the id, or null. */
export function useCommand(id: string): Command | null {
  return useCommandList().find((command) => command.id === id) ?? null;
}

/** Runs a command by its id; false where it is not there. */
export const runCommand = (id: string): boolean => registry.run(id);

/** Calls the listener right before any command runs; the answer ends that. */
export const beforeCommands = (listener: () => void): (() => void) => registry.onRun(listener);
