import './verdict-matrix.css';
import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MatrixRow } from '#shared/contract/overview.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { classes, count, PaneHead, ScrollRegion, useThemeChanges } from '../../ui/index.ts';
import { VERDICT_LOOK } from '../marks/index.ts';
import { drawMatrix, readColours } from './logic/draw-matrix.ts';
import { placeName } from './logic/filter.ts';
import {
  columnAt,
  columnLeft,
  layOut,
  type MatrixCursor,
  type MatrixSection,
  moveCursor,
  rangeOf,
  STATE_MARKS,
} from './logic/matrix.ts';

const ROW_HEIGHT = 18;
const GROUP_GAP = 6;
/** Space over the rows for the names of the strata, and under them for a scroll bar. */
const HEAD = 24;
const FOOT = 14;

/** Characters of a system's name that stay at its end: names of one family begin alike. */
const NAME_END = 7;

/** Px that `all match` takes over its bracket. */
const ALL_MATCH_WIDTH = 63;

export type MatrixSystem = { name: string; group: string; index: number };

/** Where each system's row lies, px; another group starts after a gap. */
function rowTops(systems: readonly MatrixSystem[]): number[] {
  let top = 0;
  return systems.map((system, i) => {
    if (i > 0) top += ROW_HEIGHT + (systems[i - 1]!.group === system.group ? 0 : GROUP_GAP);
    return top;
  });
}

/**
 * All verdicts at a glance: a column an instance, a row a system. Only what is in view is drawn, so that ten thousand
 * instances cost no more than a thousand.
 */
export function VerdictMatrix({
  columns,
  systems,
  total,
  cursor,
  onCursor,
  onOpen,
}: {
  /** In the matrix's order. */
  columns: readonly MatrixRow[];
  systems: readonly MatrixSystem[];
  /** Instances of the benchmark, shown or not. */
  total: number;
  cursor: MatrixCursor | null;
  onCursor: (cursor: MatrixCursor | null) => void;
  onOpen: (column: number, system: number) => void;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragging = useRef(false);
  const [width, setWidth] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);
  const [hovered, setHovered] = useState<{ column: number; system: number } | null>(null);
  const theme = useThemeChanges();

  const layout = useMemo(() => layOut(columns, width), [columns, width]);
  const tops = useMemo(() => rowTops(systems), [systems]);
  // Half a pixel is rounding, not an overflow.
  const scrolls = layout.width > width + 0.5;
  const height = (tops.at(-1) ?? 0) + ROW_HEIGHT;

  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    void theme;
    if (!canvas.current || width === 0) return;
    drawMatrix(canvas.current, {
      layout,
      systems: systems.map(({ index }) => index),
      tops,
      rowHeight: ROW_HEIGHT - 2,
      width,
      height,
      scrollLeft,
      colours: readColours(canvas.current),
    });
  }, [layout, systems, tops, width, height, scrollLeft, theme]);

  const reveal = useCallback((left: number, right: number) => {
    const element = viewport.current;
    if (!element) return;
    if (left < element.scrollLeft) element.scrollLeft = left - 20;
    else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth + 20;
  }, []);

  useCommands([
    {
      id: 'overview.matrix',
      title: 'Go to the verdict matrix',
      group: 'Look',
      keys: ['m'],
      icon: 'grid',
      run: () => viewport.current?.focus(),
    },
  ]);

  const onKey = (event: KeyboardEvent) => {
    if (columns.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && cursor) {
      event.preventDefault();
      onOpen(cursor.column, systems[cursor.system]?.index ?? 0);
      return;
    }
    const from = cursor ?? { column: 0, system: 0, anchor: 0 };
    const next =
      cursor === null && event.key.startsWith('Arrow')
        ? from
        : moveCursor(from, { key: event.key, extend: event.shiftKey }, layout, systems.length);
    if (next === null) return;
    event.preventDefault();
    onCursor(next);
    const left = columnLeft(layout, next.column);
    reveal(left, left + layout.columnWidth);
  };

  const placeUnder = (event: PointerEvent) => {
    const box = viewport.current!.getBoundingClientRect();
    const column = columnAt(layout, event.clientX - box.left + viewport.current!.scrollLeft);
    if (column === null) return null;
    const y = event.clientY - (canvas.current?.getBoundingClientRect().top ?? box.top);
    const system = tops.filter((top) => top <= y).length - 1;
    return { column, system: Math.min(systems.length - 1, Math.max(0, system)) };
  };

  const shown = hovered ?? cursor;
  const range = cursor ? rangeOf(cursor) : null;
  const cursorLeft = range ? columnLeft(layout, range.from) : 0;
  const cursorRight = range ? columnLeft(layout, range.to) + layout.columnWidth : 0;
  const states = useMemo(() => {
    const found = new Set<VerdictState>();
    for (const { index } of systems) {
      let last: VerdictState | null = null;
      for (const row of columns) {
        const state = row.states[index] ?? 'not run';
        if (state !== last) found.add(state);
        last = state;
      }
    }
    return found;
  }, [columns, systems]);
  const describe = (column: number, system: number) => {
    const row = columns[column];
    const name = systems[system];
    return row && name ? `${row.instanceId}, ${row.database}; ${name.name}: ${row.states[name.index] ?? 'not run'}` : '';
  };

  return (
    <section className="ov-matrix" data-pane aria-label="Verdict matrix">
      <PaneHead
        title="Verdict matrix"
        note={[
          columns.length === total
            ? 'one column an instance, hardest left'
            : `${count(columns.length)} of ${count(total)} instances`,
          layout.columnWidth * window.devicePixelRatio < 1 && 'thinner than a pixel: failures are drawn over matches',
        ]
          .filter(Boolean)
          .join('; ')}
        right={<Legend states={states} />}
      />
      <div className="ov-matrix-body">
        <ol className="ov-matrix-names" aria-hidden="true">
          {systems.map((system, i) => (
            <li
              key={system.name}
              className={classes(shown?.system === i && 'ov-matrix-name-on')}
              style={{ top: HEAD + tops[i]! }}
              title={system.name}
            >
              <span className="u-ellipsis">{system.name.slice(0, -NAME_END)}</span>
              <span>{system.name.slice(-NAME_END)}</span>
            </li>
          ))}
        </ol>
        <ScrollRegion
          ref={viewport}
          className="ov-matrix-view"
          style={{ height: HEAD + height + (scrolls ? FOOT : 2), overflowX: scrolls ? 'auto' : 'hidden' }}
          role="application"
          aria-roledescription="verdict matrix"
          aria-label={`Verdicts of ${systems.length} systems on ${count(columns.length)} instances. Arrows move, Enter opens.`}
          onKeyDown={onKey}
          onScroll={(event) => setScrollLeft(event.currentTarget.scrollLeft)}
          onPointerDown={(event) => {
            const place = event.button === 0 ? placeUnder(event) : null;
            if (place === null) return;
            dragging.current = true;
            event.currentTarget.setPointerCapture(event.pointerId);
            const anchor = event.shiftKey && cursor ? cursor.anchor : place.column;
            onCursor({ ...place, anchor });
          }}
          onPointerMove={(event) => {
            const place = placeUnder(event);
            if (dragging.current && place && cursor) onCursor({ ...place, anchor: cursor.anchor });
            else setHovered(place);
          }}
          onPointerUp={() => {
            dragging.current = false;
          }}
          onPointerLeave={() => setHovered(null)}
          onDoubleClick={() => cursor && onOpen(cursor.column, systems[cursor.system]?.index ?? 0)}
        >
          <div className="ov-matrix-space" style={{ width: Math.max(layout.width, 1), height: HEAD + height }}>
            {layout.sections.map((section) => (
              <SectionName key={section.place} section={section} from={scrollLeft} to={scrollLeft + width} />
            ))}
            <canvas ref={canvas} className="ov-matrix-canvas" style={{ width, height }} />
            {range && (
              <div
                className="ov-cursor"
                style={{ left: cursorLeft - 2, width: Math.max(3, cursorRight - cursorLeft) + 4, height: height + 4 }}
              />
            )}
            {range && cursor && (
              <div
                className="ov-cursor-cell"
                style={{
                  left: columnLeft(layout, cursor.column) - 2,
                  width: Math.max(3, layout.columnWidth) + 4,
                  top: HEAD - 2 + tops[cursor.system]!,
                }}
              />
            )}
          </div>
        </ScrollRegion>
        <p className="ov-matrix-text u-ellipsis" aria-live="polite">
          {shown
            ? describe(shown.column, shown.system)
            : 'Arrows or a click choose an instance, Shift or dragging a range; Enter opens it.'}
        </p>
      </div>
    </section>
  );
}

