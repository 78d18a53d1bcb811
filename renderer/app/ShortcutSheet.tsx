import { useMemo, useState } from 'react';
import { type Command, type CommandGroup, useCommandList } from '../ui/commands/index.ts';
import { Dialog, Field, Keys } from '../ui/index.ts';
import { findCommands } from './find.ts';

const COLUMNS: readonly (readonly CommandGroup[])[] = [['Codes'], ['Move', 'Look'], ['View', 'Go'], ['Everywhere', 'Project']];

/** Every key that works now, by group. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const commands = useCommandList();
  const found = useMemo(
    () =>
      findCommands(
        search,
        commands.filter((command) => command.keys.length > 0),
      ),
    [search, commands],
  );
  const ordered = commands.filter((command) => found.includes(command));
  return (
    <Dialog label="All keys" onClose={onClose} className="app-sheet">
      <div className="app-sheet-head">
        <h2 className="app-sheet-title">All keys</h2>
        <span className="u-text-2">single keys rest while you type</span>
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
          <Keys keys="Escape" />
        </span>
      </div>
      <div className="app-sheet-columns u-scroll" tabIndex={-1}>
        {COLUMNS.filter((groups) => ordered.some((command) => groups.includes(command.group))).map((groups) => (
          <div key={groups.join()} className="app-sheet-column">
            {groups.map((group) => (
              <Group key={group} title={group} commands={ordered.filter((command) => command.group === group)} />
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
      {ordered.length === 0 && <p className="app-palette-none">No command with a key is called “{search.trim()}”.</p>}
    </Dialog>
  );
}

function Group({ title, commands }: { title: CommandGroup; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <>
      <h3 className="app-sheet-group">{title}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className="app-sheet-row">
            <dt>
              {command.keys.map((keys) => (
                <Keys key={keys} keys={keys} />
              ))}
            </dt>
            <dd className="u-ellipsis" title={command.title}>
              {command.title}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
