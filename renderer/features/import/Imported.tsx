import { useEffect, useRef, useState } from 'react';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { go, startRunAndJudge, useAssay } from '../../client/index.ts';
import { Button, classes, clock, count, Message, PaneHead, Skeleton } from '../../ui/index.ts';
import { runEverything } from '../run/index.ts';
import { sumOf } from './parts.ts';
import { exportReceipt } from './ReceiptFoot.tsx';
import { Rejections } from './Rejections.tsx';

/** The next step after an import has the focus, so that Enter goes on. */
function GoOn({ onGo, children }: { onGo: () => void; children: string }) {
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={button}>
      <Button kind="primary" keys="Enter" onClick={onGo}>
        {children}
      </Button>
    </span>
  );
}

/** What has just been imported; without it, the receipts that the project keeps. */
export function Imported({ receipts }: { receipts: readonly StoredReceipt[] | null }) {
  const kept = useAssay('import.receipts', null);
  const { data: summary } = useAssay('project.summary', null);
  const all = kept.data ?? [];
  const newest = new Set((receipts ?? []).map((receipt) => receipt.id));
  const sum = sumOf(receipts ?? []);
  const [chosen, setChosen] = useState<number | null>(null);
  const canRun = (summary?.instances ?? 0) > 0 && (summary?.systems ?? 0) > 0;

  if (kept.isPending) return <Skeleton lines={6} label="Reading the receipts" />;
  if (kept.isError) {
    return (
      <Message
        tone="danger"
        title="The receipts cannot be read"
        actions={<Button onClick={() => void kept.refetch()}>Try again</Button>}
      >
        {kept.error.message}
      </Message>
    );
  }
  if (all.length === 0) {
    return (
      <Message icon="download" title="Nothing is imported yet">
        Drop a benchmark folder with its predictions. Assay shows what it recognises, what it would keep and what it would reject,
        before it writes anything.
      </Message>
    );
  }
  const shown = chosen === null ? all : all.filter((receipt) => receipt.id === chosen);
  const notes = chosen === null ? [] : shown.flatMap((receipt) => receipt.notes);
  return (
    <div className="import-details u-scroll" tabIndex={-1}>
      {receipts && (
        <Message
          tone="ok"
          title={`Imported ${count(sum.kept)} records`}
          className="import-done"
          actions={
            canRun ? (
              <GoOn onGo={() => void (go('overview') && startRunAndJudge(runEverything()))}>Go on: run and judge</GoOn>
            ) : (
              <GoOn onGo={() => go('overview')}>Go to the overview</GoOn>
            )
          }
        >
          {count(sum.unchanged)} were there already, {count(sum.rejected)} rejected.{' '}
          {summary?.systems === 0 && 'Import at least one system’s predictions before you run.'}
        </Message>
      )}
      <PaneHead
        level={2}
        title="Receipts"
        note="kept with the project, newest first; choose one for its notes and rejections"
        right={
          <Button kind="link" size="small" onClick={() => exportReceipt(all)}>
            Export…
          </Button>
        }
      />
      <table className="ui-table ui-table-fixed import-files">
        <thead>
          <tr>
            <th className="import-column-time">at</th>
            <th>what</th>
            <th>file</th>
            <th className="ui-number import-column-number">read</th>
            <th className="ui-number import-column-number">new</th>
            <th className="ui-number import-column-number">unchanged</th>
            <th className="ui-number import-column-number">rejected</th>
          </tr>
        </thead>
        <tbody>
          {[...all].reverse().map((receipt) => (
            <tr key={receipt.id} className={classes(newest.has(receipt.id) && newest.size < all.length && 'ui-row-on')}>
              <td className="u-text-2" title={new Date(receipt.at).toLocaleString('en-GB')}>
                {momentOf(receipt.at)}
              </td>
              <td title={receipt.what}>
                <button
                  type="button"
                  className="import-receipt-name u-ellipsis"
                  aria-pressed={receipt.id === chosen}
                  onClick={() => setChosen(receipt.id === chosen ? null : receipt.id)}
                >
                  {receipt.what}
                </button>
              </td>
              <td title={receipt.file}>
                <code className="u-text-2">{receipt.file}</code>
              </td>
              <td className="ui-number">{count(receipt.read)}</td>
              <td className="ui-number">{count(receipt.kept)}</td>
              <td className="ui-number">{count(receipt.unchanged)}</td>
              <td className={classes('ui-number', receipt.rejected > 0 && 'u-danger')}>{count(receipt.rejected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <>
          <PaneHead level={3} title="Notes" />
          <ul className="import-notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <Rejections
        rejections={shown.flatMap((receipt) => receipt.rejections)}
        title={chosen === null ? 'Rejected' : `Rejected of ${shown[0]?.what ?? ''}`}
      />
      {chosen !== null && shown.every((receipt) => receipt.rejections.length === 0) && (
        <p className="import-notes">Nothing of {shown[0]?.file} was rejected.</p>
      )}
    </div>
  );
}

/** The clock time of today, or the day and the time. */
function momentOf(at: string): string {
  const date = new Date(at);
  if (date.toDateString() === new Date().toDateString()) return clock(date);
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clock(date).slice(0, 5)}`;
}
