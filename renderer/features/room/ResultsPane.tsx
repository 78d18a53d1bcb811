import './results.css';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { AlignedRow, GoldView, ResultView } from '#shared/contract/room.ts';
import type { Execution } from '#shared/model/execution.ts';
import type { Finding } from '#shared/model/finding.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { Explanation } from '#shared/model/why.ts';
import { assay, desktop, failureOf, useAssay } from '../../client/index.ts';
import { KeyHint, useCommands } from '../../ui/commands/index.ts';
import { Button, Checkbox, classes, count, Icon, IconButton, Message, Skeleton } from '../../ui/index.ts';
import { fetchRow, isLarge, type Paging, pageRows, type ResultItem } from './data.ts';
import { FailedSide } from './FailedSide.tsx';
import { GoldFindings } from './GoldFindings.tsx';
import { copyText, rowAsTsv } from './logic/cell-text.ts';
import { type Cursor, cellOfDifference, columnNotes, countsInWords, differenceCount, shownColumns } from './logic/cursor.ts';
import { cutText } from './logic/verdicts.ts';
import type { WhyNote } from './logic/why.ts';
import { ResultGrid } from './ResultGrid.tsx';
import { notify, setLayout, toggleLayout, useRoomView } from './view-state.ts';
import { WhyStrip } from './WhyStrip.tsx';

/** Both result tables, row beside row. */
export const ResultsPane = memo(function ResultsPane({
  instance,
  system,
  sample,
  state,
  explanation,
  execution,
  gold,
  findings,
}: {
  instance: number;
  system: number;
  /** The run of the results is the one that this sample was drawn from. */
  sample: number;
  /** The verdict under the sample's rule. */
  state: VerdictState | null;
  explanation: Explanation | null;
  execution: Execution | null;
  gold: GoldView | null;
  /** What a check of the golds found of the instance. */
  findings: readonly Finding[];
}) {
  const item = useMemo(() => ({ instance, system, sample }), [instance, system, sample]);
  const results = useAssay('room.results', item);
  if (results.error) {
    return (
      <section className="room-results" aria-label="Results" data-pane="results">
        <ResultsHead title="Results" />
        <Message
          tone="danger"
          title="The results could not be read"
          actions={
            <Button size="small" onClick={() => void results.refetch()}>
              Try again
            </Button>
          }
        >
          {failureOf(results.error).message}
        </Message>
      </section>
    );
  }
  if (!results.data) {
    return (
      <section className="room-results" aria-label="Results" data-pane="results">
        <ResultsHead title="Results" />
        <Skeleton lines={6} label="Reading the results" />
      </section>
    );
  }
  return (
    <Results
      item={item}
      results={results.data}
      execution={execution}
      gold={gold}
      why={(onShow) => (
        <>
          <GoldFindings findings={findings} system={system} />
          <WhyStrip
            item={item}
            sample={sample}
            state={state}
            stored={explanation}
            isLarge={isLarge(execution) || isLarge(gold?.execution ?? null)}
            onShow={onShow}
          />
        </>
      )}
    />
  );
});

function ResultsHead({ title, note, right }: { title: string; note?: React.ReactNode; right?: React.ReactNode }) {
  return (
    <div className="room-results-head">
      <h2>{title}</h2>
      {note}
      {right && <span className="room-results-right">{right}</span>}
    </div>
  );
}

