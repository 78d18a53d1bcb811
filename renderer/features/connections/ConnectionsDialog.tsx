import './connections.css';
import { useEffect, useState } from 'react';
import type { KeptConnection } from '#shared/contract/desktop.ts';
import { assay, desktop, failureOf, failureText } from '../../client/index.ts';
import { Button, classes, Dialog, DialogParts, ErrorText, Icon, Message, Skeleton } from '../../ui/index.ts';
import { ConnectionDetails } from './ConnectionDetails.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';

type View = { readonly form: false } | { readonly form: true; readonly start: KeptConnection | null };

/** The connections of this machine: listed, checked, added, imported from files, removed. */
export function ConnectionsDialog({ onClose }: { onClose: () => void }) {
  const [connections, setConnections] = useState<readonly KeptConnection[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [view, setView] = useState<View>({ form: false });
  const [note, setNote] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const fail = (thrown: unknown) => setError(failureText(failureOf(thrown)));
  useEffect(() => void desktop().listConnections().then(setConnections, fail), []);

  const importFile = async () => {
    const [path] = await desktop().openFilesDialog({
      title: 'Import connections',
      folders: false,
      multiple: false,
      filters: [{ name: 'connections.toml, .env, snowflake_credential.json', extensions: ['toml', 'json', 'env', '*'] }],
    });
    if (path === undefined) return;
    setError(null);
    const before = new Set(connections?.map(({ settings }) => settings.name));
    const listed = await assay.call('connection.read', { path });
    const kept: string[] = [];
    const left: string[] = [];
    for (const { name, settings, problem } of listed) {
      if (settings === null) left.push(problem ?? `${name} is of no use.`);
      else if (before.has(name)) left.push(`There is a connection ${name} already: remove it first.`);
      else kept.push((await assay.call('connection.keep', { path, name })).name);
    }
    setConnections(await desktop().listConnections());
    if (kept[0] !== undefined) setChosen(kept[0]);
    setNote([kept.length > 0 ? `Imported ${kept.join(', ')}.` : 'Nothing was imported.', ...left].join(' '));
  };

  if (view.form) {
    return (
      <Dialog key="form" label="Connection" onClose={() => setView({ form: false })} className="cn-dialog">
        <ConnectionForm
          start={view.start}
          taken={connections?.map(({ settings }) => settings.name) ?? []}
          onBack={() => setView({ form: false })}
          onSaved={(saved, name) => {
            setConnections(saved);
            setChosen(name);
            setNote(null);
            setView({ form: false });
          }}
        />
      </Dialog>
    );
  }
  const shown = connections?.find(({ settings }) => settings.name === chosen) ?? connections?.[0] ?? null;
  return (
    <Dialog key="list" label="Connections to Snowflake" onClose={onClose} className="cn-dialog">
      <DialogParts
        title="Connections to Snowflake"
        actions={
          <>
            <Button icon="add" data-autofocus onClick={() => setView({ form: true, start: null })}>
              New connection…
            </Button>
            <Button icon="download" onClick={() => void importFile().catch(fail)}>
              Import from a file…
            </Button>
            <Button kind="primary" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {connections === null ? (
          error === null && <Skeleton lines={5} label="Reading the connections" />
        ) : shown === null ? (
          <Message icon="database" title="No connection yet.">
            Add one, or import connections.toml, a .env file or Spider 2.0’s snowflake_credential.json. Queries on SQLite and
            local databases need none.
          </Message>
        ) : (
          <div className="cn-columns">
            <ul className="cn-list" aria-label="Connections">
              {connections.map(({ settings, secret }) => (
                <li key={settings.name}>
                  <button
                    type="button"
                    className={classes('cn-item', settings.name === shown.settings.name && 'cn-item-on')}
                    aria-current={settings.name === shown.settings.name}
                    onClick={() => setChosen(settings.name)}
                  >
                    <Icon name={secret === 'missing' ? 'lock' : 'database'} size={13} />
                    <span className="u-ellipsis" title={settings.name}>
                      {settings.name}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <ConnectionDetails
              key={shown.settings.name}
              connection={shown}
              onEdit={() => setView({ form: true, start: shown })}
              onChanged={setConnections}
            />
          </div>
        )}
        {note !== null && (
          <p className="u-text-2 cn-note" role="status">
            {note}
          </p>
        )}
        <ErrorText text={error} className="cn-note" />
      </DialogParts>
    </Dialog>
  );
}
