import './keys.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { KEY_PRESET_NAMES, type KeyPreset } from '#shared/contract/desktop.ts';
import { failureOf, failureText, useSettings } from '../../client/index.ts';
import { setKeys } from '../../client/settings.ts';
import { isMac, isModifier, keysInWords, keyText, pressOf, useAllCommands } from '../../ui/commands/index.ts';
import { Button, classes, Dialog, Field, KeyList, Keys, Menu } from '../../ui/index.ts';
import { bindingsOf, collide, conflictsOf, inTheWay, type Listed, listedKeys, withOwn, withTaken } from './bindings.ts';
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
                onSet={(keys, taken) => {
                  save(keys === null ? withOwn(choice, command.id, []) : withTaken(choice, command.id, keys, taken));
                  setEdited(null);
                }}
                onCancel={() => setEdited(null)}
              />
            ) : (
              <>
                <span className="app-keys-caps">
                  <KeyList keys={command.keys} row={command.row} />
                  {command.keys.length === 0 && <span className="u-text-3">no key</span>}
                </span>
                <span className="app-keys-own">
                  {command.id in choice.own && (
                    <Button kind="link" size="small" onClick={() => save(withOwn(choice, command.id, null))}>
                      As before
                    </Button>
                  )}
                  {command.row ? (
                    <span className="u-text-3">each by itself in the room</span>
                  ) : (
                    <Button size="small" aria-label={`Change the key of ${command.title}`} onClick={() => setEdited(command.id)}>
                      Change…
                    </Button>
                  )}
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
  /** Null: no key at all. */
  onSet: (keys: string | null, taken: readonly Listed[]) => void;
  onCancel: () => void;
}) {
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const text = strokes.join(' ');
  const [refused, setRefused] = useState<string | null>(null);
  const others = text === '' ? [] : inTheWay(text, command.id, listed);
  // The digits of the codes are given away code by code, in the room.
  const row = others.find((each) => each.row);
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    if (event.key === 'Backspace') return setStrokes(strokes.slice(0, -1));
    // A key held down is one press.
    if (event.repeat || event.nativeEvent.isComposing) return;
    const stroke = keyText(pressOf(event.nativeEvent), isMac());
    setRefused(stroke === null && !isModifier(event) ? event.key : null);
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
      {(refused !== null || others.length > 0) && (
        <span className="u-warn u-small" role="status">
          {refused !== null ? `${refused} cannot be chosen` : whatIsInTheWay(text, others)}
        </span>
      )}
      {others.length === 0 ? (
        <Button size="small" kind="primary" disabled={text === ''} onClick={() => onSet(text, [])}>
          Set
        </Button>
      ) : (
        <Button size="small" disabled={row !== undefined} onClick={() => onSet(text, others)}>
          {others.length === 1 ? 'Take it from there' : `Take it from all ${others.length}`}
        </Button>
      )}
      <Button size="small" onClick={() => onSet(null, [])}>
        No key
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}

/** Who has the key, or keys that begin with it. */
function whatIsInTheWay(text: string, others: readonly Listed[]): string {
  const [first] = others;
  if (first === undefined) return '';
  if (first.row) return `In the room it is a key of “${first.title}”; choose another`;
  if (others.length > 1)
    return `${others.length} commands have it, or begin with it: ${others.map(({ title }) => `“${title}”`).join(', ')}`;
  const theirs = first.keys.find((keys) => collide(keys, text)) ?? text;
  return `${keysInWords(theirs, isMac())} is the key of “${first.title}”`;
}
