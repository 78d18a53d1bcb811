import './trajectory.css';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useMemo } from 'react';
import { hitCounts } from '#shared/analysis/steps.ts';
import type { Hit, StepKind, StepLine } from '#shared/model/steps.ts';
import { assay } from '../../client/index.ts';
import { classes, count, counted, Icon, IconButton, type IconName } from '../../ui/index.ts';
import type { Place } from './logic/moving.ts';
import { durationText } from './logic/verdicts.ts';
import { OUTCOME } from './StepDetail.tsx';

const STEP_HEIGHT = 46;
/** Steps of one fetch. */
const PAGE = 200;

const KIND_ICON: Record<StepKind, IconName> = { sql: 'lines', command: 'terminal', answer: 'apply', thought: 'note' };

/** How many hits there are and where, and the way from one to the next. */
export function HitRow({
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
  const counts = useMemo(() => hitCounts(hits), [hits]);
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

/** The steps, drawn and fetched only where they are seen. `listed` picks some of them; null: all. */
export const StepList = memo(function StepList({
  listRef,
  at,
  steps,
  listed,
  current,
  hits,
  onChoose,
}: {
  listRef: RefObject<HTMLDivElement | null>;
  at: Place;
  steps: number;
  listed: readonly number[] | null;
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
    count: listed?.length ?? steps,
    getScrollElement: () => listRef.current,
    estimateSize: () => STEP_HEIGHT,
    overscan: 10,
  });
  const place = listed ? listed.indexOf(current) : current;
  useEffect(() => {
    if (place !== -1) virtual.scrollToIndex(place);
  }, [place, virtual]);
  const drawn = virtual.getVirtualItems();
  const stepAt = (index: number) => (listed ? listed[index]! : index);
  const lineAt = useLines(at, steps, [...new Set(drawn.map(({ index }) => Math.floor(stepAt(index) / PAGE)))]);
  return (
    <div className="room-steps-frame">
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
          {drawn.map((item) => {
            const step = stepAt(item.index);
            return (
              <StepEntry
                key={item.key}
                line={lineAt(step)}
                index={step}
                top={item.start}
                current={step === current}
                hits={inStep.get(step) ?? 0}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      </div>
      <div className="room-focus-ring" aria-hidden="true" />
    </div>
  );
});

/** The lines of the steps on these pages; undefined while a page is on the way. */
function useLines({ instance, system }: Place, steps: number, pages: readonly number[]) {
  const answers = useQueries({
    queries: pages.map((page) => {
      const params = { instance, system, from: page * PAGE, count: Math.min(PAGE, Math.max(1, steps - page * PAGE)) };
      return {
        queryKey: ['steps.lines', params],
        queryFn: ({ signal }: { signal: AbortSignal }) => assay.call('steps.lines', params, { signal }),
      };
    }),
  });
  return (step: number): StepLine | undefined => answers[pages.indexOf(Math.floor(step / PAGE))]?.data?.[step % PAGE];
}

const StepEntry = memo(function StepEntry({
  line,
  index,
  top,
  current,
  hits,
  onChoose,
}: {
  line: StepLine | undefined;
  index: number;
  top: number;
  current: boolean;
  hits: number;
  onChoose: (step: number) => void;
}) {
  const outcome = OUTCOME[line?.outcome ?? 'unknown'];
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
      <span className="room-step-number">{count(index + 1)}</span>
      {line ? <Icon name={KIND_ICON[line.kind]} /> : <span />}
      <span className="room-step-texts">
        <code className="u-ellipsis">{line?.title ?? '···'}</code>
        {line && (
          <span className={classes('room-step-outcome', outcome.className)}>
            <Icon name={outcome.icon} size={12} />
            <span className="u-ellipsis">{line.answer ?? outcome.word}</span>
          </span>
        )}
      </span>
      <span className="room-step-end">
        {hits > 0 && <span className="room-step-hits">{hits}</span>}
        {line?.seconds != null && <span className="u-text-3 u-small">{durationText(line.seconds * 1000)}</span>}
      </span>
    </div>
  );
});
