import { useState } from 'react';
import type { Rejection } from '#shared/model/receipt.ts';
import { copyOut, saveOut } from '../../client/index.ts';
import { Button, count, PaneHead } from '../../ui/index.ts';
import { byReason, lineRanges, type RejectionGroup, rejectionsCsv } from './parts.ts';

type WayOut = { label: string; run: () => void } | null;

/** Rows of one reason that are listed at once; the rest is in the copied or exported list. */
const LISTED = 200;

/** What was, or would be, rejected: by reason, with file, line and text of each on request. */
export function Rejections({
  rejections,
  title,
  wayOut = () => null,
}: {
  rejections: readonly Rejection[];
  title: string;
  /** What can be done about a reason besides mending the file. */
  wayOut?: (reason: string) => WayOut;
}) {
  const [open, setOpen] = useState<string | null>(null);
  if (rejections.length === 0) return null;
  const groups = byReason(rejections);
  return (
    <>
      <PaneHead
        level={3}
        title={
          <>
            {title} <span className="import-number u-danger">{count(rejections.length)}</span>
          </>
        }
        note="each with its place; nothing else in the file is lost"
        right={
          <span className="u-row">
            <Button kind="link" size="small" onClick={() => void copyOut('the rejections', () => rejectionsCsv(rejections))}>
              Copy as CSV
            </Button>
            <Button kind="link" size="small" onClick={() => void saveOut('rejections.csv', () => rejectionsCsv(rejections))}>
              Save as CSV…
            </Button>
          </span>
        }
      />
      <table className="ui-table ui-table-fixed import-rejections">
        <colgroup>
          <col className="import-column-count" />
          <col className="import-column-reason" />
          <col className="import-column-lines" />
          <col />
          <col className={groups.some(({ reason }) => wayOut(reason) !== null) ? 'import-column-ways' : 'import-column-show'} />
        </colgroup>
        <thead>
          <tr>
            <th className="ui-number">count</th>
            <th>reason</th>
            <th>lines</th>
            <th>example</th>
            <th>
              <span className="u-hidden">Show</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group
            key={group.reason}
            group={group}
            wayOut={wayOut(group.reason)}
            open={open === group.reason}
            onToggle={() => setOpen(open === group.reason ? null : group.reason)}
          />
        ))}
      </table>
    </>
  );
}

function Group({
  group,
  wayOut,
  open,
  onToggle,
}: {
  group: RejectionGroup;
  wayOut: WayOut;
  open: boolean;
  onToggle: () => void;
}) {
  const { reason, rejections } = group;
  const first = rejections[0];
  const lines = rejections.flatMap((each) => (each.line === null ? [] : [each.line]));
  return (
    <tbody>
      <tr>
        <td className="ui-number">{count(rejections.length)}</td>
        <td title={reason}>{reason}</td>
        <td title={lineRanges(lines, 200)}>
          <code className="u-text-2">{lineRanges(lines)}</code>
        </td>
        <td title={first?.excerpt}>
          <code className="u-text-2">{first?.excerpt}</code>
        </td>
        <td className="u-right import-ways">
          {wayOut && (
            <Button kind="link" size="small" onClick={wayOut.run}>
              {wayOut.label}
            </Button>
          )}
          <Button kind="link" size="small" aria-expanded={open} onClick={onToggle}>
            {open ? 'Fold' : 'Show all'}
          </Button>
        </td>
      </tr>
      {open &&
        rejections.slice(0, LISTED).map((each, index) => (
          <tr key={index} className="import-rejection">
            <td className="ui-number u-text-3">{each.line === null ? '' : count(each.line)}</td>
            <td title={each.key ?? undefined}>{each.key ?? '–'}</td>
            <td title={each.file}>
              <code>{each.file}</code>
            </td>
            <td colSpan={2} title={each.excerpt}>
              <code>{each.excerpt}</code>
            </td>
          </tr>
        ))}
      {open && rejections.length > LISTED && (
        <tr className="import-rejection">
          <td />
          <td colSpan={4}>{count(rejections.length - LISTED)} more are in the copied list and in the exported receipt.</td>
        </tr>
      )}
    </tbody>
  );
}
