import './keys.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { KEY_PRESET_NAMES, type KeyPreset } from '#shared/contract/desktop.ts';
import { failureOf, failureText, useSettings } from '../../client/index.ts';
import { setKeys } from '../../client/settings.ts';
import { isMac, keysInWords, keyText, useAllCommands } from '../../ui/commands/index.ts';
import { Button, classes, Dialog, Field, Keys, Menu } from '../../ui/index.ts';
import { bindingsOf, conflictsOf, inTheWay, type Listed, listedKeys, withOwn } from './bindings.ts';
import { KEY_PRESETS } from './presets.ts';

const PRESET_OPTIONS = KEY_PRESET_NAMES.map((name) => ({ value: name, label: KEY_PRESETS[name].title }));
const STANDARD = { preset: 'standard', own: {} } as const;

/** The keys of this machine: a layout, and for each command other keys, held against all the others. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const choice = useSettings((store) => store.settings?.keys ?? STANDARD);
  const live = useAllCommands();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const listed = useMemo(() => listedKeys(live, bindingsOf(choice)), [live, choice]);
  const conflicts = useMemo(() => conflictsOf(listed), [listed]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = listed.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const save = (next: typeof choice) =>
    void setKeys(next).then(
      () => setFailure(null),
      (thrown: unknown) => setFailure(failureText(failureOf(thrown))),
    );
  const setOwn = (id: string, keys: readonly string[] | null, taken: Listed | null, from: string) => {
    const without =
      taken &&
      withOwn(
        choice,
        taken.id,
        taken.keys.filter((each) => each !== from),
      );
    save(withOwn(without ?? choice, id, keys));
  };
  return (
    <Dialog label="Change keys" onClose={onClose} className="app-keys">
      <div className="app-sheet-head">
        <h2 className="app-sheet-title">Change keys</h2>
        <Menu
          label="Layout"
          options={PRESET_OPTIONS}
          value={choice.preset}
          onChange={(preset: KeyPreset) => save({ ...choice, preset })}
        />
        <span className="u-end u-row">
          <Field
            label="Find a command"
            placeholder="Find a command"
            icon="search"
            value={search}
            onChange={setSearch}
            className="app-sheet-find"
            data-autofocus=""
          />
        </span>
      </div>
      <p className="app-keys-note">{KEY_PRESETS[choice.preset].note} Kept on this machine, for every project.</p>
      <ul className="app-keys-list u-scroll" tabIndex={-1}>
        {found.map((command) => (
          <li key={command.id}>
            <span className="u-ellipsis">{command.title}</span>
            {edited === command.id ? (
              <Capture
                command={command}
                listed={listed}
                onSet={(keys, taken, from) => {
                  setOwn(command.id, keys, taken, from);
                  setEdited(null);
                }}
                onCancel={() => setEdited(null)}
              />
            ) : (
              <>
                <span className="app-keys-caps">
                  {command.keys.map((keys) => (
                    <Keys key={keys} keys={keys} />
                  ))}
                  {command.keys.length === 0 && <span className="u-text-3">no key</span>}
                </span>
                <span className="app-keys-own">
                  {command.id in choice.own && (
                    <Button kind="link" size="small" onClick={() => setOwn(command.id, null, null, '')}>
                      As before
                    </Button>
                  )}
                  <Button size="small" aria-label={`Change the key of ${command.title}`} onClick={() => setEdited(command.id)}>
                    Change…
                  </Button>
                </span>
              </>
            )}
          </li>
        ))}
        {found.length === 0 && <li>No command is called “{search.trim()}”.</li>}
      </ul>
      <div className="ui-dialog-actions">
        <span className={classes('app-keys-said', conflicts.length > 0 && 'u-warn')} role="status">
          {failure ??
            (conflicts.length === 0
              ? 'No conflicts.'
              : `Conflicts: ${conflicts.map(({ keys, commands: [a, b] }) => `${keysInWords(keys, isMac())} is wanted by “${a.title}” and “${b.title}”`).join('; ')}.`)}
        </span>
        {Object.keys(choice.own).length > 0 && (
          <Button onClick={() => save({ ...choice, own: {} })}>Forget all changes of my own</Button>
        )}
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Hears one key, or two in a row, and says what is in its way. */
function Capture({
  command,
  listed,
  onSet,
  onCancel,
}: {
  command: Listed;
  listed: readonly Listed[];
  onSet: (keys: readonly string[], taken: Listed | null, from: string) => void;
  onCancel: () => void;
}) {
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const text = strokes.join(' ');
  const other = text === '' ? null : inTheWay(text, command.id, listed);
  const theirs = other?.keys.find((keys) => inTheWay(text, command.id, [{ ...other, keys: [keys] }]) !== null) ?? '';
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    if (event.key === 'Backspace') return setStrokes(strokes.slice(0, -1));
    const stroke = keyText(event.nativeEvent, isMac());
    if (stroke !== null) setStrokes(strokes.length === 2 ? [stroke] : [...strokes, stroke]);
  };
  return (
    <span className="app-keys-capture">
      <button
        type="button"
        className="app-keys-field"
        aria-label={`New key of ${command.title}: ${text === '' ? 'press it' : keysInWords(text, isMac())}`}
        ref={(element) => element?.focus()}
        onKeyDown={hear}
      >
        {text === '' ? <span className="u-text-3">press a key, or two in a row</span> : <Keys keys={text} />}
      </button>
      {other && (
        <span className="u-warn u-small" role="status">
          {keysInWords(theirs, isMac())} is the key of “{other.title}”
        </span>
      )}
      {other === null ? (
        <Button size="small" kind="primary" disabled={text === ''} onClick={() => onSet([text], null, '')}>
          Set
        </Button>
      ) : (
        <Button size="small" onClick={() => onSet([text], other, theirs)}>
          Take it from there
        </Button>
      )}
      <Button size="small" onClick={() => onSet([], null, '')}>
        No key
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}
