import './trajectory.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { splitByQuery } from '#shared/analysis/steps.ts';
import type { Hit, SearchedField, StepView } from '#shared/model/steps.ts';
import type { Step } from '#shared/model/trajectory.ts';
import { copyOut, failureOf, prefetchAssay, useAssay } from '../../client/index.ts';
import { LineDiff, lineDiff, SqlText } from '../../editor/index.ts';
import { KeyHint, runCommand, useCommand } from '../../ui/commands/index.ts';
import {
  Button,
  classes,
  count,
  Icon,
  IconButton,
  type IconName,
  Message,
  type Option,
  ScrollRegion,
  Segmented,
  Skeleton,
} from '../../ui/index.ts';
import type { Place } from './logic/moving.ts';
import { useStepEvidence } from './step-evidence.ts';

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
  at,
  number,
  total,
  query,
  hit,
  hitLength,
  gold,
  onPrevious,
  onNext,
  onStep,
}: {
  at: Place;
  /** From 1. */
  number: number;
  total: number;
  query: string;
  hit: Hit | null;
  hitLength: number;
  gold: string | null;
  onPrevious: () => void;
  onNext: () => void;
  onStep: (step: number) => void;
}) {
  const body = useRef<HTMLDivElement>(null);
  // Where there is nothing to label there is nothing to attach to.
  const canAttach = useCommand('room.attach') !== null;
  const { instance, system } = at;
  const answer = useAssay('steps.step', { instance, system, step: number - 1 }, { keepPrevious: true });
  useEffect(() => {
    for (const step of [number, number - 2]) {
      if (step >= 0 && step < total) prefetchAssay('steps.step', { instance, system, step });
    }
  }, [instance, system, number, total]);
  const view = answer.data;
  const step = view?.step;
  useStepEvidence(body, number - 1, answer.isPlaceholderData ? undefined : step);
  useEffect(() => {
    if (!view || answer.isPlaceholderData) return;
    const mark = body.current?.querySelector('.room-hit-on');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else if (body.current) body.current.scrollTop = 0;
  }, [view, answer.isPlaceholderData, hit]);
  if (answer.error)
    return (
      <Message tone="danger" title="The step could not be read">
        {failureOf(answer.error).message}
      </Message>
    );
  if (!view || !step) return <Skeleton lines={6} label="Reading the step" />;
  const outcome = OUTCOME[step.outcome];
  const marks: Marks = { query, hit, length: hitLength };
  const isSearched = query.trim() !== '' || hit !== null;
  const tokens = step.tokens && [step.tokens.input, step.tokens.output].map((each) => (each === null ? '–' : count(each)));
  return (
    <div className="room-step-detail">
      <div className="room-step-head">
        <h2>Step {count(number)}</h2>
        <span className="u-text-2 u-ellipsis">{step.tool ?? (step.sql === null ? 'thought' : 'SQL')}</span>
        <span className={classes('room-step-outcome', outcome.className)}>
          <Icon name={outcome.icon} size={12} />
          {outcome.word}
        </span>
        <span className="room-results-right">
          {tokens && <span className="room-wide">tokens {tokens.join(' in, ')} out</span>}
          <span>of {count(total)}</span>
          {canAttach && (
            <Button
              kind="link"
              size="small"
              title="The step, or what is selected in it"
              onClick={() => runCommand('room.attach')}
            >
              Attach
            </Button>
          )}
          <KeyHint command="room.attach" />
          <IconButton icon="chevron-up" label="Previous step" disabled={number === 1} onClick={onPrevious} />
          <IconButton icon="chevron-down" label="Next step" disabled={number === total} onClick={onNext} />
        </span>
      </div>
      <ScrollRegion ref={body} className="room-step-body" key={number}>
        {step.thought !== null && (
          <Block icon="note" title="Thought">
            <div className="room-step-say">
              <Marked text={step.thought} field="thought" part={0} marks={marks} />
            </div>
          </Block>
        )}
        {step.call.map((argument, part) =>
          step.sql === argument.text && !isSearched ? (
            <SqlCall key={part} view={view} sql={argument.text} part={part} gold={gold} onStep={onStep} />
          ) : (
            <Block
              key={part}
              icon={step.sql === argument.text ? 'lines' : 'terminal'}
              title={part === 0 ? 'Call' : ''}
              note={argument.name}
            >
              <pre className="room-step-box">
                <Marked text={argument.text} field="call" part={part} marks={marks} />
              </pre>
            </Block>
          ),
        )}
        {step.sql !== null && !step.call.some((argument) => argument.text === step.sql) && (
          <SqlCall view={view} sql={step.sql} part={null} gold={gold} onStep={onStep} />
        )}
        {step.observation !== null && (
          <Block icon="grid" title="Result" note="as the agent saw it">
            <pre className="room-step-box">
              <Marked text={step.observation} field="observation" part={0} marks={marks} />
            </pre>
          </Block>
        )}
        {step.thought === null && step.call.length === 0 && step.observation === null && (
          <Message icon="more" title="This step is empty in the log" />
        )}
      </ScrollRegion>
    </div>
  );
}

