import { useSaving } from '../client/index.ts';
import { type Command, KeyHint, useCommandList, useKeyOf, usePendingKeys } from '../ui/commands/index.ts';
import { clock, Icon, Kbd, Keys, type Status, useShownStatus } from '../ui/index.ts';
import { endsOf } from './sheet-lines.ts';

const SHOWN_HINTS = 6;

/** The keys of the screen's own commands, where the screen names none. */
const hintsOf = (commands: readonly Command[]): Status['hints'] =>
  commands
    .filter(
      (command) => ['Codes', 'Move', 'Look'].includes(command.group) && command.keys.length > 0 && !command.id.startsWith('app.'),
    )
    .slice(0, SHOWN_HINTS)
    .map((command) => ({ keys: command.keys.slice(0, 1), label: command.title.toLowerCase() }));

/** The bar at the foot: keys that work here, facts of the screen, and the time of the last save on the disk. */
export function StatusBar() {
  const status = useShownStatus();
  const commands = useCommandList();
  const pending = usePendingKeys();
  // A key whose pane is not open does nothing: it is not named.
  const live = status.hints.filter(
    (hint) => hint.commands === undefined || hint.commands.some((id) => commands.some((command) => command.id === id)),
  );
  const hints = live.length > 0 ? live : hintsOf(commands);
  return (
    <footer className="app-status">
      {pending !== null && (
        <span className="app-hint" role="status">
          <Kbd>{pending.toUpperCase()}</Kbd> then …
        </span>
      )}
      {pending === null && hints.length > 0 && (
        <span className="app-hints">
          {hints.map((hint) => (
            <span key={hint.label} className="app-hint">
              {hint.keys?.map((keys) => (
                <Keys key={keys} keys={keys} />
              ))}
              {hint.range && hint.commands ? (
                <Row commands={hint.commands} />
              ) : (
                hint.commands?.map((id) => <KeyHint key={id} command={id} />)
              )}
              {hint.label}
            </span>
          ))}
        </span>
      )}
      <span className="app-hint">
        <KeyHint command="app.keys" /> all keys
      </span>
      <span className="app-status-end">
        {status.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <Saved />
      </span>
    </footer>
  );
}

/** The keys of commands in a row by their ends; where they are no row, that there are more than the first. */
function Row({ commands }: { commands: readonly string[] }) {
  const keyOf = useKeyOf();
  const keys = commands.flatMap((id) => keyOf(id) ?? []);
  const row = endsOf(keys);
  if (!row) {
    return (
      <>
        {keys[0] !== undefined && <Keys keys={keys[0]} />}
        {keys.length > 1 && '…'}
      </>
    );
  }
  return (
    <>
      <Keys keys={row.ends[0]} />–<Keys keys={row.ends[1]} />
      {row.pairs && <span className="ui-keys-then">then a digit</span>}
    </>
  );
}

function Saved() {
  const { state, savedAt, waiting } = useSaving();
  if (state === 'failed') {
    return (
      <span className="app-saved u-danger">
        <Icon name="warning" size={12} /> Not saved: {waiting.length}
      </span>
    );
  }
  if (savedAt === null) return null;
  return (
    <span className="app-saved u-ok" aria-busy={state === 'saving'}>
      <Icon name="check" size={12} /> Saved to disk {clock(savedAt)}
    </span>
  );
}
