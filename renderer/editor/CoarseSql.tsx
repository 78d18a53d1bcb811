import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { coarseDiff } from './coarse-diff.ts';

const LINE_HEIGHT = 18;

/** Two plain texts side by side for queries that are too long for an exact diff. */
export function CoarseSql({ gold, prediction }: { gold: string; prediction: string }) {
  const diff = useMemo(() => coarseDiff(gold, prediction), [gold, prediction]);
  return (
    <div className="editor-coarse">
      <p className="editor-coarse-note">
        Coarse view: more than 15,000 lines. Lines that the other side lacks are marked; moved lines count as equal.
      </p>
      <div className="editor-coarse-sides">
        <Lines label="Gold SQL" lines={diff.gold} marked={diff.onlyGold} side="gold" />
        <Lines label="Predicted SQL" lines={diff.prediction} marked={diff.onlyPrediction} side="prediction" />
      </div>
    </div>
  );
}

function Lines({
  label,
  lines,
  marked,
  side,
}: {
  label: string;
  lines: readonly string[];
  marked: ReadonlySet<number>;
  side: 'gold' | 'prediction';
}) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by keyboard
    <section ref={scroller} aria-label={label} tabIndex={0} className={`editor-coarse-side editor-coarse-${side} u-scroll`}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            className={marked.has(row.index) ? 'editor-coarse-line editor-coarse-marked' : 'editor-coarse-line'}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <i>{row.index + 1}</i>
            <span>{lines[row.index]}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
