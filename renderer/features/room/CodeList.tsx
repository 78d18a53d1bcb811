import './codes.css';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import type { Label } from '#shared/model/label.ts';
import { isMac, KeyHint, keyCaps, useKeyOf, usePendingKeys } from '../../ui/commands/index.ts';
import { Checkbox, classes, Icon, IconButton, Kbd } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';
import { codeRows, toggleCode, togglePrimary } from './label-commands.ts';
import type { Item } from './labels.ts';
import { type CodeGroup, codeGroups, hasTypes } from './logic/code-keys.ts';
import { isOffered, type ShownStratum, whyLimited } from './logic/offered.ts';
import { setView, useRoomView } from './view-state.ts';

/** The codes, one row each, with their definition at hand: by hover, by focus, or all at once by key. */
export function CodeList({
  codebook,
  stratum,
  label,
  item,
}: {
  codebook: Codebook;
  stratum: ShownStratum;
  label: Label;
  item: Item;
}) {
  const open = useRoomView((view) => view.definitionsOpen);
  const [hinted, setHinted] = useState<{ code: Code; top: number; right: number } | null>(null);
  const codes = codeRows(codebook, label.codes);
  const headed = hasTypes(codes);
  const keysOf = useCodeKeys();
  const groups = codeGroups(codes);
  const keysWidth = Math.max(headed ? 38 : 18, ...codes.map(({ code }) => widthOf(keysOf(code).set)));
  return (
    <div className="room-codes" onPointerLeave={() => setHinted(null)}>
      <div
        className={classes('room-codes-rows', (open || headed) && 'u-scroll', headed && 'room-codes-typed')}
        style={{ '--code-keys': `${keysWidth}px` } as CSSProperties}
      >
        {groups.map((group, at) => (
          <Group key={group.name} group={group} number={at + 1} headed={headed} carried={label.codes}>
            {group.codes.map((code) => (
              <CodeRow
                key={code.code}
                code={code}
                keys={keysOf(code.code)}
                label={label}
                item={item}
                stratum={stratum}
                open={open}
                onHint={(place) => setHinted(place && { code, ...place })}
              />
            ))}
          </Group>
        ))}
      </div>
      <div className="room-codes-foot">
        <button
          type="button"
          className="room-codes-what"
          aria-expanded={open}
          onClick={() => setView({ definitionsOpen: !open })}
        >
          {open ? 'Hide the definitions' : 'What the codes mean'} <KeyHint command="room.definitions" />
        </button>
      </div>
      {hinted &&
        !open &&
        createPortal(
          <div className="room-code-card" role="tooltip" style={{ top: hinted.top, right: hinted.right }}>
            <b>
              {hinted.code.code} {hinted.code.title}
            </b>
            <Definition code={hinted.code} />
          </div>,
          document.body,
        )}
    </div>
  );
}

/**
 * A type with its codes. It opens by its head, and while its digit waits for the second one; closed, it shows the codes
 * that are set. A plain list has no heads.
 */
