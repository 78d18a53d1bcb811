import { Keys } from '../Kbd.tsx';
import { useAllCommands } from './useCommands.ts';

/** The key of a command as it is now, also while it cannot run; nothing where it has none. `all` shows its alternatives too. */
export function KeyHint({ command, all = false }: { command: string; all?: boolean }) {
  const found = useAllCommands().find(({ id }) => id === command);
  if (!found) return null;
  const shown = all ? found.keys : found.keys.slice(0, 1);
  return (
    <>
      {shown.map((keys) => (
        <Keys key={keys} keys={keys} />
      ))}
    </>
  );
}
