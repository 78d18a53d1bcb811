import './local.css';
import { assay, desktop, useAssay } from '../../client/index.ts';
import { Button, count, counted, Dialog, DialogParts, ScrollRegion, Skeleton } from '../../ui/index.ts';
import { BlindGate } from '../blind/index.ts';
import { useAttempt } from './attempt.tsx';

/** Whether golds and predictions compile on sample databases made of their schemas: no warehouse is needed. */
export function CompileDialog({ onClose }: { onClose: () => void }) {
  const { attempt, busy, shown } = useAttempt();
  const compile = () =>
    attempt('Compiling', async (context) => {
      const [schemas] = await desktop().openFilesDialog({
        title: 'Folder of the schemas: resource/databases',
        folders: true,
        multiple: false,
      });
      if (schemas === undefined) return null;
      await assay.call('local.compileProject', { schemas }, context);
      return null;
    });
  return (
    <Dialog label="Compile queries" onClose={onClose} className="lo-dialog">
      <DialogParts
        title="Compile queries on sample databases"
        actions={
          <>
            <Button kind="primary" icon="wrench" data-autofocus disabled={busy} onClick={() => void compile()}>
              Choose the schemas and compile…
            </Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        <div className="lo-parts">
          <p className="u-text-2">
            Tables, columns and functions that do not exist are found without a warehouse: each query is compiled on a database
            made of the benchmark’s schema folder (DDL.csv). The label screen shows it beside the SQL.
          </p>
          <BlindGate screen="compiled queries" over instead={null}>
            <Compiled />
          </BlindGate>
          {shown}
        </div>
      </DialogParts>
    </Dialog>
  );
}

/** Which queries compile, and why others do not. */
function Compiled() {
  const compiled = useAssay('local.compiled', null).data;
  if (compiled === undefined) return <Skeleton lines={4} label="Reading what compiles" />;
  if (compiled.length === 0) return null;
  const known = compiled.filter(({ state }) => state !== 'no schema');
  const failed = known.filter(({ state }) => state !== 'compiles');
  const without = compiled.length - known.length;
  return (
    <>
      <p>
        {count(known.length - failed.length)} of {counted(known.length, 'query', 'queries')} compile
        {without > 0 && `; ${count(without)} have no schema there`}.
      </p>
      {failed.length > 0 && (
        <ScrollRegion as="section" className="lo-list" aria-label="Queries that do not compile">
          <table>
            <thead>
              <tr>
                <th scope="col">Instance</th>
                <th scope="col">Query of</th>
                <th scope="col">Reason</th>
                <th scope="col">Message</th>
              </tr>
            </thead>
            <tbody>
              {failed.map(({ instanceId, system, code, message }) => (
                <tr key={`${instanceId} ${system ?? ''}`}>
                  <td>{instanceId}</td>
                  <td>{system ?? 'gold'}</td>
                  <td>{code}</td>
                  <td className="u-text-2">{message?.split('\n')[0]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}