function Group({
  group,
  number,
  headed,
  carried,
  children,
}: {
  group: CodeGroup;
  number: number;
  headed: boolean;
  carried: readonly string[];
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  const pending = usePendingKeys();
  if (!headed) return children;
  const open = opened || pending === String(number);
  const set = group.codes.filter(({ code }) => carried.includes(code));
  return (
    <section aria-label={group.name}>
      <button type="button" className="room-code-type" aria-expanded={open} onClick={() => setOpened(!opened)}>
        {number <= 9 ? <Kbd>{number}</Kbd> : <span />}
        <Icon name={open ? 'chevron-down' : 'arrow-right'} size={12} />
        <span className="u-ellipsis">{group.name === '' ? 'Without a type' : group.name}</span>
        <span className="room-code-set">
          {!open && set.map(({ code }) => <CodeBadge key={code} code={code} />)}
          <span className="u-text-3">{group.codes.length}</span>
        </span>
      </button>
      {open && children}
    </section>
  );
}

/** The caps of the key that sets a code, stroke by stroke, and in words the one that makes it primary; empty where none does. */
type CodeKeys = { readonly set: readonly (readonly string[])[]; readonly primary: string };

/** The keys of the codes as they are now. */
function useCodeKeys(): (code: string) => CodeKeys {
  const keyOf = useKeyOf();
  const capsOf = (id: string) => {
    const keys = keyOf(id);
    return keys === undefined ? [] : keyCaps(keys, isMac());
  };
  return (code) => ({ set: capsOf(`room.code.${code}`), primary: capsOf(`room.primary.${code}`).flat().join(' ') });
}

/** The room that caps take beside each other: a key that was changed may have several, and words on them. */
const widthOf = (strokes: CodeKeys['set']): number =>
  strokes
    .flatMap((caps, stroke) => caps.map((cap, at) => capWidth(cap) + (at > 0 ? 3 : stroke > 0 ? 5 : 0)))
    .reduce((width, each) => width + each, 0);
const capWidth = (cap: string): number => (/^\d$/.test(cap) ? 16 : cap.length === 1 ? 20 : 10 + 6 * cap.length);

function Definition({ code }: { code: Code }) {
  const why = whyLimited(code);
  return (
    <>
      <p>{code.definition}</p>
      {why !== null && <p className="room-code-why">{why}</p>}
      {code.examples.length > 0 && (
        <ul>
          {code.examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function CodeRow({
  code,
  keys,
  label,
  item,
  stratum,
  open,
  onHint,
}: {
  code: Code;
  keys: CodeKeys;
  label: Label;
  item: Item;
  stratum: ShownStratum;
  open: boolean;
  onHint: (place: { top: number; right: number } | null) => void;
}) {
  const on = label.codes.includes(code.code);
  const offered = isOffered(code, stratum);
  const primary = label.primary === code.code;
  const hint = (element: HTMLElement) => {
    const { top, left } = element.getBoundingClientRect();
    onHint({ top, right: window.innerWidth - left + 8 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches hover and focus of the controls inside
    <div
      className={classes('room-code', on && 'room-code-on', !offered && !on && 'room-code-off')}
      onPointerEnter={(event) => hint(event.currentTarget)}
      onFocus={(event) => hint(event.currentTarget)}
      onBlur={() => onHint(null)}
    >
      <div className="room-code-row">
        <span className="room-code-keys">
          {keys.set.map((caps, at) => (
            <span key={at} className="ui-keys">
              {caps.map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </span>
          ))}
        </span>
        <Checkbox
          label={`${code.code} ${code.title}`}
          hideLabel
          checked={on}
          disabled={!offered && !on}
          onChange={() => toggleCode(item, code, label.codes, stratum)}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the checkbox beside it does the same by keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox beside it does the same by keyboard */}
        <span className="room-code-name" onClick={() => (offered || on) && toggleCode(item, code, label.codes, stratum)}>
          <CodeBadge code={code.code} />
          <span className="u-ellipsis">{code.title}</span>
        </span>
        {on ? (
          <button
            type="button"
            className={classes('room-primary', primary && 'room-primary-on')}
            aria-pressed={primary}
            title={primary ? 'The primary code' : `Make ${code.code} primary${keys.primary === '' ? '' : ` (${keys.primary})`}`}
            onClick={() => togglePrimary(item, code, { label }, stratum)}
          >
            primary
          </button>
        ) : offered ? (
          <IconButton
            icon="info"
            label={`What ${code.code} means`}
            tabIndex={-1}
            onClick={() => setView({ definitionsOpen: true })}
          />
        ) : (
          <button
            type="button"
            className="room-code-limit"
            aria-label={`${code.code}: ${whyLimited(code)}`}
            onClick={() => setView({ definitionsOpen: true })}
          >
            {code.retired ? 'retired' : `${code.strata?.join(', ')} only`}
          </button>
        )}
      </div>
      {open && (
        <div className="room-code-definition">
          <Definition code={code} />
        </div>
      )}
    </div>
  );
}