/** The bracket over a stratum's columns; its name stands over the part that is in view, where there is room. */
function SectionName({ section, from, to }: { section: MatrixSection; from: number; to: number }) {
  const { place, left, right } = section;
  const size = count(section.to - section.from);
  const seenFrom = Math.max(left, from);
  const room = Math.min(right, to) - seenFrom;
  // A narrow bracket has room for one word.
  const name = place !== 'rest' ? place : room >= ALL_MATCH_WIDTH ? 'all match' : 'match';
  const needed = Math.max(26, name.length * 7);
  return (
    <div className="ov-section" style={{ left, width: right - left }} title={`${placeName(place)}: ${size}`}>
      {room >= needed && (
        <span className="ov-section-name" style={{ left: seenFrom - left + room / 2 }}>
          <b>{name}</b> {room >= needed + 30 && size}
        </span>
      )}
    </div>
  );
}

/** The states that occur, each as its cells look. */
function Legend({ states }: { states: ReadonlySet<VerdictState> }) {
  const shown = (Object.keys(STATE_MARKS) as VerdictState[]).filter((state) => states.has(state));
  return (
    <span className="ov-legend">
      {shown.map((state) => {
        const { token, top, bottom } = STATE_MARKS[state];
        return (
          <span key={state} className="ov-legend-item">
            <span className="ov-legend-cell">
              <i style={{ background: `var(${token})`, top: `${top * 100}%`, bottom: `${(1 - bottom) * 100}%` }} />
            </span>
            {state === 'prediction failed' ? 'prediction failed' : VERDICT_LOOK[state].word}
          </span>
        );
      })}
    </span>
  );
}
