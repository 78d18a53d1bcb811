import './trajectory.css';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { InstanceView, PredictionView } from '#shared/contract/room.ts';
import { keyOfItem } from '#shared/model/item.ts';
import type { Hit, TrajectoryOverview } from '#shared/model/steps.ts';
import { failureOf, failureText, useAssay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, count, counted, Field, Message, Segmented, Skeleton, Splitter, useRememberedNumber } from '../../ui/index.ts';
import { shownGold, useGoldName } from './data.ts';
import { useReveal } from './evidence.ts';
import { FirstSeenList } from './FirstSeenList.tsx';
import { useFindCommand } from './find-command.ts';
import type { Place } from './logic/moving.ts';
import { sqlTerms } from './logic/sql-terms.ts';
import { moveTo } from './room-model.ts';
import { StepDetail } from './StepDetail.tsx';
import { HitRow, StepList } from './StepList.tsx';
import { findInSteps } from './step-evidence.ts';
import { notify, setView } from './view-state.ts';

const LIST_WIDTH = { initial: 300, min: 200, max: 560 };

/** How the agent came to its answer, step by step. Everything is shown as text. */
export function TrajectoryPane({ view, prediction }: { view: InstanceView; prediction: PredictionView }) {
  const { instance } = view;
  const { system, name } = prediction;
  const query = useAssay('steps.overview', { instance, system });
  if (query.error) {
    return (
      <Message
        tone="danger"
        title="The trajectory could not be read"
        actions={
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {failureOf(query.error).message}
      </Message>
    );
  }
  if (query.data === undefined) return <Skeleton lines={8} label="Reading the trajectory" />;
  if (query.data === null || query.data.steps === 0) {
    return (
      <Message icon="terminal" title={`No trajectory of ${name} here`}>
        {query.data === null
          ? 'None was imported for this system and instance. A system that is no agent has none.'
          : 'A trajectory was imported, but it holds no step.'}
        {!view.hidden && <WhoHasOne view={view} />}
      </Message>
    );
  }
  return <Steps key={keyOfItem({ instance, system })} overview={query.data} view={view} prediction={prediction} />;
}

/** The systems that have a trajectory of the instance, each a way to it. */
function WhoHasOne({ view: { instance, predictions } }: { view: InstanceView }) {
  const having = predictions.filter(({ trajectorySteps }) => (trajectorySteps ?? 0) > 0);
  if (having.length === 0) return <div>No system has one of this instance.</div>;
  return (
    <div className="room-who-has">
      Here {having.length === 1 ? 'one system has' : `${having.length} systems have`} a trajectory:
      {having.map(({ system, name, trajectorySteps }) => (
        <Button key={system} kind="link" size="small" onClick={() => moveTo({ instance, system })}>
          {name} ({counted(trajectorySteps ?? 0, 'step')})
        </Button>
      ))}
    </div>
  );
}

/** A step, and the hit in it to show: of the search, or of a jump. */
type Position = { step: number; hit: Hit | null; length: number; ordinal: number | null };

type ListShown = 'all' | 'sql' | 'first';

function Steps({ overview, view, prediction }: { overview: TrajectoryOverview; view: InstanceView; prediction: PredictionView }) {
  const at: Place = { instance: view.instance, system: prediction.system };
  const [position, setPosition] = useState<Position>({ step: 0, hit: null, length: 0, ordinal: null });
  const [shown, setShown] = useState<ListShown>('all');
  const [text, setText] = useState('');
  const { hits, cut, query } = useHits(at, text);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useRememberedNumber('room.steps', LIST_WIDTH.initial);
  const gold = shownGold(view.golds, useGoldName(view.instance));
  const terms = useMemo(
    () => sqlTerms(gold?.sql ?? null, prediction.sql, view.schema, view.engine),
    [gold, prediction.sql, view.schema, view.engine],
  );
  const { steps, sqlSteps } = overview;
  const goTo = (step: number) =>
    setPosition({ step: Math.max(0, Math.min(steps - 1, step)), hit: null, length: 0, ordinal: null });
  const goToHit = (hit: Hit, length: number) => setPosition({ step: hit.step, hit, length, ordinal: null });
  const stepHit = (direction: 1 | -1) => {
    if (hits.length === 0) return;
    const from = position.ordinal ?? hits.findIndex((hit) => hit.step >= position.step) - (direction === 1 ? 1 : 0);
    const ordinal = (from + direction + hits.length) % hits.length;
    setPosition({ step: hits[ordinal]!.step, hit: hits[ordinal]!, length: query.length, ordinal });
  };
  const nextSql = (direction: 1 | -1) => {
    const next =
      direction === 1 ? sqlSteps.find((step) => step > position.step) : sqlSteps.findLast((step) => step < position.step);
    if (next !== undefined) goTo(next);
  };
  const listed = shown === 'sql' ? sqlSteps : null;
  const neighbour = (direction: 1 | -1) => (listed ? nextSql(direction) : goTo(position.step + direction));
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const reveal = useReveal(['step'], at);
  useEffect(() => {
    if (reveal === null) return;
    setView({ reveal: null });
    const { field: within, part } = reveal;
    void findInSteps(at, reveal, steps, (step, passage) => {
      const hit = passage && within ? { step, field: within, part, start: passage.start } : null;
      setPosition({ step, hit, length: passage ? passage.end - passage.start : 0, ordinal: null });
    }).catch((error: unknown) => notify(failureText(failureOf(error)), 'warning'));
  }, [reveal, steps]);
  useCommands([
    { id: 'room.nextStep', title: 'Next step', group: 'Move', keys: ['ArrowDown'], run: () => neighbour(1) },
    { id: 'room.previousStep', title: 'Previous step', group: 'Move', keys: ['ArrowUp'], run: () => neighbour(-1) },
    { id: 'room.nextSqlStep', title: 'Next step with SQL', group: 'Move', keys: ['Shift+ArrowDown'], run: () => nextSql(1) },
    {
      id: 'room.previousSqlStep',
      title: 'Previous step with SQL',
      group: 'Move',
      keys: ['Shift+ArrowUp'],
      run: () => nextSql(-1),
    },
    {
      id: 'room.firstSeen',
      title: 'Where a table, a literal or a clause first appears',
      group: 'Look',
      keys: ['v f'],
      run: () => setShown('first'),
    },
  ]);
  useFindCommand(field);
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    stepHit(event.shiftKey ? -1 : 1);
  };
  return (
    <section
      className="room-trajectory"
      aria-label="Trajectory"
      data-pane="trajectory"
      style={{ gridTemplateColumns: `${width}px 1px minmax(0, 1fr)` }}
    >
      <div className="room-steps">
        <div className="room-steps-top">
          <Summary overview={overview} />
          <Field
            label="Find in all steps"
            placeholder="Find in all steps"
            icon="search"
            command={text === '' ? 'room.find' : undefined}
            value={text}
            onChange={(value) => {
              setText(value);
              setPosition((old) => ({ ...old, hit: null, ordinal: null }));
            }}
            onKeyDown={onFieldKey}
            inputRef={field}
          />
          {query.trim() !== '' && <HitRow hits={hits} cut={cut} at={position.ordinal} onStep={stepHit} />}
          <Segmented<ListShown>
            label="What is listed"
            options={[
              { value: 'all', label: 'Steps' },
              { value: 'sql', label: `SQL ${count(sqlSteps.length)}`, title: 'Attempts: the steps that have SQL' },
              { value: 'first', label: 'First seen', title: 'Where tables, literals and clauses first appear' },
            ]}
            value={shown}
            onChange={setShown}
          />
        </div>
        {shown === 'first' ? (
          <FirstSeenList at={at} terms={terms} onGo={goToHit} />
        ) : (
          <StepList
            key={shown}
            listRef={list}
            at={at}
            steps={steps}
            listed={listed}
            current={position.step}
            hits={hits}
            onChoose={goTo}
          />
        )}
      </div>
      <Splitter
        label="Width of the list of steps"
        direction="columns"
        value={width}
        initial={LIST_WIDTH.initial}
        min={LIST_WIDTH.min}
        max={LIST_WIDTH.max}
        onChange={setWidth}
      />
      <StepDetail
        at={at}
        number={position.step + 1}
        total={steps}
        query={query}
        hit={position.hit}
        hitLength={position.length}
        gold={gold?.sql ?? null}
        onPrevious={() => neighbour(-1)}
        onNext={() => neighbour(1)}
        onStep={goTo}
      />
    </section>
  );
}