function Results({
  item,
  results,
  execution,
  gold,
  why,
}: {
  item: ResultItem;
  results: ResultView;
  execution: Execution | null;
  gold: GoldView | null;
  /** The line over the rows that says why they differ. */
  why: (onShow: (note: WhyNote) => void) => ReactNode;
}) {
  const hideRows = useRoomView((view) => view.hideEqualRows) && differenceCount(results) > 0;
  const differences = differenceCount(results);
  const notes = useMemo(() => columnNotes(results), [results]);
  const hideColumns = useRoomView((view) => view.hideEqualColumns) && differences > 0;
  const rowCount = hideRows ? differences : results.rowCount;
  const columns = useMemo(() => shownColumns(results, hideColumns), [results, hideColumns]);
  const paging = useMemo(
    (): Paging => ({ item, onlyDifferences: hideRows, size: pageRows(results.columns.length) }),
    [item, hideRows, results],
  );
  const [stand, setStand] = useState<Stand | null>(null);
  // Where the cursor stood in another item, or among other rows, means nothing here.
  const isHere = stand !== null && stand.item === item && stand.hideRows === hideRows && stand.columns === columns;
  const { cursor, ordinal } = isHere ? stand : NOWHERE;
  const standAt = useCallback(
    (next: Cursor, which: number | null) => setStand({ item, hideRows, columns, cursor: next, ordinal: which }),
    [item, hideRows, columns],
  );
  const moveTo = useCallback((next: Cursor) => standAt(next, null), [standAt]);

  const step = async (direction: 1 | -1) => {
    if (differences === 0) {
      notify(results.marked ? 'No row differs.' : 'What differs is hidden until you commit.');
      return;
    }
    const from = cursor?.row ?? (direction === 1 ? -1 : rowCount);
    const found = await nextDifference(item, from, direction, hideRows ? rowCount : null);
    const around = found ?? (await nextDifference(item, direction === 1 ? -1 : rowCount, direction, hideRows ? rowCount : null));
    if (around === null) return;
    const row = await fetchRow(paging, around);
    if (!row) return;
    const counted = ordinal === null ? null : ordinal + direction;
    const edge = direction === 1 ? 1 : differences;
    const which = hideRows ? around + 1 : found === null || cursor === null ? edge : counted;
    standAt(cellOfDifference(row, around, columns, cursor?.side ?? 'gold'), which);
  };

  /** Stands on the first row that shows a kind of difference. */
  const show = async ({ row: aligned, difference }: WhyNote) => {
    const at = hideRows ? difference : aligned;
    const row = at === null ? null : await fetchRow(paging, at);
    if (at === null || !row) return;
    standAt(cellOfDifference(row, at, columns, cursor?.side ?? 'gold'), difference === null ? null : difference + 1);
  };

  const rowAtCursor = async (): Promise<AlignedRow | null> => (cursor ? fetchRow(paging, cursor.row) : null);
  const copy = async (what: 'cell' | 'row') => {
    const row = await rowAtCursor();
    const text = row && cursor && copiedText(row, cursor, what, results, columns);
    if (text === null) {
      notify('Nothing to copy: the cursor stands on no value.', 'warning');
      return;
    }
    await desktop().copyText(text);
    notify(what === 'cell' ? 'Cell copied.' : 'Row copied as tab-separated values.');
  };

  useCommands([
    { id: 'room.nextDifference', title: 'Next row that differs', group: 'Move', keys: ['c'], run: () => void step(1) },
    {
      id: 'room.previousDifference',
      title: 'Previous row that differs',
      group: 'Move',
      keys: ['Shift+C'],
      run: () => void step(-1),
    },
    {
      id: 'room.hideEqualRows',
      title: 'Hide equal rows',
      group: 'View',
      keys: ['v r'],
      run: () => toggleLayout('hideEqualRows'),
    },
    {
      id: 'room.hideEqualColumns',
      title: 'Hide equal columns',
      group: 'View',
      keys: ['v c'],
      run: () => toggleLayout('hideEqualColumns'),
    },
    {
      id: 'room.copyCell',
      title: 'Copy the cell',
      group: 'View',
      keys: [],
      run: () => void copy('cell'),
      hint: 'Ctrl C in the grid',
    },
    {
      id: 'room.copyRow',
      title: 'Copy the row as TSV',
      group: 'View',
      keys: ['Shift+Y'],
      run: () => void copy('row'),
    },
  ]);

  const missing = results.missing;
  return (
    <section className="room-results" aria-label="Results" data-pane="results">
      <ResultsHead
        title="Results"
        note={
          <>
            {missing === null && results.marked && <Counts results={results} />}
            {!results.marked && <span className="u-text-3 u-small">marks hidden until you commit</span>}
            <Cut gold={gold?.execution ?? null} prediction={execution} />
          </>
        }
        right={
          missing === null &&
          results.marked && (
            <>
              <Checkbox
                label="Hide equal rows"
                checked={hideRows}
                disabled={differences === 0}
                onChange={(on) => setLayout({ hideEqualRows: on })}
              />
              <Checkbox
                className="room-wide"
                label="Hide equal columns"
                checked={hideColumns}
                disabled={differences === 0}
                onChange={(on) => setLayout({ hideEqualColumns: on })}
              />
              <span className="room-step">
                <IconButton
                  icon="arrow-left"
                  label="Previous row that differs"
                  disabled={differences === 0}
                  onClick={() => void step(-1)}
                />
                {toSee(differences, ordinal, notes.length > 0)}
                <IconButton
                  icon="arrow-right"
                  label="Next row that differs"
                  disabled={differences === 0}
                  onClick={() => void step(1)}
                />
              </span>
              <KeyHint command="room.nextDifference" />
            </>
          )
        }
      />
      {missing === null && results.marked && why((note) => void show(note))}
      {notes.length > 0 && (
        <p className="room-results-columns" title={notes.join('; ')}>
          <Icon name="warning" size={12} />
          <span className="u-ellipsis">{notes.join('; ')}</span>
        </p>
      )}
      {missing === 'both' || (missing !== null && results.rowCount === 0) ? (
        <div className="room-results-failed">
          {missing !== 'prediction' && <FailedSide side="gold" execution={gold?.execution ?? null} />}
          {missing !== 'gold' && <FailedSide side="prediction" execution={execution} />}
          {missing !== 'both' && <NoRows side={missing === 'gold' ? 'prediction' : 'gold'} />}
        </div>
      ) : (
        <div className={classes('room-results-body', missing && `room-results-without-${missing}`)}>
          <ResultGrid
            paging={paging}
            results={results}
            rowCount={rowCount}
            columns={columns}
            cursor={cursor}
            onCursor={moveTo}
            onCopyCell={() => void copy('cell')}
          />
          {missing !== null && (
            <div className="room-results-overlay">
              <FailedSide side={missing} execution={missing === 'gold' ? (gold?.execution ?? null) : execution} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** The cursor among certain rows, and which difference it stands on where that is known: stepping from an end counts. */
type Stand = {
  item: ResultItem;
  hideRows: boolean;
  columns: readonly number[];
  cursor: Cursor | null;
  ordinal: number | null;
};
const NOWHERE = { cursor: null, ordinal: null };

async function nextDifference(
  item: ResultItem,
  from: number,
  direction: 1 | -1,
  onlyDifferences: number | null,
): Promise<number | null> {
  if (onlyDifferences !== null) {
    const next = from + direction;
    return next < 0 || next >= onlyDifferences ? null : next;
  }
  const answer = await assay.call('room.nextDifference', { ...item, from, direction: direction === 1 ? 'forward' : 'back' });
  return answer.index;
}

/** The text that a copy of the cell or the row gives; null where the cursor's side has no such row or column. */
function copiedText(
  row: AlignedRow,
  cursor: Cursor,
  what: 'cell' | 'row',
  results: ResultView,
  columns: readonly number[],
): string | null {
  const values = row[cursor.side];
  if (values === null) return null;
  if (what === 'row') return rowAsTsv(values);
  const at = results.columns[columns[cursor.column] ?? -1]?.[cursor.side];
  const value = at === null || at === undefined ? undefined : values[at];
  return value === undefined ? null : copyText(value);
}

/** What there is to see, or which difference the cursor stands on. */
function toSee(differences: number, ordinal: number | null, columnsDiffer: boolean): string {
  if (ordinal !== null) return `${count(ordinal)} of ${count(differences)}`;
  return differences === 0 && columnsDiffer ? 'columns to see' : `${count(differences)} to see`;
}

function Counts({ results }: { results: ResultView }) {
  return (
    <span className="u-text-2 u-small u-ellipsis">
      {countsInWords(results).map((phrase, index) => (
        <span key={phrase.text}>
          {index > 0 && ', '}
          {phrase.strong ? <b className="u-medium room-results-strong">{phrase.text}</b> : phrase.text}
        </span>
      ))}
    </span>
  );
}

function Cut({ gold, prediction }: { gold: Execution | null; prediction: Execution | null }) {
  const cuts = [
    ['gold', cutText(gold)],
    ['prediction', cutText(prediction)],
  ].flatMap(([side, text]) => (text === null ? [] : [`${side} ${text}`]));
  return cuts.length === 0 ? null : <span className="u-warn u-small u-nowrap">{cuts.join(', ')}</span>;
}

function NoRows({ side }: { side: 'gold' | 'prediction' }) {
  return (
    <Message icon="grid" title={side === 'gold' ? 'Gold returned no rows' : 'The prediction returned no rows'}>
      It ran and its result is empty.
    </Message>
  );
}
