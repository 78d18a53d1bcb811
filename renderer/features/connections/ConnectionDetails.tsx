import { useEffect, useRef, useState } from 'react';
import type { ConnectionCheck } from '#shared/contract/connection.ts';
import type { KeptConnection } from '#shared/contract/desktop.ts';
import type { ConnectionSecret } from '#shared/model/connection.ts';
import { assay, desktop, failureOf, failureText, useProject } from '../../client/index.ts';
import { Button, counted, ProgressBar } from '../../ui/index.ts';
import { CheckResult } from './CheckResult.tsx';
import { SecretFields } from './SecretFields.tsx';

const SECRET_WORDS: Record<KeptConnection['secret'], string> = {
  'in the keychain': 'in this machine’s keychain',
  'in memory': 'in memory until Assay ends: this machine has no keychain',
  missing: 'not on this machine: enter it',
  'none needed': 'none needed',
};

type Result = { readonly check: ConnectionCheck } | { readonly note: string; readonly failed: boolean };

/** One connection: what it says, its secret's place, its check. */
export function ConnectionDetails({
  connection,
  onEdit,
  onChanged,
}: {
  connection: KeptConnection;
  onEdit: () => void;
  onChanged: (connections: KeptConnection[]) => void;
}) {
  const { settings, secret } = connection;
  const hasProject = useProject((project) => project.path !== null);
  const [given, setGiven] = useState<ConnectionSecret | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [removing, setRemoving] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const source = { from: 'keychain', name: settings.name } as const;
  const attempt = async (what: string, work: (signal: AbortSignal) => Promise<Result>) => {
    const own = new AbortController();
    controller.current = own;
    setRunning(what);
    setResult(null);
    try {
      setResult(await work(own.signal));
    } catch (thrown) {
      const failure = failureOf(thrown);
      setResult(
        failure.code === 'CANCELLED' ? { note: 'Cancelled.', failed: false } : { note: failureText(failure), failed: true },
      );
    } finally {
      setRunning(null);
    }
  };
  const check = () =>
    attempt('Checking', async (signal) => {
      if (given !== null) {
        onChanged(await desktop().giveSecret({ name: settings.name, secret: given }));
        setGiven(null);
      }
      return { check: await assay.call('connection.check', { connection: source }, { signal }) };
    });
  const readSchemas = () =>
    attempt('Reading schemas', async (signal) => {
      const read = await assay.call('connection.readSchemas', { connection: source }, { signal });
      const failed = read.filter(({ problem }) => problem !== null);
      const done = `Read the schemas of ${counted(read.length - failed.length, 'database')} into the project.`;
      return {
        note: [done, ...failed.map(({ database, problem }) => `${database}: ${problem}`)].join(' '),
        failed: failed.length > 0,
      };
    });
  const remove = () =>
    desktop()
      .removeConnection(settings.name)
      .then(onChanged, (thrown: unknown) => setResult({ note: failureText(failureOf(thrown)), failed: true }));

  const rows: [string, string | null][] = [
    ['Account', settings.account],
    ['User', settings.user],
    ['Logs in by', settings.method.replace('-', ' ')],
    ['Warehouse', settings.warehouse],
    ['Role', settings.role],
    ['Database', [settings.database, settings.schema].filter(Boolean).join('.') || null],
    ['Address', settings.accessUrl],
    ['Secret', SECRET_WORDS[secret]],
  ];
  const isMissing = secret === 'missing';
  return (
    <div className="cn-details">
      <dl className="cn-facts">
        {rows.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === 'Secret' && isMissing ? 'u-warn' : undefined}>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {isMissing && (
        <div className="cn-fields">
          <SecretFields method={settings.method} known={false} onChange={setGiven} />
        </div>
      )}
      <div className="cn-actions">
        <Button
          kind="primary"
          icon="check"
          disabled={running !== null || (isMissing && given === null)}
          onClick={() => void check()}
          title="Logs in and runs a query that needs the warehouse"
        >
          Check
        </Button>
        {hasProject && (
          <Button disabled={running !== null || isMissing} onClick={() => void readSchemas()}>
            Read schemas into the project
          </Button>
        )}
        <Button onClick={onEdit}>Edit…</Button>
        {removing ? (
          <>
            <Button kind="danger" onClick={() => void remove()}>
              Remove it and its secret
            </Button>
            <Button onClick={() => setRemoving(false)}>Keep it</Button>
          </>
        ) : (
          <Button onClick={() => setRemoving(true)}>Remove…</Button>
        )}
      </div>
      {running !== null && (
        <div className="cn-running" role="status">
          <span>{running}…</span>
          <ProgressBar label={running} done={0} total={null} />
          <Button size="small" onClick={() => controller.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
      {result !== null &&
        ('check' in result ? (
          <CheckResult check={result.check} />
        ) : (
          <p className={result.failed ? 'u-danger' : 'u-text-2'} role={result.failed ? 'alert' : 'status'}>
            {result.note}
          </p>
        ))}
    </div>
  );
}
