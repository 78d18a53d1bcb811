import './trajectory.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Step, Trajectory } from '#shared/model/trajectory.ts';
import { failureOf, useAssay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import {
  Button,
  classes,
  count,
  counted,
  Field,
  Icon,
  IconButton,
  type IconName,
  Message,
  Skeleton,
  Splitter,
  useRememberedNumber,
} from '../../ui/index.ts';
import { type Hit, hitCounts, observationLine, type StepKind, searchSteps, stepKind, stepTitle } from './logic/trajectory.ts';
import { OUTCOME, StepDetail } from './StepDetail.tsx';

const STEP_HEIGHT = 46;
const LIST_WIDTH = { initial: 320, min: 200, max: 560 };

/** How the agent came to its answer, step by step. Everything is shown as text. */
export function TrajectoryPane({ instance, system, name }: { instance: number; system: number; name: string }) {
  const query = useAssay('room.trajectory', { instance, system });
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
  if (query.data === null || query.data.steps.length === 0) {
    return (
      <Message icon="terminal" title={`No trajectory of ${name} here`}>
        {query.data === null
          ? 'None was imported for this system and instance. A system that is no agent has none.'
          : 'A trajectory was imported, but it holds no step.'}
      </Message>
    );
  }
  return <Steps key={`${instance} ${system}`} trajectory={query.data} />;
}

/** A step and the hit in it that the search stands on. */
type Position = { step: number; hit: number | null };

function Steps({ trajectory }: { trajectory: Trajectory }) {
  const { steps, terminated } = trajectory;
  const [position, setPosition] = useState<Position>({ step: 0, hit: null });
  const [text, setText] = useState('');
  const query = useDeferredValue(text);
  const { hits, cut } = useMemo(() => searchSteps(steps, query), [steps, query]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useRememberedNumber('room.steps', LIST_WIDTH.initial);
  const goTo = (step: number) => setPosition({ step: Math.max(0, Math.min(steps.length - 1, step)), hit: null });
  const goToHit = (direction: 1 | -1) => {
    if (hits.length === 0) return;
    const from = position.hit ?? hits.findIndex((hit) => hit.step >= position.step) - (direction === 1 ? 1 : 0);
    const next = (from + direction + hits.length) % hits.length;
    setPosition({ step: hits[next]!.step, hit: next });
  };
  const nextSql = (direction: 1 | -1) => {
    for (let at = position.step + direction; at >= 0 && at < steps.length; at += direction)
      if (steps[at]!.sql !== null) return goTo(at);
  };
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  useCommands([
    { id: 'room.nextStep', title: 'Next step', group: 'Move', keys: ['ArrowDown'], run: () => goTo(position.step + 1) },
    { id: 'room.previousStep', title: 'Previous step', group: 'Move', keys: ['ArrowUp'], run: () => goTo(position.step - 1) },
    { id: 'room.nextSqlStep', title: 'Next step with SQL', group: 'Move', keys: ['Shift+ArrowDown'], run: () => nextSql(1) },
    {
      id: 'room.previousSqlStep',
      title: 'Previous step with SQL',
      group: 'Move',
      keys: ['Shift+ArrowUp'],
      run: () => nextSql(-1),
    },
    { id: 'room.findInSteps', title: 'Find in all steps', group: 'Look', keys: ['Mod+F'], run: () => field.current?.focus() },
  ]);
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    goToHit(event.shiftKey ? -1 : 1);
  };
  const step = steps[position.step]!;
  return (
    <section
      className="room-trajectory"
      aria-label="Trajectory"
      data-pane="trajectory"
      style={{ gridTemplateColumns: `${width}px 1px minmax(0, 1fr)` }}
    >
      <div className="room-steps">
        <div className="room-steps-top">
          <Summary trajectory={trajectory} />
          <Field
            label="Find in all steps"
            placeholder="Find in all steps"
            icon="search"
            keys={text === '' ? 'Mod+F' : ''}
            value={text}
            onChange={(value) => {
              setText(value);
              setPosition((old) => ({ ...old, hit: null }));
            }}
            onKeyDown={onFieldKey}
            inputRef={field}
          />
          {query.trim() !== '' && <HitRow hits={hits} cut={cut} at={position.hit} onStep={goToHit} />}
        </div>
        <StepList
          listRef={list}
          steps={steps}
          answerAt={terminated ? steps.length - 1 : -1}
          current={position.step}
          hits={hits}
          onChoose={goTo}
        />
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
        step={step}
        number={position.step + 1}
        total={steps.length}
        query={query}
        hit={position.hit === null ? null : (hits[position.hit] ?? null)}
        onPrevious={() => goTo(position.step - 1)}
        onNext={() => goTo(position.step + 1)}
      />
    </section>
  );
}

function Summary({ trajectory }: { trajectory: Trajectory }) {
  const { steps, terminated, extractionMethod } = trajectory;
  const sql = steps.filter((step) => step.sql !== null).length;
  const errors = steps.filter((step) => step.outcome === 'error').length;
  return (
    <p className="room-steps-summary">
      <span>
        <b>{count(steps.length)}</b> {steps.length === 1 ? 'step' : 'steps'}
      </span>
      <span>
        <b>{count(sql)}</b> SQL
      </span>
      <span>
        <b>{count(errors)}</b> {errors === 1 ? 'error' : 'errors'}
      </span>
      <span className="u-ellipsis" title={extractionMethod ? `The answer was taken by: ${extractionMethod}` : undefined}>
        {terminated ? 'handed in' : <span className="u-warn">never handed in</span>}
      </span>
    </p>
  );
}

function HitRow({
  hits,
  cut,
  at,
  onStep,
}: {
  hits: readonly Hit[];
  cut: boolean;
  at: number | null;
  onStep: (direction: 1 | -1) => void;
}) {
  const counts = hitCounts(hits);
  return (
    <div className="room-hits">
      <span className="u-ellipsis" title={`thought ${counts.thought}, call ${counts.call}, result ${counts.observation}`}>
        {hits.length === 0
          ? 'not found in any step'
          : `${cut ? 'the first ' : ''}${count(hits.length)} in ${counted(counts.steps, 'step')}: thought ${counts.thought}, call ${counts.call}, result ${counts.observation}`}
      </span>
      <span className="room-step">
        <IconButton icon="chevron-up" label="Previous hit" disabled={hits.length === 0} onClick={() => onStep(-1)} />
        {at === null ? '' : `${count(at + 1)} of ${count(hits.length)}`}
        <IconButton icon="chevron-down" label="Next hit" disabled={hits.length === 0} onClick={() => onStep(1)} />
      </span>
    </div>
  );
}

const KIND_ICON: Record<StepKind, IconName> = { sql: 'lines', command: 'terminal', answer: 'apply', thought: 'note' };
const StepList = memo(function StepList({
  listRef,
  steps,
  answerAt,
  current,
  hits,
  onChoose,
}: {
  listRef: React.RefObject<HTMLDivElement | null>;
  steps: readonly Step[];
  answerAt: number;
  current: number;
  hits: readonly Hit[];
  onChoose: (step: number) => void;
}) {
  const inStep = useMemo(() => {
    const counts = new Map<number, number>();
    for (const hit of hits) counts.set(hit.step, (counts.get(hit.step) ?? 0) + 1);
    return counts;
  }, [hits]);
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => listRef.current,
    estimateSize: () => STEP_HEIGHT,
    overscan: 10,
  });
  useEffect(() => virtual.scrollToIndex(current), [current, virtual]);
  return (
    <div
      ref={listRef}
      className="room-steps-list u-scroll"
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={`room-step-${current}`}
      tabIndex={0}
      data-pane-focus=""
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <StepEntry
            key={item.key}
            step={steps[item.index]!}
            index={item.index}
            top={item.start}
            answer={item.index === answerAt}
            current={item.index === current}
            hits={inStep.get(item.index) ?? 0}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
});

function StepEntry({
  step,
  index,
  top,
  answer,
  current,
  hits,
  onChoose,
}: {
  step: Step;
  index: number;
  top: number;
  answer: boolean;
  current: boolean;
  hits: number;
  onChoose: (step: number) => void;
}) {
  const outcome = OUTCOME[step.outcome];
  const line = observationLine(step);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows are commands of the pane
    <div
      id={`room-step-${index}`}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className={classes('room-step-entry', current && 'room-step-on')}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(index)}
    >
      <span className="room-step-number">{index + 1}</span>
      <Icon name={KIND_ICON[stepKind(step, answer)]} />
      <span className="room-step-texts">
        <code className="u-ellipsis">{stepTitle(step)}</code>
        <span className={classes('room-step-outcome', outcome.className)}>
          <Icon name={outcome.icon} size={12} />
          <span className="u-ellipsis">{line ?? outcome.word}</span>
        </span>
      </span>
      {hits > 0 && <span className="room-step-hits">{hits}</span>}
    </div>
  );
}
