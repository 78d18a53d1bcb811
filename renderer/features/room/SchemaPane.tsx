import './schema.css';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { InstanceView, PredictionView, SchemaTable } from '#shared/contract/room.ts';
import { classes, count, counted, Field, Icon, Message, ScrollRegion } from '../../ui/index.ts';
import { listTables, type NamedBy, namedBy, namesInSql, schemaWidths } from './logic/schema.ts';
import { type Peek, PeekPane } from './PeekPane.tsx';
import { type SchemaMark, usePeek, useSchemaEvidence } from './schema-evidence.ts';
import { useRoomView } from './view-state.ts';

/** More tables than this are shown only after a filter. */
const MOST_TABLES = 200;

/** Tables, columns and keys; what gold and the prediction name is marked. */
export const SchemaPane = memo(function SchemaPane({
  view,
  prediction,
}: {
  view: Pick<InstanceView, 'instance' | 'database' | 'engine' | 'schema' | 'golds'>;
  prediction: Pick<PredictionView, 'system' | 'sql'>;
}) {
  const { instance, database, schema, golds } = view;
  const { sql } = prediction;
  const [text, setText] = useState('');
  const gold = useMemo(() => namesInSql(golds.map((each) => each.sql ?? '').join('\n')), [golds]);
  const predicted = useMemo(() => namesInSql(sql), [sql]);
  const tables = useMemo(() => listTables(schema, text, gold, predicted), [schema, text, gold, predicted]);
  const shown = useMemo(() => tables.slice(0, MOST_TABLES), [tables]);
  const at = { instance, system: prediction.system };
  const region = useRef<HTMLElement>(null);
  const { open, show, close } = usePeek(instance, schema, region);
  const { mark, unmark, onKeyDown, onClick } = useSchemaEvidence(at, schema, shown, region, { filter: setText, peek: show });
  // Below another pane it comes by itself; where it was asked for, its names are to be reached at once.
  useEffect(() => {
    if (useRoomView.getState().tab === 'schema') region.current?.focus({ preventScroll: true });
  }, []);
  if (schema.length === 0) {
    return (
      <Message icon="database" title={`No schema is known for ${database}`}>
        The benchmark's files describe no tables of this database.
      </Message>
    );
  }
  return (
    <section className="room-schema" aria-label="Schema" data-pane="schema">
      <div className="room-schema-head">
        <Field
          label="Filter tables and columns"
          placeholder="Filter tables and columns"
          icon="search"
          value={text}
          onChange={setText}
        />
        <span className="u-text-2 u-small u-ellipsis">
          {text === '' ? counted(schema.length, 'table') : `${count(tables.length)} of ${counted(schema.length, 'table')}`}
          {tables.length > MOST_TABLES && <span className="u-warn">, the first {MOST_TABLES} shown; filter to see others</span>}
        </span>
        <span className="room-schema-legend">
          <NamedMark named={{ gold: true, prediction: false }} /> named in gold
          <NamedMark named={{ gold: false, prediction: true }} /> in the prediction
        </span>
      </div>
      {shown.length === 0 ? (
        <Message icon="filter" title="No table matches">
          Neither a table nor a column contains “{text}”.
        </Message>
      ) : (
        <ScrollRegion
          ref={region}
          className="room-schema-tables"
          data-pane-focus=""
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={({ target }) => target.matches('button') && unmark()}
        >
          {shown.map(({ table, named }) => (
            <TableCard
              key={table.name}
              table={table}
              named={named}
              gold={gold}
              prediction={predicted}
              filter={text.trim().toLowerCase()}
              mark={mark?.table === table.name ? mark : null}
              onPeek={show}
            />
          ))}
        </ScrollRegion>
      )}
      {open && <PeekPane at={at} engine={view.engine} peek={open.peek} wanted={open.wanted} onClose={close} />}
    </section>
  );
});

function NamedMark({ named }: { named: NamedBy }) {
  return (
    <>
      {named.gold && (
        <i className="room-named room-named-gold" title="named in gold">
          G
        </i>
      )}
      {named.prediction && (
        <i className="room-named room-named-prediction" title="named in the prediction">
          P
        </i>
      )}
    </>
  );
}

function TableCard({
  table,
  named,
  gold,
  prediction,
  filter,
  mark,
  onPeek,
}: {
  table: SchemaTable;
  named: NamedBy;
  gold: ReadonlySet<string>;
  prediction: ReadonlySet<string>;
  filter: string;
  /** Evidence of the table, or of a column of it, that was asked for. */
  mark: SchemaMark | null;
  onPeek: (peek: Peek) => void;
}) {
  const used = named.gold || named.prediction;
  const widths = useMemo(() => schemaWidths(table.columns, used), [table, used]);
  return (
    <table className={classes('room-schema-table', used && 'room-schema-used')}>
      <caption data-table={table.name} className={mark?.column === null ? 'room-schema-marked' : undefined}>
        <div className="room-schema-caption">
          <button
            type="button"
            className="room-schema-values room-schema-name"
            aria-label={`Sample rows of ${table.name}`}
            title={`${table.title === table.name ? table.name : `${table.name}: ${table.title}`}\nA click shows its first rows.`}
            onClick={() => onPeek({ table: table.name, column: null })}
          >
            {table.name}
            <Icon name="grid" size={11} />
          </button>
          {table.title.toLowerCase() !== table.name.toLowerCase() && <span className="u-text-3 u-ellipsis">{table.title}</span>}
          <span className="room-schema-marks">
            <NamedMark named={named} />
          </span>
        </div>
      </caption>
      <colgroup>
        <col className="room-schema-key" />
        <col />
        <col style={{ width: widths.type }} />
        <col style={{ width: widths.reference }} />
        <col className={used ? 'room-schema-marks' : 'room-schema-no-marks'} />
      </colgroup>
      <tbody>
        {table.columns.map((column) => {
          const by = used ? namedBy(column.name, gold, prediction) : { gold: false, prediction: false };
          const found =
            filter !== '' && `${column.name}\n${column.title}\n${column.description ?? ''}`.toLowerCase().includes(filter);
          return (
            <tr
              key={column.name}
              data-table={table.name}
              data-column={column.name}
              className={classes(found && 'room-schema-found', mark?.column === column.name && 'room-schema-marked')}
            >
              <td className="room-schema-key" title={column.primaryKey ? 'primary key' : undefined}>
                {column.primaryKey && <Icon name="pin" size={11} />}
                {column.primaryKey && <span className="u-hidden">primary key</span>}
              </td>
              <td
                className="room-schema-column"
                title={[
                  column.title === column.name ? column.name : `${column.name}: ${column.title}`,
                  ...(column.description ? [column.description] : []),
                  'A click shows its values.',
                ].join('\n')}
              >
                <button
                  type="button"
                  className="room-schema-values"
                  onClick={() => onPeek({ table: table.name, column: column.name })}
                >
                  {column.name}
                </button>
                {column.description && <span className="room-schema-description">{column.description}</span>}
              </td>
              <td className="room-schema-type" title={column.type}>
                {column.type}
              </td>
              <td
                className="room-schema-reference"
                title={column.references ? `${column.name} refers to ${column.references}` : undefined}
              >
                {column.references && (
                  <>
                    <Icon name="apply" size={11} />
                    {column.references}
                  </>
                )}
              </td>
              <td className="room-schema-marks">
                <NamedMark named={by} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
