import './local.css';
import { useState } from 'react';
import { assay, desktop, useAssay } from '../../client/index.ts';
import { Button, count, counted, Dialog, DialogParts, Menu, Skeleton } from '../../ui/index.ts';
import { openConnections, useConnectionNames } from '../connections/index.ts';
import { useAttempt } from './attempt.tsx';

async function save(which: 'answers' | 'missing'): Promise<string | null> {
  const { name, bytes } = await assay.call('recording.file', { which });
  const saved = await desktop().saveFile({ suggestedName: name, bytes: new Uint8Array(bytes) });
  if (saved === null) return null;
  return 'error' in saved ? `Not saved: ${saved.error.message}` : `Saved ${saved.path}`;
}

async function importFile(): Promise<string | null> {
  const [path] = await desktop().openFilesDialog({
    title: 'Import recorded answers',
    folders: false,
    multiple: false,
    filters: [{ name: 'JSON lines', extensions: ['jsonl', 'json'] }],
  });
  if (path === undefined) return null;
  const { read, added, changed, unchanged, rejected } = await assay.call('recording.import', { path });
  const reasons = rejected.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  return [
    `${count(read)} read: ${count(added)} added, ${count(changed)} changed, ${count(unchanged)} unchanged, ${count(rejected.length)} rejected.`,
    ...reasons,
    ...(rejected.length > reasons.length ? [`and ${rejected.length - reasons.length} more`] : []),
  ].join(' ');
}

/** The answers that AI functions give on local databases: brought, taken along, and asked for. */
export function RecordingDialog({ onClose }: { onClose: () => void }) {
  const summary = useAssay('recording.summary', null).data;
  const { attempt, busy, shown } = useAttempt();
  const connections = useConnectionNames() ?? [];
  const [connection, setConnection] = useState<string | null>(null);
  const name = connection ?? connections[0];
  const make = (from: string) =>
    attempt('Asking Snowflake', async (context) => {
      const made = await assay.call('recording.make', { connection: { from: 'keychain', name: from } }, context);
      const reasons = [...new Set(made.failed.map(({ call, message }) => `${call.function}: ${message}`))].slice(0, 3);
      return [`${count(made.asked)} asked, ${count(made.stored)} stored, ${count(made.failed.length)} failed.`, ...reasons].join(
        ' ',
      );
    });
  return (
    <Dialog label="Recorded answers of AI functions" onClose={onClose}>
      <DialogParts
        title="Recorded answers of AI functions"
        actions={
          <Button kind="primary" data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        {summary === undefined ? (
          <Skeleton lines={3} label="Reading the recording" />
        ) : (
          <div className="lo-parts">
            <p className="u-text-2">
              On a local database AI_CLASSIFY and its kin answer from a recording, so that a run can be repeated anywhere. The
              project has {counted(summary.calls, 'answer')}.
            </p>
            <div className="lo-actions">
              <Button icon="download" disabled={busy} onClick={() => void attempt('Importing', importFile)}>
                Import answers…
              </Button>
              <Button disabled={busy || summary.calls === 0} onClick={() => void attempt('Saving', () => save('answers'))}>
                Export answers…
              </Button>
            </div>
            <h3 className="lo-head">Missing</h3>
            {summary.missing === 0 ? (
              <p className="u-text-2">The current run lacked no call.</p>
            ) : (
              <>
                <p>
                  {counted(summary.missing, 'call')} of the current run {summary.missing === 1 ? 'has' : 'have'} no answer. Their
                  queries count against nobody, and run again once they are answered.
                </p>
                <div className="lo-actions">
                  <Button disabled={busy} onClick={() => void attempt('Saving', () => save('missing'))}>
                    Export the calls, to fill in…
                  </Button>
                  {name === undefined ? (
                    <Button onClick={openConnections}>Add a connection to ask Snowflake…</Button>
                  ) : (
                    <>
                      <Button
                        disabled={busy}
                        onClick={() => void make(name)}
                        title="Each call is a query of one row, which the account pays for"
                      >
                        Ask Snowflake for {count(summary.missing)}
                      </Button>
                      <Menu
                        label="by"
                        value={name}
                        options={connections.map((value) => ({ value, label: value }))}
                        onChange={setConnection}
                      />
                    </>
                  )}
                </div>
              </>
            )}
            {shown}
          </div>
        )}
      </DialogParts>
    </Dialog>
  );
}
