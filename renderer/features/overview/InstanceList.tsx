import './instance-list.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MatrixRow } from '#shared/contract/overview.ts';
import { Button, classes, count, counted, Message, PaneHead } from '../../ui/index.ts';
import { FlipBadge, StratumBadge, VerdictMark } from '../marks/index.ts';
import type { MatrixSystem } from './VerdictMatrix.tsx';

const ROW_HEIGHT = 24;

/** The instances that a number, a filter or a range of the matrix stands for; arrows move, Enter opens in the room. */
export function InstanceList({
  title,
  rows,
  systems,
  onOpen,
  onRun,
  onClear,
}: {
  /** Why these; shown beside their count. */
  title: string;
  rows: readonly MatrixRow[];
  systems: readonly MatrixSystem[];
  onOpen: (row: MatrixRow, system: number | null) => void;
  /** Opens what chooses a run, with these instances. */
  onRun: () => void;
  onClear: () => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, rows.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  });
  const onKey = (event: KeyboardEvent) => {
    const row = rows[current];
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[event.key];
    if (event.key === 'Enter' && row) onOpen(row, null);
    else if (by !== undefined) {
      const next = Math.min(rows.length - 1, Math.max(0, current + by));
      setAt(next);
      virtual.scrollToIndex(next);
    } else return;
    event.preventDefault();
  };
  return (
    <section className="ov-list" data-pane aria-label="Chosen instances">
      <PaneHead
        title={counted(rows.length, 'instance')}
        note={title}
        right={
          <>
            <Button size="small" icon="run" disabled={rows.length === 0} onClick={onRun}>
              Run these…
            </Button>
            <Button size="small" command="overview.clear" onClick={onClear}>
              Show all
            </Button>
          </>
        }
        line
      />
      {rows.length === 0 ? (
        <Message icon="filter" title="No instance is left" actions={<Button onClick={onClear}>Show all</Button>}>
          The filters exclude each other. Take one away, or clear them.
        </Message>
      ) : (
        <div
          ref={scroller}
          className="ov-list-rows u-scroll"
          role="listbox"
          aria-label={`${count(rows.length)} instances`}
          aria-activedescendant={`ov-instance-${rows[current]?.instance}`}
          tabIndex={0}
          onKeyDown={onKey}
        >
          <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            <div className="ov-list-names" aria-hidden="true" style={{ gridTemplateColumns: gridOf(systems.length) }}>
              <span />
              <span>instance</span>
              <span>database</span>
              {systems.map(({ name }) => (
                <span key={name} className="u-ellipsis" title={name}>
                  {name}
                </span>
              ))}
              <span />
            </div>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
                <div
                  key={row.instance}
                  id={`ov-instance-${row.instance}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.index === current}
                  className={classes('ov-list-row', item.index === current && 'ov-list-row-on')}
                  style={{ transform: `translateY(${item.start}px)`, gridTemplateColumns: gridOf(systems.length) }}
                  onClick={() => {
                    setAt(item.index);
                    onOpen(row, null);
                  }}
                >
                  <span>
                    {row.stratum ? <StratumBadge stratum={row.stratum} /> : <span className="u-text-3 u-small">outside</span>}
                  </span>
                  <span className="u-mono u-ellipsis" title={row.instanceId}>
                    {row.instanceId}
                  </span>
                  <span className="u-ellipsis u-text-2" title={row.database}>
                    {row.database}
                  </span>
                  {systems.map(({ name, index }) => (
                    <span key={name} className="ov-list-state" title={`${name}: ${row.states[index] ?? 'not run'}`}>
                      <VerdictMark state={row.states[index] ?? 'not run'} iconOnly />
                    </span>
                  ))}
                  <span>{row.flips.length > 0 && <FlipBadge title="The verdict of a system differs between rules" />}</span>
                </div>
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

const gridOf = (systems: number) => `52px minmax(90px, 1.4fr) minmax(80px, 1.4fr) repeat(${systems}, minmax(28px, 1fr)) 64px`;
