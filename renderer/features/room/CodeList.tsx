import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import type { Label } from '#shared/model/label.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import { Checkbox, classes, IconButton, Kbd } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';
import { codeRows, toggleCode, togglePrimary } from './label-commands.ts';
import type { Item } from './labels.ts';
import { isOffered, whyLimited } from './logic/offered.ts';
import { setView, useRoomView } from './view-state.ts';

/** The codes, one row each, with their definition at hand: by hover, by focus, or all at once by key. */
export function CodeList({
  codebook,
  stratum,
  label,
  item,
}: {
  codebook: Codebook;
  stratum: Stratum | null;
  label: Label;
  item: Item;
}) {
  const open = useRoomView((view) => view.definitionsOpen);
  const [hinted, setHinted] = useState<{ code: Code; top: number; right: number } | null>(null);
  return (
    <div className="room-codes" onPointerLeave={() => setHinted(null)}>
      <div className={classes('room-codes-rows', open && 'u-scroll')}>
        {codeRows(codebook, label.codes).map((code, at) => (
          <CodeRow
            key={code.code}
            code={code}
            number={at + 1}
            label={label}
            item={item}
            stratum={stratum}
            open={open}
            onHint={(place) => setHinted(place && { code, ...place })}
          />
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
  number,
  label,
  item,
  stratum,
  open,
  onHint,
}: {
  code: Code;
  number: number;
  label: Label;
  item: Item;
  stratum: Stratum | null;
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
        {number <= 9 ? <Kbd>{number}</Kbd> : <span />}
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
            title={primary ? 'The primary code' : `Make ${code.code} primary (⇧${number})`}
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
