import { useState } from 'react';
import { Field, Menu, NumberField } from '../../ui/index.ts';
import { CHOICES, FORMATS, inFormat, KINDS } from './formats.ts';
import { type Part, withGroup, withSystem } from './parts.ts';
import { editItem, readAs, rememberGroup } from './plan.ts';

const LONGEST_SYSTEM = 120;
const LONGEST_GROUP = 40;
const LONGEST_VERSION = 80;
const LAST_ROLLOUT = 9_999;
const OTHER = 'other';

/** The format that a part is read as, to be chosen by hand. */
export function FormatMenu({ part, disabled }: { part: Part; disabled: boolean }) {
  const { item } = part;
  const idOf = ({ kind, format }: { kind: string; format: string }) => `${kind}/${format}`;
  return (
    <Menu
      label="Read as"
      value={idOf(item)}
      disabled={disabled}
      align="end"
      options={CHOICES.map((choice) => ({
        value: idOf(choice),
        label: `${KINDS[choice.kind].title}: ${FORMATS[choice.format]}`,
      }))}
      onChange={(value) => {
        const choice = CHOICES.find((each) => idOf(each) === value);
        if (choice) void readAs(part.id, inFormat(item, choice));
      }}
    />
  );
}

/** What the files of a part cannot say: whose they are, which rollout, and which version of another evaluator. */
export function PartSettings({ part, disabled }: { part: Part; disabled: boolean }) {
  const { item } = part;
  if (item.kind === 'benchmark') return null;
  return (
    <div className="import-settings">
      <Field
        label="System"
        showLabel
        value={item.system}
        disabled={disabled}
        invalid={item.system.trim() === ''}
        maxLength={LONGEST_SYSTEM}
        onChange={(system) => editItem(part.id, (old) => withSystem(old, system))}
        className="import-system"
      />
      {(item.kind === 'predictions' || item.kind === 'trajectories') && (
        <>
          <GroupOf part={part} group={item.group ?? ''} disabled={disabled} />
          <span className="u-row" title="Added to the rollout that a record states; what states none is this rollout">
            <span className="u-text-2">Rollout</span>
            <NumberField
              label="Rollout"
              value={item.rollout ?? 0}
              max={LAST_ROLLOUT}
              width="64px"
              disabled={disabled}
              onChange={(rollout) =>
                editItem(part.id, (old) =>
                  old.kind === 'predictions' || old.kind === 'trajectories' ? { ...old, rollout } : old,
                )
              }
            />
          </span>
        </>
      )}
      {item.kind === 'predictions' && (
        <Menu
          label="A second record of an instance is"
          value={item.repeats ?? 'reject'}
          disabled={disabled}
          options={[
            { value: 'reject', label: 'rejected' },
            { value: 'rollouts', label: 'the next rollout' },
          ]}
          onChange={(repeats) => editItem(part.id, (old) => (old.kind === 'predictions' ? { ...old, repeats } : old))}
        />
      )}
      {item.kind === 'outcomes' && (
        <Field
          label="Evaluator’s version"
          showLabel
          value={item.version ?? ''}
          placeholder="unknown"
          disabled={disabled}
          maxLength={LONGEST_VERSION}
          onChange={(version) =>
            editItem(part.id, (old) => {
              if (old.kind !== 'outcomes') return old;
              const { version: _old, ...rest } = old;
              return version.trim() === '' ? rest : { ...rest, version };
            })
          }
          className="import-system"
        />
      )}
    </div>
  );
}

/** The group of a part's system. Trajectories may leave it to what the project knows of the system. */
function GroupOf({ part, group, disabled }: { part: Part; group: string; disabled: boolean }) {
  const [own, setOwn] = useState(group !== '' && group !== 'strong' && group !== 'open');
  const known = part.item.kind === 'trajectories' ? [{ value: '', label: 'as known', hint: 'open where it is new' }] : [];
  return (
    <>
      <Menu
        label="Group"
        value={own ? OTHER : group}
        disabled={disabled}
        options={[
          ...known,
          { value: 'strong', label: 'strong', hint: 'defines the strata' },
          { value: 'open', label: 'open', hint: 'counted in S3' },
          { value: OTHER, label: 'another…' },
        ]}
        onChange={(next) => {
          setOwn(next === OTHER);
          if (next === OTHER) return;
          if (part.item.kind === 'predictions') rememberGroup(next);
          editItem(part.id, (old) => withGroup(old, next));
        }}
      />
      {own && (
        <Field
          label="Name of the group"
          value={group}
          disabled={disabled}
          invalid={group.trim() === ''}
          maxLength={LONGEST_GROUP}
          onChange={(next) => editItem(part.id, (old) => withGroup(old, next))}
          className="import-group"
        />
      )}
    </>
  );
}
