import './schema.css';
import { useState } from 'react';
import type { PeekTable } from '#shared/contract/trial.ts';
import { firstRowsSql, frequentValuesSql } from '#shared/sql/peek.ts';
import { failureOf, useAssay } from '../../client/index.ts';
import { Button, count, Icon, IconButton, ScrollRegion, Skeleton } from '../../ui/index.ts';
import { cellView } from './logic/cell-text.ts';
import type { Place } from './logic/moving.ts';
import { writeScratch } from './scratch-draft.ts';
import { setLayout, setView } from './view-state.ts';

/** What is looked at: the first rows of a table, or the values of one of its columns. */
export type Peek = { table: string; column: string | null };

const ROWS = 20;
const VALUES = 100;
const MORE_VALUES = 1_000;

/** Sample rows of a table, or the most frequent values of a column, asked of the database on demand. */
export function PeekPane({ at, engine, peek, onClose }: { at: Place; engine: string; peek: Peek; onClose: () => void }) {
  const { instance } = at;
  const { table, column } = peek;
  return (
    <section className="room-peek" aria-label={column === null ? `Sample rows of ${table}` : `Values of ${table}.${column}`}>
      <div className="room-peek-head">
        <Icon name="database" size={12} />
        <b className="u-medium u-ellipsis">{column === null ? table : `${table}.${column}`}</b>
        <span className="u-text-2">{column === null ? 'sample rows, in the order of the engine' : 'most frequent values'}</span>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      {engine.toLowerCase().startsWith('snowflake') ? (
        <OnSnowflake at={at} engine={engine} peek={peek} />
      ) : column === null ? (
        <Rows key={table} instance={instance} table={table} />
      ) : (
        <Values key={`${table}.${column}`} instance={instance} table={table} column={column} />
      )}
    </section>
  );
}

/** A warehouse is never asked by the way: each query of it takes a connection, may cost, and is logged there. */
function OnSnowflake({ at, engine, peek: { table, column } }: { at: Place; engine: string; peek: Peek }) {
  const sql = column === null ? firstRowsSql(engine, table, ROWS) : frequentValuesSql(engine, table, column, VALUES);
  const ask = () => {
    writeScratch(at, sql);
    setLayout({ tab: 'scratch' });
    setView({ scratchAsked: true });
  };
  return (
    <p className="room-peek-note">
      This table is on Snowflake, which is asked only where you say so: a query there may cost, and needs the connection of the
      run.{' '}
      <Button kind="link" onClick={ask}>
        Write it as the scratch query
      </Button>
    </p>
  );
}

function Rows({ instance, table }: { instance: number; table: string }) {
  const { data, error, refetch } = useAssay('peek.rows', { instance, table, count: ROWS });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} label="Asking the database" />;
  return (
    <>
      <PeekRows table={data} />
      {data.cut && <p className="room-peek-note">The first {ROWS} rows; there are more.</p>}
      {data.rows.length === 0 && <p className="room-peek-note">The table is empty.</p>}
    </>
  );
}

function Values({ instance, table, column }: { instance: number; table: string; column: string }) {
  const [most, setMost] = useState(VALUES);
  const { data, error, refetch } = useAssay('peek.values', { instance, table, column, count: most }, { keepPrevious: true });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} label="Asking the database" />;
  return (
    <>
      <PeekRows table={data} />
      <p className="room-peek-note">
        {data.cut
          ? `The ${count(data.rows.length)} most frequent values; there are more.`
          : `${count(data.rows.length)} distinct values, all.`}{' '}
        {data.cut && most < MORE_VALUES && (
          <Button kind="link" onClick={() => setMost(MORE_VALUES)}>
            Show {count(MORE_VALUES)}
          </Button>
        )}
      </p>
    </>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const failure = failureOf(error);
  return (
    <p className="room-peek-note u-danger">
      {failure.message} {failure.next}{' '}
      <Button kind="link" onClick={retry}>
        Try again
      </Button>
    </p>
  );
}

function PeekRows({ table: { columns, rows } }: { table: PeekTable }) {
  return (
    <ScrollRegion className="room-peek-rows">
      <table>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => {
                const view = cellView(value);
                return (
                  <td key={column} className={view.right ? 'room-cell-right' : undefined}>
                    {view.pieces.map((piece, index) => (
                      <span key={index} className={piece.look === 'plain' ? undefined : `room-piece-${piece.look}`}>
                        {piece.text}
                      </span>
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
