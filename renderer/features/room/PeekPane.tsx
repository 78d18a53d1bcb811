import './schema.css';
import { useEffect, useState } from 'react';
import { shortText } from '#shared/model/evidence.ts';
import { firstRowsSql, frequentValuesSql } from '#shared/sql/peek.ts';
import { failureOf, useAssay } from '../../client/index.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import { Button, count, Icon, IconButton, Skeleton } from '../../ui/index.ts';
import type { Place } from './logic/moving.ts';
import {
  type FoundInRows,
  findFrequentValue,
  findSampleRow,
  frequentValuePlace,
  type SchemaPlace,
  sampleRowPlace,
} from './logic/schema-places.ts';
import { type PeekCell, PeekGrid } from './PeekGrid.tsx';
import { writeScratch } from './scratch-draft.ts';
import { notify, setLayout, setView } from './view-state.ts';

/** What is looked at: the first rows of a table, or the values of one of its columns. */
export type Peek = { table: string; column: string | null };
/** Evidence to be shown among what is looked at; a new object each time it is asked for. */
export type PeekWanted = Exclude<SchemaPlace, { kind: 'schema' }>;

const ROWS = 20;
const VALUES = 100;
const MORE_VALUES = 1_000;

/** Sample rows of a table, or the most frequent values of a column, asked of the database on demand. */
export function PeekPane({
  at,
  engine,
  peek,
  wanted,
  onClose,
}: {
  at: Place;
  engine: string;
  peek: Peek;
  wanted: PeekWanted | null;
  onClose: () => void;
}) {
  const { instance } = at;
  const { table, column } = peek;
  // Another instance may be of another database: nothing that was shown or chosen in its rows is taken along.
  return (
    <section className="room-peek" aria-label={peekName(peek)} data-pane="peek">
      <div className="room-peek-head">
        <Icon name="database" size={12} />
        <b className="u-medium u-ellipsis">{column === null ? table : `${table}.${column}`}</b>
        <span className="u-text-2">{column === null ? 'sample rows, in the order of the engine' : 'most frequent values'}</span>
        <span className="room-peek-close">
          <KeyHint command="room.closePeek" />
          <IconButton icon="close" label="Close" onClick={onClose} />
        </span>
      </div>
      {engine.toLowerCase().startsWith('snowflake') ? (
        <OnSnowflake at={at} engine={engine} peek={peek} />
      ) : column === null ? (
        <Rows
          key={`${instance} ${table}`}
          instance={instance}
          table={table}
          wanted={wanted?.kind === 'sample row' ? wanted : null}
        />
      ) : (
        <Values
          key={`${instance} ${table}.${column}`}
          instance={instance}
          table={table}
          column={column}
          wanted={wanted?.kind === 'frequent value' ? wanted : null}
        />
      )}
    </section>
  );
}

const peekName = ({ table, column }: Peek): string =>
  column === null ? `Sample rows of ${table}` : `Values of ${table}.${column}`;

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

/** The cell of evidence among rows once they are there; says what is not as it was, and (`gone`) what is not there any more. */
function useFound<W extends PeekWanted, D>(
  wanted: W | null,
  data: D | undefined,
  find: (data: D, wanted: W) => FoundInRows | null,
  gone: (data: D, wanted: W) => string,
): PeekCell | null {
  const [cell, setCell] = useState<PeekCell | null>(null);
  useEffect(() => {
    if (wanted === null || data === undefined) return;
    const found = find(data, wanted);
    if (found === null) notify(gone(data, wanted), 'warning');
    else if (found.change !== null) notify(found.change, 'warning');
    setCell(found && { row: found.row, column: found.column ?? -1 });
    // Only what is asked for anew, or was waited for, is looked for: not each time the rows are read again.
  }, [wanted, data === undefined]);
  return cell;
}

function Rows({
  instance,
  table,
  wanted,
}: {
  instance: number;
  table: string;
  wanted: Extract<PeekWanted, { kind: 'sample row' }> | null;
}) {
  const { data, error, refetch } = useAssay('peek.rows', { instance, table, count: ROWS });
  const shown = useFound(
    wanted,
    data,
    findSampleRow,
    (_, { row, text }) => `The rows have changed since: “${shortText(text)}” does not stand in sample row ${row + 1} any more.`,
  );
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} label="Asking the database" />;
  return (
    <>
      <PeekGrid
        label={peekName({ table, column: null })}
        table={data}
        shown={shown}
        placeAt={({ row, column }) => sampleRowPlace(table, data, row, column === -1 ? null : column)}
      />
      {data.cut && <p className="room-peek-note">The first {ROWS} rows; there are more.</p>}
      {data.rows.length === 0 && <p className="room-peek-note">The table is empty.</p>}
    </>
  );
}

function Values({
  instance,
  table,
  column,
  wanted,
}: {
  instance: number;
  table: string;
  column: string;
  wanted: Extract<PeekWanted, { kind: 'frequent value' }> | null;
}) {
  const [most, setMost] = useState(VALUES);
  const { data, error, refetch } = useAssay('peek.values', { instance, table, column, count: most }, { keepPrevious: true });
  // Evidence may be of the rarer values, which are asked for before it is said to be gone.
  const isRarer = wanted !== null && data?.cut === true && most < MORE_VALUES && findFrequentValue(data, wanted) === null;
  useEffect(() => {
    if (isRarer) setMost(MORE_VALUES);
  }, [isRarer]);
  const isThere = data !== undefined && !isRarer && (most === VALUES || data.rows.length > VALUES || !data.cut);
  const shown = useFound(wanted, isThere ? data : undefined, findFrequentValue, (all, { text }) =>
    all.cut
      ? `“${shortText(text)}” is not among the ${count(all.rows.length)} most frequent values any more.`
      : `The rows have changed since: no row of ${table} holds “${shortText(text)}” in ${column} any more.`,
  );
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} label="Asking the database" />;
  return (
    <>
      <PeekGrid
        label={peekName({ table, column })}
        table={data}
        shown={shown}
        placeAt={({ row }) => frequentValuePlace(table, column, data, row)}
      />
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
