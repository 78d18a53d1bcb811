import './executions.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type ListedExecution, RETRIED_STATUSES } from '#shared/contract/execution.ts';
import type { ExecutionStatus } from '#shared/model/execution.ts';
import { failureOf, go, isBusy, startRunAndJudge, useActivity, useAssay } from '../../client/index.ts';
import {
  Button,
  classes,
  clock,
  count,
  counted,
  Dialog,
  DialogParts,
  duration,
  Field,
  Message,
  Skeleton,
} from '../../ui/index.ts';
import { BlindGate } from '../blind/index.ts';
import { RUN_EVERYTHING, runRequest } from './run-options.ts';
import { STATUS_LOOK } from './statuses.ts';

const ROW_HEIGHT = 24;
/** More than this is told, not listed. */
const MOST = 20_000;

/** One use of an execution's query: a gold or a system's prediction for an instance. */
type Line = { readonly execution: ListedExecution; readonly use: ListedExecution['uses'][number] };

/** The executions of the current run that ended in a status: whose they are, what the engine said, and the query. */
export function ExecutionsDialog({ status, onClose }: { status: ExecutionStatus; onClose: () => void }) {
  return (
    <Dialog label={`Executions: ${STATUS_LOOK[status].word}`} onClose={onClose} className="run-executions">
      <BlindGate
        screen="executions"
        over
        instead={
          <Button kind="primary" data-autofocus="" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Executions status={status} onClose={onClose} />
      </BlindGate>
    </Dialog>
  );
}

function Executions({ status, onClose }: { status: ExecutionStatus; onClose: () => void }) {
  const list = useAssay('execution.list', { status, limit: MOST });
  const busy = useActivity((store) => isBusy(store.activity));
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const lines = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return (list.data?.executions ?? [])
      .flatMap((execution) => execution.uses.map((use): Line => ({ execution, use })))
      .filter(({ execution, use }) =>
        `${use.instanceId} ${use.system?.name ?? 'gold'} ${execution.database} ${execution.errorCode ?? ''} ${execution.errorMessage ?? ''} ${execution.sql}`
          .toLowerCase()
          .includes(wanted),
      );
  }, [list.data, search]);
  const current = lines[Math.min(at, lines.length - 1)];
  const open = (line: Line | undefined) => {
    if (line && go('room', { looking: true, instance: line.use.instance, system: line.use.system?.id ?? null })) onClose();
  };
  const retried = RETRIED_STATUSES.find((each) => each === status);
  const total = list.data?.total ?? 0;
  return (
    <DialogParts
      title={`${counted(total, 'execution')} ${status === 'environment' ? 'kept from running by the environment' : STATUS_LOOK[status].word}`}
      actions={
        <>
          {retried && total > 0 && (
            <Button
              icon="run"
              disabled={busy}
              title="Runs only these again; what they came to stays among the attempts"
              onClick={() => {
                onClose();
                void startRunAndJudge(runRequest({ ...RUN_EVERYTHING, retry: [retried] }));
              }}
            >
              Run these again
            </Button>
          )}
          <Button disabled={!current} onClick={() => open(current)}>
            Open in the room
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="u-text-2">{STATUS_LOOK[status].title}.</p>
      <Field
        label="Search instance, system, message or query"
        placeholder="Instance, system, message, query"
        icon="search"
        value={search}
        onChange={(text) => {
          setSearch(text);
          setAt(0);
        }}
        data-autofocus
      />
      {list.error ? (
        <Message tone="danger" title={failureOf(list.error).message} />
      ) : !list.data ? (
        <Skeleton lines={8} label="Reading the executions" />
      ) : lines.length === 0 ? (
        <Message icon="search" title={total === 0 ? 'No execution ended so' : 'Nothing matches the search'} />
      ) : (
        <>
          {list.data.executions.length < total && (
            <p className="u-warn">
              The first {count(list.data.executions.length)} of {count(total)} are listed.
            </p>
          )}
          <Lines lines={lines} at={at} onAt={setAt} onOpen={open} />
          {current && <Detail line={current} />}
        </>
      )}
    </DialogParts>
  );
}

function Lines({
  lines,
  at,
  onAt,
  onOpen,
}: {
  lines: readonly Line[];
  at: number;
  onAt: (at: number) => void;
  onOpen: (line: Line | undefined) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -lines.length, End: lines.length }[event.key];
    if (event.key === 'Enter') onOpen(lines[at]);
    else if (by !== undefined) {
      const next = Math.min(lines.length - 1, Math.max(0, at + by));
      onAt(next);
      virtual.scrollToIndex(next);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className="run-lines u-scroll"
      role="listbox"
      aria-label={counted(lines.length, 'use of a query', 'uses of queries')}
      aria-activedescendant={`run-line-${at}`}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { execution, use } = lines[index]!;
          return (
            <div
              key={index}
              id={`run-line-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              className={classes('run-line-row', index === at && 'run-line-row-on')}
              style={{ transform: `translateY(${start}px)` }}
              onMouseDown={() => onAt(index)}
              onDoubleClick={() => onOpen(lines[index])}
            >
              <code className="u-ellipsis" title={use.instanceId}>
                {use.instanceId}
              </code>
              <span className={classes('u-ellipsis', use.system === null && 'run-plan-gold')}>{use.system?.name ?? 'gold'}</span>
              <span className="u-text-2 u-ellipsis">{execution.database}</span>
              <span className="u-ellipsis" title={execution.errorMessage ?? undefined}>
                {execution.errorMessage ?? `${count(execution.rowCount ?? 0)} rows in ${duration(execution.durationMs)}`}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Detail({ line: { execution, use } }: { line: Line }) {
  const attempts = useAssay('execution.attempts', { query: execution.query }).data ?? [];
  return (
    <section className="run-detail" aria-label="The chosen execution">
      <p>
        <b>{use.instanceId}</b> {use.system?.name ?? 'gold'}, {execution.database}, {duration(execution.durationMs)}
        {execution.repetition > 1 && `, run ${execution.repetition}`}
        {execution.errorCode !== null && (
          <>
            {' '}
            <code>{execution.errorCode}</code>
          </>
        )}
      </p>
      {execution.errorMessage !== null && <p className="run-detail-message">{execution.errorMessage}</p>}
      {attempts.length > 0 && (
        <p className="u-text-2" title={attempts.map(({ errorMessage }) => errorMessage ?? '').join('\n')}>
          Attempts:{' '}
          {attempts.map(({ sentAt, status, errorCode }) => `${clock(sentAt)} ${errorCode ?? status ?? 'under way'}`).join(', ')}
        </p>
      )}
      <textarea className="run-detail-sql u-scroll" readOnly rows={5} aria-label="The query" value={execution.sql} />
    </section>
  );
}
