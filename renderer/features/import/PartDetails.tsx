import { useState } from 'react';
import type { ImportPreview } from '#shared/contract/import.ts';
import { fileName } from '../../client/index.ts';
import { Button, classes, count, Message, PaneHead, Skeleton } from '../../ui/index.ts';
import { Columns } from './Columns.tsx';
import { tablePurpose } from './formats.ts';
import { FormatMenu, PartSettings } from './PartSettings.tsx';
import type { Part } from './parts.ts';
import { editItem, isComplete, type Plan, read } from './plan.ts';
import { Rejections } from './Rejections.tsx';

/** The right pane: what one part would bring. */
export function PartDetails({ part, plan }: { part: Part; plan: Plan }) {
  const { item, preview } = part;
  const disabled = plan.state === 'importing';
  return (
    <>
      <div className="import-head">
        <h2 className="u-medium u-ellipsis">{item.kind === 'benchmark' ? 'Benchmark' : item.system || 'no name yet'}</h2>
        <code className="u-text-2 u-ellipsis" title={item.path}>
          {fileName(item.path)}
        </code>
        <span className="import-edit">
          <FormatMenu part={part} disabled={disabled} />
        </span>
      </div>
      <Why part={part} />
      <PartSettings part={part} disabled={disabled} />
      <div className="import-details u-scroll" tabIndex={-1}>
        {tablePurpose(item) !== null && <Columns part={part} disabled={disabled} />}
        {!isComplete(item) ? (
          <Message icon="info" title="This part needs a system name">
            Predictions and trajectories belong to a system. Type its name above; predictions also need a group.
          </Message>
        ) : preview ? (
          <PreviewOf part={part} preview={preview} />
        ) : plan.state === 'reading' || plan.state === 'detecting' ? (
          <Skeleton lines={8} label="Reading" />
        ) : (
          <Message
            icon="info"
            title={part.taken ? 'Not read yet' : 'Left out'}
            actions={part.taken && <Button onClick={() => void read()}>Read it</Button>}
          >
            {part.taken ? 'Reading was cancelled. Nothing was written.' : 'Take the part to see what it would bring.'}
          </Message>
        )}
      </div>
    </>
  );
}

/** How sure the recognition is, in words. */
const sureness = (confidence: number) => (confidence >= 0.9 ? 'Recognised as' : confidence >= 0.7 ? 'Probably' : 'Perhaps');

/** What a part was taken for, and by what. */
function Why({ part }: { part: Part }) {
  if (part.recognised === null) return <p className="import-why u-text-2">Read as you chose.</p>;
  const { confidence, description, why } = part.recognised;
  return (
    <p className="import-why u-text-2" title={`confidence ${confidence}`}>
      {sureness(confidence)} {description}, because {why}.
    </p>
  );
}

const isRepeat = (reason: string) => reason.startsWith('second prediction with the same id');

/** What can be done about a reason besides mending the file. */
function wayOut(part: Part, reason: string): { label: string; run: () => void } | null {
  if (part.item.kind !== 'predictions' || !isRepeat(reason)) return null;
  return {
    label: 'Keep as rollouts',
    run: () => editItem(part.id, (old) => (old.kind === 'predictions' ? { ...old, repeats: 'rollouts' } : old)),
  };
}

function PreviewOf({ part, preview }: { part: Part; preview: ImportPreview }) {
  if (preview.refused) {
    return (
      <Message tone="danger" title="Nothing of this part can be imported">
        {preview.refused.message} {preview.refused.next}
      </Message>
    );
  }
  const rejections = preview.receipts.flatMap((receipt) => receipt.rejections);
  const cleaned = preview.receipts.filter((receipt) => receipt.cleaned > 0);
  const notes = preview.receipts.flatMap((receipt) => receipt.notes);
  return (
    <>
      {preview.receipts.length > 1 && <Files preview={preview} />}
      <FirstTen preview={preview} />
      <Rejections rejections={rejections} title="Would be rejected" wayOut={(reason) => wayOut(part, reason)} />
      {cleaned.length > 0 && (
        <PaneHead
          level={3}
          title={
            <>
              Would be cleaned{' '}
              <span className="import-number">{count(cleaned.reduce((sum, each) => sum + each.cleaned, 0))}</span>
            </>
          }
          note="the change is recorded with each record"
        />
      )}
      {notes.length > 0 && (
        <>
          <PaneHead level={3} title="Notes" />
          <ul className="import-notes">
            {notes.map((note, index) => (
              <li key={index}>{note}</li>
            ))}
          </ul>
        </>
      )}
      {preview.without.length > 0 && (
        <>
          <PaneHead
            level={3}
            title={
              <>
                Instances without a prediction <span className="import-number">{count(preview.without.length)}</span>
              </>
            }
            note="stay in every denominator as “no prediction”, which does not match"
          />
          <Without ids={preview.without} />
        </>
      )}
    </>
  );
}

/** The parts of a part: a benchmark is read from several files. */
function Files({ preview }: { preview: ImportPreview }) {
  return (
    <>
      <PaneHead level={3} title="Files" note={`${count(preview.receipts.length)}, each with read = new + unchanged + rejected`} />
      <table className="ui-table ui-table-fixed import-files">
        <thead>
          <tr>
            <th>what</th>
            <th>file</th>
            <th className="ui-number import-column-number">read</th>
            <th className="ui-number import-column-number">new</th>
            <th className="ui-number import-column-number">unchanged</th>
            <th className="ui-number import-column-number">rejected</th>
          </tr>
        </thead>
        <tbody>
          {preview.receipts.map((receipt, index) => (
            <tr key={index}>
              <td title={receipt.what}>{receipt.what}</td>
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
    </>
  );
}

function FirstTen({ preview }: { preview: ImportPreview }) {
  if (preview.firstTen.length === 0) return null;
  const all = preview.receipts.reduce((sum, receipt) => sum + receipt.read, 0);
  return (
    <>
      <PaneHead
        level={3}
        title={preview.firstTen.length === 10 ? `First ten of ${count(all)}` : `All ${preview.firstTen.length} that can be shown`}
        note="in the file’s order"
      />
      <table className="ui-table ui-table-fixed import-first">
        <colgroup>
          <col className="import-column-line" />
          <col className="import-column-key" />
          <col />
          <col className="import-column-note" />
        </colgroup>
        <thead>
          <tr>
            <th className="ui-number">line</th>
            <th>instance</th>
            <th>text</th>
            <th>note</th>
          </tr>
        </thead>
        <tbody>
          {preview.firstTen.map((record, index) => (
            <tr key={index}>
              <td className="ui-number u-text-3">{record.line === null ? '' : count(record.line)}</td>
              <td title={record.key}>
                <code>{record.key}</code>
              </td>
              <td title={record.text}>
                <code className="u-text-2">{record.text}</code>
              </td>
              <td className="u-text-2" title={record.note}>
                {record.note}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const SHOWN_IDS = 60;

function Without({ ids }: { ids: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? ids : ids.slice(0, SHOWN_IDS);
  return (
    <p className="import-ids">
      {shown.map((id) => (
        <code key={id}>{id}</code>
      ))}
      {shown.length < ids.length && (
        <Button kind="link" size="small" onClick={() => setAll(true)}>
          and {count(ids.length - shown.length)} more
        </Button>
      )}
    </p>
  );
}