const NO_HITS: readonly Hit[] = [];
/** A pause in typing after which the search is asked for. */
const PAUSE_MS = 120;

/** The hits of the text in all steps; of the text before while the new one is searched for. */
function useHits(at: Place, text: string): { hits: readonly Hit[]; cut: boolean; query: string } {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useAssay('steps.search', { ...at, text: asked }, { enabled: asked.trim() !== '', keepPrevious: true });
  return asked.trim() === ''
    ? { hits: NO_HITS, cut: false, query: '' }
    : { hits: found.data?.hits ?? NO_HITS, cut: found.data?.cut ?? false, query: asked };
}

function Summary({ overview }: { overview: TrajectoryOverview }) {
  const { steps, errors, terminated, extractionMethod, figures } = overview;
  const tokens = (figures.inputTokens ?? 0) + (figures.outputTokens ?? 0);
  const first = (round: number | null) => (round === null ? 'never' : `round ${count(round)}`);
  const title = [
    `Rounds ${count(figures.rounds)}`,
    `SQL calls ${count(figures.sqlCalls)}, bash calls ${count(figures.bashCalls)}`,
    `First SQL ${first(figures.firstSql)}, first that ran ${first(figures.firstSuccess)}`,
    ...(figures.limitReached ? ['Ended by the limit of rounds'] : []),
    ...(extractionMethod ? [`The answer was taken by: ${extractionMethod}`] : []),
  ].join('\n');
  return (
    <p className="room-steps-summary" title={title}>
      <span>
        <b>{count(steps)}</b> {steps === 1 ? 'step' : 'steps'}
      </span>
      <span>
        <b>{count(errors)}</b> {errors === 1 ? 'error' : 'errors'}
      </span>
      {tokens > 0 && (
        <span>
          <b>{count(tokens)}</b> tokens
        </span>
      )}
      <span className="u-ellipsis">{terminated ? 'handed in' : <span className="u-warn">never handed in</span>}</span>
    </p>
  );
}
