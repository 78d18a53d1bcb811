import './trajectory.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Step } from '#shared/model/trajectory.ts';
import { SqlText } from '../../editor/index.ts';
import { Button, classes, count, Icon, IconButton, type IconName, Message } from '../../ui/index.ts';
import { type Hit, type SearchedField, splitByQuery } from './logic/trajectory.ts';

/** How a step ended: icon, colour and word. */
export const OUTCOME: Record<Step['outcome'], { icon: IconName; className: string; word: string }> = {
  ok: { icon: 'check', className: 'u-ok', word: 'ok' },
  error: { icon: 'close', className: 'u-danger', word: 'error' },
  unknown: { icon: 'more', className: 'u-text-3', word: 'no outcome in the log' },
};

/** Longer texts are cut, with the rest a click away. */
const SHOWN_TEXT = 40_000;

/** One step whole: thought, call and what came back, as text. */
export function StepDetail({
  step,
  number,
  total,
  query,
  hit,
  onPrevious,
  onNext,
}: {
  step: Step;
  number: number;
  total: number;
  query: string;
  hit: Hit | null;
  onPrevious: () => void;
  onNext: () => void;
}) {
  const body = useRef<HTMLDivElement>(null);
  const outcome = OUTCOME[step.outcome];
  useEffect(() => {
    const mark = body.current?.querySelector('.room-hit-on');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else if (body.current) body.current.scrollTop = 0;
  }, [number, hit]);
  const hitIn = (field: SearchedField, part: number) => (hit?.field === field && hit.part === part ? hit.start : null);
  return (
    <div className="room-step-detail">
      <div className="room-step-head">
        <h2>Step {number}</h2>
        <span className="u-text-2 u-ellipsis">{step.tool ?? (step.sql === null ? 'thought' : 'SQL')}</span>
        <span className={classes('room-step-outcome', outcome.className)}>
          <Icon name={outcome.icon} size={12} />
          {outcome.word}
        </span>
        <span className="room-results-right">
          <span>of {count(total)}</span>
          <IconButton icon="chevron-up" label="Previous step" disabled={number === 1} onClick={onPrevious} />
          <IconButton icon="chevron-down" label="Next step" disabled={number === total} onClick={onNext} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <div ref={body} className="room-step-body u-scroll" tabIndex={0} key={number}>
        {step.thought !== null && (
          <Block icon="note" title="Thought">
            <div className="room-step-say">
              <Marked text={step.thought} query={query} current={hitIn('thought', 0)} />
            </div>
          </Block>
        )}
        {step.call.map((argument, part) => (
          <Block
            key={part}
            icon={step.sql === argument.text ? 'lines' : 'terminal'}
            title={part === 0 ? 'Call' : ''}
            note={argument.name}
          >
            {step.sql !== null && argument.text === step.sql && query.trim() === '' ? (
              <div className="room-step-box">
                <SqlText text={argument.text} />
              </div>
            ) : (
              <pre className="room-step-box">
                <Marked text={argument.text} query={query} current={hitIn('call', part)} />
              </pre>
            )}
          </Block>
        ))}
        {step.sql !== null && !step.call.some((argument) => argument.text === step.sql) && (
          <Block icon="lines" title="SQL in the call">
            <div className="room-step-box">
              <SqlText text={step.sql} />
            </div>
          </Block>
        )}
        {step.observation !== null && (
          <Block icon="grid" title="Result" note="as the agent saw it">
            <pre className="room-step-box">
              <Marked text={step.observation} query={query} current={hitIn('observation', 0)} />
            </pre>
          </Block>
        )}
        {step.thought === null && step.call.length === 0 && step.observation === null && (
          <Message icon="more" title="This step is empty in the log" />
        )}
      </div>
    </div>
  );
}

function Block({ icon, title, note, children }: { icon: IconName; title: string; note?: string; children: ReactNode }) {
  return (
    <section className="room-step-block">
      <h3>
        {title !== '' && <Icon name={icon} size={12} />}
        {title} {note && <span className="u-text-3">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

/** A text with its hits marked; very long ones are cut until asked for. */
function Marked({ text, query, current }: { text: string; query: string; current: number | null }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN_TEXT && (current === null || current < SHOWN_TEXT);
  const parts = splitByQuery(cut ? text.slice(0, SHOWN_TEXT) : text, query);
  return (
    <>
      {parts.map((part) =>
        part.hit ? (
          <mark key={part.start} className={classes('room-hit', part.start === current && 'room-hit-on')}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
      {cut && (
        <Button kind="link" onClick={() => setWhole(true)}>
          … {count(text.length - SHOWN_TEXT)} more characters
        </Button>
      )}
    </>
  );
}
