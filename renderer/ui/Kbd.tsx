import './kbd.css';
import type { ReactNode } from 'react';
import { isMac, keyCaps } from './commands/keys.ts';

/** One key cap. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="ui-kbd">{children}</kbd>;
}

/** The caps of a key text such as `Mod+Shift+Z` or `g l`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="ui-keys">
      {keyCaps(keys, isMac()).map((caps, index) => (
        <span key={index} className="ui-keys">
          {index > 0 && <span className="ui-keys-then">then</span>}
          {caps.map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** The alternatives of a command; of a row of commands the first and the last key. */
export function KeyList({ keys, row }: { keys: readonly string[]; row?: boolean | undefined }) {
  if (!row) return keys.map((each) => <Keys key={each} keys={each} />);
  const [first, last] = [keys[0], keys.at(-1)];
  return (
    <>
      {first && <Keys keys={first} />}–{last && <Keys keys={last} />}
    </>
  );
}
