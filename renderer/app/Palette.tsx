import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Stratum } from '#shared/model/stratum.ts';
import { go, useAssay, useNavigation, useProject } from '../client/index.ts';
import { newestData } from '../client/queries.ts';
import { StratumBadge } from '../features/marks/index.ts';
import { type Command, runCommand, useCommandList } from '../ui/commands/index.ts';
import { classes, count, Dialog, Icon, type IconName, isIconName, Kbd, Keys } from '../ui/index.ts';
import { around, type Findable, findCommands, findInstances, marked } from './find.ts';

const SHOWN = 8;

type Entry = { kind: 'command'; command: Command } | { kind: 'instance'; instance: Findable };

/** Find an instance or run a command. `>` at the start leaves the instances out. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const commands = useCommandList();
  const instances = useFindables();
  const onlyCommands = text.startsWith('>');
  const search = onlyCommands ? text.slice(1) : text;

  const foundCommands = useMemo(
    () =>
      findCommands(
        search,
        commands.filter(({ id, alias }) => id !== 'app.palette' && !alias),
      ),
    [search, commands],
  );
  const foundInstances = useMemo(() => (onlyCommands ? [] : findInstances(search, instances)), [onlyCommands, search, instances]);
  const shownCommands = foundCommands.slice(0, foundInstances.length > 0 ? SHOWN : 2 * SHOWN);
  const shownInstances = foundInstances.slice(0, SHOWN);
  const entries: Entry[] = [
    ...shownCommands.map((command): Entry => ({ kind: 'command', command })),
    ...shownInstances.map((instance): Entry => ({ kind: 'instance', instance })),
  ];
  const at = Math.min(chosen, entries.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const take = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    // After the dialog has given the focus back, so that a command may take it.
    window.setTimeout(() => (entry.kind === 'command' ? runCommand(entry.command.id) : openInstance(entry.instance)));
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen((at + by + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') take(entries[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog label="Find or run" onClose={onClose} position="top" className="app-palette">
      <div className="app-palette-head">
        <Icon name="search" />
        <input
          data-autofocus=""
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="app-palette-list"
          aria-activedescendant={entries.length > 0 ? `app-palette-${at}` : undefined}
          aria-label="Find or run"
          placeholder="Find an instance or run a command"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
        <span className="u-text-3 u-small u-nowrap">instances, commands</span>
        <Keys keys="Escape" />
      </div>
      <div ref={list} id="app-palette-list" role="listbox" aria-label="Found" className="app-palette-list u-scroll" tabIndex={-1}>
        {shownCommands.length > 0 && <GroupTitle title="Commands" shown={shownCommands.length} found={foundCommands.length} />}
        {shownCommands.map((command, index) => (
          <Option
            key={command.id}
            index={index}
            on={index === at}
            onTake={() => take({ kind: 'command', command })}
            onPoint={() => setChosen(index)}
          >
            <Icon name={command.icon && isIconName(command.icon) ? command.icon : ICON_OF_GROUP[command.group]} />
            <Marked text={command.title} search={search} />
            <span className="app-option-end">
              {command.hint && <span>{command.hint}</span>}
              {command.keys[0] && <Keys keys={command.keys[0]} />}
            </span>
          </Option>
        ))}
        {shownInstances.length > 0 && (
          <GroupTitle title="Instances" shown={shownInstances.length} found={foundInstances.length} />
        )}
        {shownInstances.map((instance, position) => {
          const index = shownCommands.length + position;
          return (
            <Option
              key={instance.instanceId}
              index={index}
              on={index === at}
              onTake={() => take({ kind: 'instance', instance })}
              onPoint={() => setChosen(index)}
            >
              <Icon name={instance.inSample ? 'lines' : 'grid'} />
              <span className="app-option-instance u-ellipsis">
                <code>
                  <Marked text={instance.instanceId} search={search} />
                </code>
                <Marked text={around(instance.instruction, search)} search={search} />
              </span>
              <span className="app-option-end">
                {instance.database}
                {instance.stratum && <StratumBadge stratum={instance.stratum as Stratum} />}
              </span>
            </Option>
          );
        })}
        {entries.length === 0 && <p className="app-palette-none">Nothing is called “{search.trim()}”.</p>}
      </div>
      <div className="app-palette-foot">
        <span className="app-hint">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> choose
        </span>
        <span className="app-hint">
          <Keys keys="Enter" /> open
        </span>
        <span className="u-end">&gt; commands only</span>
      </div>
    </Dialog>
  );
}

const ICON_OF_GROUP: Record<Command['group'], IconName> = {
  Codes: 'check',
  Move: 'apply',
  Look: 'visible',
  View: 'columns',
  Go: 'apply',
  Everywhere: 'target',
  Project: 'document',
};

function openInstance(found: Findable): void {
  go('room', { instance: found.instance, system: null, looking: !found.inSample });
}

/** What can be found: the instances of the sample in the room, then those of the whole benchmark. */
function useFindables(): Findable[] {
  const path = useProject((project) => project.path);
  const sampleId = useNavigation((place) => place.sampleId);
  const { data: summary } = useAssay('project.summary', null, { enabled: path !== null });
  const { data: instances } = useAssay('instances.list', null, { enabled: path !== null });
  const { data: blindness } = useAssay('blind.get', null, { enabled: path !== null });
  const sample = summary?.samples.find((each) => each.id === sampleId) ?? summary?.samples.at(-1);
  const { data: queue } = useAssay('room.queue', { sample: sample?.id ?? 0 }, { enabled: sample !== undefined });
  return useMemo(() => {
    const sampled = (queue ?? []).map((entry): Findable => ({ ...entry, inSample: true }));
    const known = new Set(sampled.map((entry) => entry.instance));
    // Whoever labels blind is not told a stratum that another screen has left behind.
    const matrix = blindness?.hides === false ? (newestData('overview.get')?.matrix ?? []) : [];
    const strata = new Map(matrix.map((row) => [row.instance, row.stratum]));
    const others = (instances ?? [])
      .filter((each) => !known.has(each.instance))
      .map((each): Findable => ({ ...each, stratum: strata.get(each.instance) ?? null, inSample: false }));
    return [...sampled, ...others];
  }, [queue, instances, blindness]);
}

function GroupTitle({ title, shown, found }: { title: string; shown: number; found: number }) {
  return (
    <div className="app-palette-group" role="presentation">
      {title} <span className="u-text-3">{shown < found ? `${count(shown)} of ${count(found)}` : count(found)}</span>
    </div>
  );
}

function Option({
  index,
  on,
  onTake,
  onPoint,
  children,
}: {
  index: number;
  on: boolean;
  onTake: () => void;
  onPoint: () => void;
  children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys; the focus stays there
    // biome-ignore lint/a11y/useFocusableInteractive: the field points at it with aria-activedescendant
    <div
      role="option"
      id={`app-palette-${index}`}
      aria-selected={on}
      className={classes('app-option', on && 'app-option-on')}
      onClick={onTake}
      onPointerMove={onPoint}
    >
      {children}
    </div>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  return (
    <span className="u-ellipsis" title={text}>
      {marked(text, search).map((part, index) =>
        part.hit ? <b key={index}>{part.text}</b> : <span key={index}>{part.text}</span>,
      )}
    </span>
  );
}