type Compared = 'whole' | 'previous' | 'gold' | 'answer';

/** The SQL of a step: whole, or against the attempt before it, gold, or the submitted answer. */
function SqlCall({
  view,
  sql,
  part,
  gold,
  onStep,
}: {
  view: StepView;
  sql: string;
  /** Which argument of the call it is; null where it only stands in one. */
  part: number | null;
  gold: string | null;
  onStep: (step: number) => void;
}) {
  const [wanted, setWanted] = useState<Compared>('previous');
  const { previousSql, answer } = view;
  const others: Record<Exclude<Compared, 'whole'>, string | null> = { previous: previousSql?.sql ?? null, gold, answer };
  const options: Option<Compared>[] = [
    { value: 'whole', label: 'Whole' },
    ...(previousSql ? [{ value: 'previous' as const, label: `Diff with step ${count(previousSql.step + 1)}` }] : []),
    ...(gold === null ? [] : [{ value: 'gold' as const, label: 'Diff with gold' }]),
    ...(answer === null ? [] : [{ value: 'answer' as const, label: 'Diff with the answer' }]),
  ];
  const shown = options.some(({ value }) => value === wanted) ? wanted : 'whole';
  const other = shown === 'whole' ? null : others[shown];
  // Against gold and the answer the attempt is what came before; against the attempt before it, what came after.
  const [before, after] = other === null ? ['', ''] : shown === 'previous' || shown === 'gold' ? [other, sql] : [sql, other];
  const names = namesOf(shown, previousSql?.step ?? 0);
  const change = useMemo(() => (other === null ? null : lineDiff(before, after)), [other, before, after]);
  const isSame = change !== null && change.added + change.removed === 0;
  return (
    <section className="room-step-block">
      <h3>
        <Icon name="lines" size={12} /> SQL
        {change && (
          <span className="room-step-note">{isSame ? 'the same text' : `+${count(change.added)} −${count(change.removed)}`}</span>
        )}
        <span className="room-step-tools">
          {previousSql && (
            <Button kind="link" onClick={() => onStep(previousSql.step)}>
              step {count(previousSql.step + 1)}
            </Button>
          )}
          <Segmented label="What the SQL is compared with" options={options} value={shown} onChange={setWanted} />
          <IconButton icon="copy" label="Copy the SQL of the step" onClick={() => void copyOut('the SQL of the step', sql)} />
        </span>
      </h3>
      {other === null || isSame ? (
        <div className="room-step-box" data-field={part === null ? undefined : 'call'} data-part={part ?? undefined}>
          <SqlText text={sql} />
        </div>
      ) : (
        <div data-field={part === null ? undefined : 'call'} data-part={part ?? undefined}>
          <LineDiff before={before} after={after} label="What changed in the SQL" names={names} />
        </div>
      )}
    </section>
  );
}

/** Whose lines stand before and after. */
const namesOf = (shown: Compared, previous: number): [string, string] =>
  shown === 'answer' ? ['this step', 'the answer'] : [shown === 'gold' ? 'gold' : `step ${count(previous + 1)}`, 'this step'];

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

/** What is marked in a step's texts: every place of the search, or the one place of a jump. */
type Marks = { query: string; hit: Hit | null; length: number };

function partsOf(text: string, { query, hit, length }: Marks, isHere: boolean): { text: string; hit: boolean; start: number }[] {
  if (query.trim() !== '') return splitByQuery(text, query);
  if (hit === null || !isHere) return [{ text, hit: false, start: 0 }];
  const end = hit.start + length;
  return [
    { text: text.slice(0, hit.start), hit: false, start: 0 },
    { text: text.slice(hit.start, end), hit: true, start: hit.start },
    { text: text.slice(end), hit: false, start: end },
  ];
}

/** A text with its hits marked; very long ones are cut until asked for. */
function Marked({ text, field, part, marks }: { text: string; field: SearchedField; part: number; marks: Marks }) {
  const [whole, setWhole] = useState(false);
  const isHere = marks.hit?.field === field && marks.hit.part === part;
  const current = isHere ? (marks.hit?.start ?? null) : null;
  const cut = !whole && text.length > SHOWN_TEXT && (current === null || current < SHOWN_TEXT);
  const parts = partsOf(cut ? text.slice(0, SHOWN_TEXT) : text, marks, isHere);
  return (
    <>
      <span data-field={field} data-part={part}>
        {parts.map((each) =>
          each.hit ? (
            <mark key={each.start} className={classes('room-hit', each.start === current && 'room-hit-on')}>
              {each.text}
            </mark>
          ) : (
            each.text
          ),
        )}
      </span>
      {cut && (
        <Button kind="link" onClick={() => setWhole(true)}>
          … {count(text.length - SHOWN_TEXT)} more characters
        </Button>
      )}
    </>
  );
}
