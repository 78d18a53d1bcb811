import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAssay } from '../../client/index.ts';
import { classes, Splitter, useRememberedNumber } from '../../ui/index.ts';
import { type Shown, useGoldName } from './data.ts';
import { verdictUnder } from './logic/verdicts.ts';
import { ResultsPane } from './ResultsPane.tsx';
import type { Room } from './room-model.ts';
import { SqlPane } from './SqlPane.tsx';
import { useRoomView } from './view-state.ts';

/** The SQL's share of the height, in percent, where the results need the rest. */
const INITIAL_SHARE = 52;
const LEAST_HEIGHT = 90;

/** Height in px that all of a result needs: its head, why they differ, a note on columns, names, rows and a scrollbar. */
const resultsHeight = (rows: number): number => 30 + 25 + 24 + 23 + Math.max(2, rows) * 21 + 12;

/**
 * SQL above, results below. A result of few rows leaves the rest to the SQL, until the border is moved; from then on it
 * is remembered as a share, so that it fits every window.
 */
export function SqlAndResults({ shown, sample }: { shown: Shown; sample: Room['sample'] }) {
  const { view, prediction } = shown;
  const zoomed = useRoomView((state) => state.zoomed);
  const goldName = useGoldName(view.instance);
  const gold = view.golds.find((each) => each.name === goldName) ?? view.golds[0] ?? null;
  const area = useRef<HTMLDivElement>(null);
  const height = useHeight(area);
  const [ownShare, setOwnShare] = useRememberedNumber('room.sqlShare', 0);
  const item = { instance: view.instance, system: prediction.system, sample: sample.id };
  const results = useAssay('room.results', item, { keepPrevious: true }).data;
  const usual = Math.round((height * INITIAL_SHARE) / 100);
  const hasBoth = results !== undefined && results.missing === null;
  const initial = hasBoth ? Math.max(usual, height - resultsHeight(results.rowCount)) : usual;
  const px = ownShare === 0 ? initial : Math.round((height * ownShare) / 100);
  const rows =
    zoomed === 'sql'
      ? 'minmax(0, 1fr) 0 0'
      : zoomed === 'results'
        ? '0 0 minmax(0, 1fr)'
        : height === 0
          ? `minmax(0, ${INITIAL_SHARE}fr) 1px minmax(0, ${100 - INITIAL_SHARE}fr)`
          : `minmax(0, ${px}px) 1px minmax(0, 1fr)`;
  return (
    <div ref={area} className={classes('room-split', zoomed && `room-split-${zoomed}`)} style={{ gridTemplateRows: rows }}>
      <SqlPane
        instance={view.instance}
        engine={view.engine}
        golds={view.golds}
        name={prediction.name}
        sql={prediction.sql}
        execution={prediction.execution}
        compileProblem={prediction.compileProblem}
      />
      <Splitter
        label="Height of the SQL"
        direction="rows"
        value={px}
        initial={initial}
        min={Math.min(LEAST_HEIGHT, height)}
        max={Math.max(LEAST_HEIGHT, height - LEAST_HEIGHT)}
        onChange={(value) => height > 0 && setOwnShare(value === initial ? 0 : (value / height) * 100)}
      />
      <ResultsPane
        instance={view.instance}
        system={prediction.system}
        sample={sample.id}
        state={verdictUnder(prediction, sample.rule)?.state ?? null}
        explanation={prediction.explanation}
        execution={prediction.execution}
        gold={gold}
        findings={view.findings}
      />
    </div>
  );
}

function useHeight(element: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
