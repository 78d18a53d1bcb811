import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { Overview, SystemRow } from '#shared/contract/overview.ts';
import { assay, type Failure, failureOf, failureText } from '../../client/index.ts';
import { KeyHint, useCommands } from '../../ui/commands/index.ts';
import {
  ActionMenu,
  Button,
  classes,
  count,
  counted,
  Dialog,
  DialogParts,
  ErrorText,
  Field,
  Icon,
  IconButton,
  Menu,
  percent,
} from '../../ui/index.ts';

const STRONG = 'strong';
const OPEN = 'open';
const DRAGGED = 'text/assay-system';

type GroupsProps = { overview: Overview; onRule: (rule: string) => void; versionOf: (rule: string) => string };

/** Which systems are strong: that group defines the strata. A system moves by dragging, by its menu, or by M. */
export function Groups({ overview, onRule, versionOf }: GroupsProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const [newGroupFor, setNewGroupFor] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { systems, strata } = overview;
  const groups = groupsOf(systems);
  const others = strata.otherSystems.length;

  // A system that moved is drawn anew in its other group: it keeps the focus that it had.
  const list = useRef<HTMLDivElement>(null);
  const group = systems.find(({ name }) => name === selected)?.group;
  useEffect(() => {
    void group;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }, [group]);

  const move = (system: string, to: string) => {
    setFailure(null);
    assay.call('systems.setGroup', { systems: [system], group: to }).catch((error: unknown) => setFailure(failureOf(error)));
  };
  const chosen = systems.find(({ name }) => name === selected);
  const target = chosen?.group === STRONG ? OPEN : STRONG;
  useCommands([
    {
      id: 'sample.move',
      title: chosen ? `Move ${chosen.name} to ${target}` : 'Move the chosen system',
      group: 'Look',
      keys: ['m'],
      enabled: chosen !== undefined,
      run: () => chosen && move(chosen.name, target),
    },
  ]);

  return (
    <aside className="ui-side smp-groups" data-pane aria-label="Groups of systems">
      <div className="smp-head">
        <h2 className="ui-pane-title">Groups of systems</h2>
        <span className="ui-pane-right">
          <IconButton
            icon="add"
            label={chosen ? `New group for ${chosen.name}` : 'New group: choose a system first'}
            disabled={!chosen}
            onClick={() => chosen && setNewGroupFor(chosen.name)}
          />
        </span>
      </div>
      <div ref={list} className="smp-groups-list u-scroll">
        {groups.map((group) => {
          const members = systems.filter((system) => system.group === group);
          return (
            <GroupBox
              key={group}
              name={group}
              onDrop={(system) => move(system, group)}
              note={noteOf(group, members.length, others)}
            >
              {members.length === 0 && <p className="smp-group-empty">Nobody. Without a strong system there are no strata.</p>}
              {members.map((system) => (
                <SystemLine
                  key={system.name}
                  system={system}
                  groups={groups}
                  selected={system.name === selected}
                  onSelect={() => setSelected(system.name)}
                  onMove={(to) => move(system.name, to)}
                  onNewGroup={() => setNewGroupFor(system.name)}
                />
              ))}
            </GroupBox>
          );
        })}
        <ErrorText text={failure && failureText(failure)} className="smp-note" />
        <p className="smp-note">
          Drag a system, or choose it and press <KeyHint command="sample.move" />, to move it. Changing a group changes the
          strata, never a drawn sample.
        </p>
      </div>
      <div className="smp-judged">
        <h3 className="u-medium">Judged by</h3>
        <dl>
          <dt>Rule</dt>
          <dd>
            <Menu
              label="Rule of the strata"
              hideLabel
              value={overview.rule}
              options={overview.rules.map((rule) => ({ value: rule, label: `${rule} ${versionOf(rule)}`.trim() }))}
              onChange={onRule}
              align="end"
            />
          </dd>
          <dt>Failed, timed out, missing</dt>
          <dd>counts as fail</dd>
          <dt>Gold failed or not judged</dt>
          <dd>left out, {count(strata.instances - strata.frame)}</dd>
        </dl>
      </div>
      {newGroupFor !== null && (
        <NewGroup
          system={newGroupFor}
          onClose={() => setNewGroupFor(null)}
          onName={(name) => {
            move(newGroupFor, name);
            setNewGroupFor(null);
          }}
        />
      )}
    </aside>
  );
}

/** Strong and open always, then what else there is. */
function groupsOf(systems: readonly SystemRow[]): string[] {
  const own = [...new Set(systems.map(({ group }) => group))].filter((group) => group !== STRONG && group !== OPEN);
  return [STRONG, OPEN, ...own.sort((a, b) => a.localeCompare(b, 'en'))];
}

function noteOf(group: string, size: number, others: number): string {
  if (group === STRONG) return `${counted(size, 'system')} define${size === 1 ? 's' : ''} the strata`;
  return size === 0 ? '' : `${size} of ${others} counted in S3`;
}

function GroupBox({
  name,
  note,
  onDrop,
  children,
}: {
  name: string;
  note: string;
  onDrop: (system: string) => void;
  children: React.ReactNode;
}) {
  const [over, setOver] = useState(false);
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its keyboard way in M and in each system's menu
    <div
      className={classes('smp-group', over && 'smp-group-over')}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        onDrop(event.dataTransfer.getData(DRAGGED));
      }}
    >
      <div className="smp-group-head">
        <span className="u-medium u-ellipsis" title={name}>
          {name}
        </span>
        <span className="u-text-2 u-small u-nowrap">{note}</span>
      </div>
      {children}
    </div>
  );
}

function SystemLine({
  system,
  groups,
  selected,
  onSelect,
  onMove,
  onNewGroup,
}: {
  system: SystemRow;
  groups: readonly string[];
  selected: boolean;
  onSelect: () => void;
  onMove: (group: string) => void;
  onNewGroup: () => void;
}) {
  const { accuracy } = system;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row only adds dragging to its button
    <div
      className={classes('smp-system', selected && 'smp-system-on')}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, system.name);
        event.dataTransfer.effectAllowed = 'move';
        onSelect();
      }}
    >
      <Icon name="grip" size={12} />
      <button
        type="button"
        className="smp-system-name u-ellipsis"
        aria-pressed={selected}
        title={system.name}
        onClick={onSelect}
        onFocus={onSelect}
      >
        {system.name}
      </button>
      <span className="u-text-2" title={`EX: ${count(accuracy.count)} of ${count(accuracy.n)}`}>
        {accuracy.n === 0 ? '–' : percent(accuracy.share)}
      </span>
      <ActionMenu
        label={`Move ${system.name}`}
        align="end"
        items={[
          ...groups
            .filter((group) => group !== system.group)
            .map((group) => ({ id: group, label: `Move to ${group}`, run: () => onMove(group) })),
          { id: 'new', label: 'Move to a new group…', divided: true, run: onNewGroup },
        ]}
      >
        {''}
      </ActionMenu>
    </div>
  );
}

function NewGroup({ system, onClose, onName }: { system: string; onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const valid = name.trim() !== '' && name.trim().length <= 40;
  return (
    <Dialog label="New group" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (valid) onName(name.trim());
        }}
      >
        <DialogParts
          title={`A new group for ${system}`}
          actions={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button kind="primary" disabled={!valid} onClick={() => onName(name.trim())}>
                Move
              </Button>
            </>
          }
        >
          <Field
            label="Name of the group"
            value={name}
            onChange={setName}
            maxLength={40}
            data-autofocus
            placeholder="e.g. agents"
          />
        </DialogParts>
      </form>
    </Dialog>
  );
}
