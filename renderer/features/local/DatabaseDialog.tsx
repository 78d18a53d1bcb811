import './local.css';
import { useState } from 'react';
import type { AssayResult } from '../../client/index.ts';
import { assay, desktop, fileName, useProject } from '../../client/index.ts';
import { Button, count, counted, Dialog, DialogParts, ScrollRegion } from '../../ui/index.ts';
import { useAttempt } from './attempt.tsx';

/** Makes a DuckDB database of a folder of data files or of a Spider2 schema folder, and lets the project run on it. */
export function DatabaseDialog({ onClose }: { onClose: () => void }) {
  const project = useProject((store) => store.path);
  const [built, setBuilt] = useState<AssayResult<'local.build'> | null>(null);
  const { attempt, busy, shown } = useAttempt();
  const make = () =>
    attempt('Making the database', async (context) => {
      const [folder] = await desktop().openFilesDialog({ title: 'Folder of a database', folders: true, multiple: false });
      if (folder === undefined || project === null) return null;
      const name = fileName(folder);
      const separator = project.includes('\\') ? '\\' : '/';
      const target = `${project.replace(/\.assay$/, '')} databases${separator}${name}.duckdb`;
      setBuilt(await assay.call('local.build', { folder, target }, context));
      await assay.call('import.run', { items: [{ kind: 'benchmark', format: 'databases', path: target }] });
      return `${name} is made as ${target}. The queries of its instances run there from the next run on.`;
    });
  return (
    <Dialog label="Local database" onClose={onClose} className="lo-dialog">
      <DialogParts
        title="Local database from a folder"
        actions={
          <>
            <Button kind="primary" icon="folder" data-autofocus disabled={busy} onClick={() => void make()}>
              Choose a folder…
            </Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        <div className="lo-parts">
          <p className="u-text-2">
            A folder of Parquet, CSV and JSON files becomes a database with a table for each file; subfolders are schemas. A
            Spider2 schema folder (DDL.csv) becomes a sample database with its few rows. The folder’s name is the database’s, as
            the benchmark writes it. Queries in Snowflake’s dialect then run on it, without a warehouse.
          </p>
          {built !== null && (
            <ScrollRegion as="section" className="lo-list" aria-label="Tables of the database">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Table</th>
                    <th scope="col">Columns</th>
                    <th scope="col">Rows</th>
                  </tr>
                </thead>
                <tbody>
                  {built.tables.map(({ schema, name, columns, rows }) => (
                    <tr key={`${schema}.${name}`}>
                      <td>
                        {schema}.{name}
                      </td>
                      <td>{count(columns.length)}</td>
                      <td>{count(rows)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {built.notes.length > 0 && (
                <p className="u-warn">{counted(built.notes.length, 'thing')} could not be taken as it stands:</p>
              )}
              {built.notes.map((note) => (
                <p key={note} className="u-text-2">
                  {note}
                </p>
              ))}
            </ScrollRegion>
          )}
          {shown}
        </div>
      </DialogParts>
    </Dialog>
  );
}
