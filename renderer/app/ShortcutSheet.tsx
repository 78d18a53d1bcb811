import { Fragment, useMemo, useState } from 'react';
import { useNavigation, useSettings } from '../client/index.ts';
import { type Command, type CommandGroup, useAllCommands } from '../ui/commands/index.ts';
import { Button, classes, Dialog, Field, Keys, ScrollRegion } from '../ui/index.ts';
import { useDialogs } from './dialogs.ts';
import { findCommands } from './find.ts';
import { bindingsOf, isThere } from './keys/bindings.ts';
import { KEY_PRESETS } from './keys/presets.ts';
import { SCREEN_KEYS, type ScreenKey } from './screen-keys.ts';
import { type SheetLine, together } from './sheet-lines.ts';

const COLUMNS: readonly (readonly CommandGroup[])[] = [['Codes'], ['Move', 'Look'], ['View', 'Go'], ['Everywhere', 'Project']];

/** Commands with the keys that they have: what was registered last has a key, the others lose it. */
function withOwnKeys(commands: readonly Command[]): Command[] {
  // One that is not enabled keeps no other from its key.
  const taken = new Set<string>();
  return [...commands]
    .reverse()
    .map((command) => {
      const keys = command.keys.filter((each) => !taken.has(each));
      if (command.enabled !== false) for (const each of keys) taken.add(each);
      return { ...command, keys };
    })
    .filter(({ keys }) => keys.length > 0)
    .reverse();
}

/** Every key: those that work now by group, then those of the other screens. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const open = useDialogs((dialogs) => dialogs.open);
  const commands = useAllCommands();
  const choice = useSettings((store) => store.settings?.keys);
  const screen = useNavigation((place) => place.screen);
  const own = useMemo(() => withOwnKeys(commands), [commands]);
  const found = useMemo(() => new Set(findCommands(search, own)), [search, own]);
  const ordered = own.filter((command) => found.has(command));
  // Whoever looks for one command sees it by itself.
  const arranged = (lines: readonly SheetLine[]) => (search.trim() === '' ? together(lines) : lines);
  // Keys of other screens, and of panes of this one that are not open now.
  const bindings = useMemo(() => bindingsOf(choice ?? { preset: 'standard', own: {} }), [choice]);
  const live = new Set(commands.map(({ id }) => id));
  const elsewhere = SCREEN_KEYS.map((each) => ({
    title: each.screen === screen ? `${each.title}: panes that are not open` : each.title,
    lines: arranged(
      each.keys
        .filter((key) => !isThere(key, live) && holdsWords(`${each.title} ${key.title}`, search))
        .map((key) => lineOfScreen(key, bindings.get(key.id) ?? key.keys))
        .filter(({ keys }) => keys.length > 0),
    ),
  })).filter(({ lines }) => lines.length > 0);
  return (
    <Dialog label="All keys" onClose={onClose} className="app-sheet">
      <div className="app-sheet-head">
        <h2 className="app-sheet-title">All keys</h2>
        <span className="u-text-2">single keys rest while you type</span>
        <span className="u-end u-row">
          <span className="u-text-2 u-nowrap">Layout {KEY_PRESETS[choice?.preset ?? 'standard'].title}</span>
          <Button kind="link" onClick={() => open('change keys')}>
            Change keys…
          </Button>
          <Field
            label="Find a command"
            placeholder="Find a command"
            icon="search"
            value={search}
            onChange={setSearch}
            className="app-sheet-find"
            data-autofocus=""
          />
          <Keys keys="Escape" />
        </span>
      </div>
      <ScrollRegion className="app-sheet-body">
        <div className="app-sheet-columns">
          {COLUMNS.filter((groups) => ordered.some((command) => groups.includes(command.group))).map((groups) => (
            <div key={groups.join()} className="app-sheet-column">
              {groups.map((group) => (
                <Group
                  key={group}
                  title={group}
                  lines={arranged(ordered.filter((command) => command.group === group).map(lineOf))}
                />
              ))}
              {groups.includes('Everywhere') && (
                <>
                  <h3 className="app-sheet-group">Digits on AZERTY</h3>
                  <p className="app-sheet-note">The row of digits works without Shift: keys are read by position.</p>
                </>
              )}
            </div>
          ))}
        </div>
        {elsewhere.length > 0 && (
          <>
            <h2 className="app-sheet-part">On other screens</h2>
            <div className="app-sheet-elsewhere">
              {elsewhere.map(({ title, lines }) => (
                <Group key={title} title={title} lines={lines} />
              ))}
            </div>
          </>
        )}
        {ordered.length + elsewhere.length === 0 && (
          <p className="app-palette-none">No command with a key is called “{search.trim()}”.</p>
        )}
      </ScrollRegion>
    </Dialog>
  );
}

/** A row of commands is told by its first key and its last. */
const lineOfScreen = ({ id, title, row }: ScreenKey, keys: readonly string[]): SheetLine =>
  row && keys.length > 1 ? { id, title, keys: [keys[0]!, keys.at(-1)!], off: false, rest: '–' } : { id, title, keys, off: false };

const lineOf = ({ id, title, keys, enabled }: Command): SheetLine => ({ id, title, keys, off: enabled === false });

const holdsWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

function Group({ title, lines }: { title: string; lines: readonly SheetLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="app-sheet-block">
      <h3 className="app-sheet-group">{title}</h3>
      <dl>
        {lines.map((line) => (
          <div
            key={line.id}
            className={classes('app-sheet-row', line.off && 'app-sheet-off')}
            title={line.off ? 'Not possible now' : undefined}
          >
            <dt>
              {line.keys.map((keys, at) => (
                <Fragment key={keys}>
                  {at > 0 && line.rest}
                  <Keys keys={keys} />
                </Fragment>
              ))}
              {line.keys.length === 1 && line.rest && <span className="ui-keys-then">{line.rest}</span>}
            </dt>
            <dd>
              {line.title}
              {line.off && <span className="u-hidden"> (not possible now)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
