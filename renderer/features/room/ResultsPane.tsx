import './results.css';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { GoldView, ResultView } from '#shared/contract/room.ts';
import type { Execution } from '#shared/model/execution.ts';
import type { Finding } from '#shared/model/finding.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { Explanation } from '#shared/model/why.ts';
import { failureOf, giveBackMemory, useAssay } from '../../client/index.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import {
  ActionMenu,
  Button,
  Checkbox,
  classes,
  count,
  Icon,
  IconButton,
  type MenuItem,
  Message,
  Skeleton,
} from '../../ui/index.ts';
import { CellDialog, type OpenCell } from './CellDialog.tsx';
import { isLarge, type ResultItem } from './data.ts';
import { FailedSide } from './FailedSide.tsx';
import { GoldFindings } from './GoldFindings.tsx';
import { rangeInWords } from './logic/cell-range.ts';
import { COPY_FORMATS, type CopyFormat } from './logic/copy-table.ts';
import { columnNotes, countsInWords, type GridSide, SIDE_NAMES, type SideNames } from './logic/cursor.ts';
import { cutText } from './logic/verdicts.ts';
import type { WhyNote } from './logic/why.ts';
import { ResultGrid, SELECTION_ID } from './ResultGrid.tsx';
import { useResultCommands } from './result-commands.ts';
import { useResultCursor } from './result-cursor.ts';
import { isScratch, TrialStrip, trialSides } from './TrialStrip.tsx';
import { setLayout } from './view-state.ts';
import { WhyStrip } from './WhyStrip.tsx';

/** Both result tables, row beside row. */
export const ResultsPane = memo(function ResultsPane({
  item,
  state,
  explanation,
  execution,
  gold,
  findings,
}: {
  /** Which results: of the run that the sample was drawn from, or of a trial. */
  item: ResultItem;
  /** The verdict under the sample's rule. */
  state: VerdictState | null;
  explanation: Explanation | null;
  execution: Execution | null;
  gold: GoldView | null;
  /** What a check of the golds found of the instance. */
  findings: readonly Finding[];
}) {
  const results = useAssay('room.results', item);
  const trial = item.trial && <TrialStrip item={item} trial={item.trial} />;
  if (results.error) {
    return (
      <section className="room-results" aria-label="Results" data-pane="results">
        <ResultsHead title="Results" />
        {trial}
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
  const isAnyLarge = isLarge(execution) || isLarge(gold?.execution ?? null);
  if (!results.data) {
    return (
      <section className="room-results" aria-label="Results" data-pane="results">
        <ResultsHead title="Results" />
        {trial}
        {isAnyLarge && <LargeNote />}
        <Skeleton lines={6} label="Reading the results" />
        {!isAnyLarge && (
          <p className="room-results-large room-results-late">
            Still waiting: what was asked for before these results is read first, and others may be large.
          </p>
        )}
      </section>
    );
  }
  return (
    <Results
      item={item}
      results={results.data}
      execution={execution}
      gold={gold}
      over={(onShow) =>
        trial ?? (
          <>
            <GoldFindings findings={findings} system={item.system} />
            <WhyStrip item={item} state={state} stored={explanation} isLarge={isAnyLarge} onShow={onShow} />
          </>
        )
      }
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
  over,
}: {
  item: ResultItem;
  results: ResultView;
  execution: Execution | null;
  gold: GoldView | null;
  /** The line over the rows: why they differ, or what was run. */
  over: (onShow: (note: WhyNote) => void) => ReactNode;
}) {
  const at = useResultCursor(item, results);
  const notes = useMemo(() => (results.marked ? columnNotes(results) : []), [results]);
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const { copy, copyAll, copySelected, open } = useResultCommands(item, results, at, setOpened);
  const { differences, step } = at;
  const missing = results.missing;
  const isTrial = item.trial !== null;
  const { instance, system, sample } = item;
  const trials = useAssay('trial.list', { instance, system, sample }, { enabled: isTrial }).data;
  const names = item.trial ? trialSides(item.trial, isScratch(trials?.find(({ id }) => id === item.trial?.id))) : SIDE_NAMES;
  return (
    <section className="room-results" aria-label="Results" data-pane="results">
      <ResultsHead
        title="Results"
        note={
          <>
            {missing === null && results.marked && <Counts results={results} names={names} />}
            {!results.marked && (
              <span className="u-text-3 u-small u-ellipsis">
                {missing === null &&
                  !isTrial &&
                  `${count(gold?.execution?.rowCount ?? 0)} | ${count(execution?.rowCount ?? 0)} rows, `}
                marks hidden until you commit{missing === null && '; rows aligned'}
              </span>
            )}
            {!isTrial && <Cut gold={gold?.execution ?? null} prediction={execution} />}
          </>
        }
        right={
          <>
            {missing === null && results.marked && (
              <>
                <Checkbox
                  label="Hide equal rows"
                  checked={at.hideRows}
                  disabled={differences === 0}
                  onChange={(on) => setLayout({ hideEqualRows: on })}
                />
                <Checkbox
                  className="room-wide"
                  label="Hide equal columns"
                  checked={at.hideColumns}
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
                  {toSee(differences, at.ordinal, notes.length > 0)}
                  <IconButton
                    icon="arrow-right"
                    label="Next row that differs"
                    disabled={differences === 0}
                    onClick={() => void step(1)}
                  />
                </span>
                <KeyHint command="room.nextDifference" />
              </>
            )}
            <span id={SELECTION_ID} role="status" className="room-grid-selected">
              {at.range && rangeInWords(at.range)}
            </span>
            {missing !== 'both' && (
              <CopyMenu onCopy={copy} onCopyAll={copyAll} {...(at.range ? { onCopySelected: copySelected } : {})} />
            )}
          </>
        }
      />
      {((missing === null && results.marked) || isTrial) && over((note) => void at.show(note))}
      {notes.length > 0 && (
        <p className="room-results-columns" title={notes.join('; ')}>
          <Icon name="warning" size={12} />
          <span className="u-ellipsis">{notes.join('; ')}</span>
        </p>
      )}
      {missing === 'both' || (missing !== null && results.rowCount === 0) ? (
        <div className="room-results-failed">
          {missing !== 'prediction' &&
            (isTrial ? (
              <NoTrialRows side="left" />
            ) : (
              <FailedSide side="gold" missing={!gold} execution={gold?.execution ?? null} />
            ))}
          {missing !== 'gold' &&
            (isTrial ? <NoTrialRows side="right" /> : <FailedSide side="prediction" execution={execution} />)}
          {missing !== 'both' && <NoRows side={missing === 'gold' ? 'prediction' : 'gold'} />}
        </div>
      ) : (
        <div className={classes('room-results-body', missing && `room-results-without-${missing}`)}>
          <ResultGrid
            paging={at.paging}
            results={results}
            rowCount={at.rowCount}
            columns={at.columns}
            pinned={at.pinned}
            cursor={at.cursor}
            range={at.range}
            onCursor={at.moveTo}
            onSelect={at.select}
            onSelectWhole={at.selectWhole}
            onCopyCell={() => void copy('cell')}
            onOpenCell={() => void open()}
          />
          {missing !== null && (
            <div className="room-results-overlay">
              {isTrial ? (
                <NoTrialRows side={missing === 'gold' ? 'left' : 'right'} />
              ) : (
                <FailedSide
                  side={missing}
                  missing={missing === 'gold' && !gold}
                  execution={missing === 'gold' ? (gold?.execution ?? null) : execution}
                />
              )}
            </div>
          )}
        </div>
      )}
      {opened && <CellDialog cell={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function CopyMenu({
  onCopy,
  onCopyAll,
  onCopySelected,
}: {
  onCopy: (what: 'cell' | 'row') => Promise<void>;
  onCopyAll: (side: GridSide, format: CopyFormat) => Promise<void>;
  /** Where cells are selected. */
  onCopySelected?: (format: CopyFormat) => Promise<void>;
}) {
  const items: MenuItem[] = [
    ...(onCopySelected
      ? COPY_FORMATS.map((format) => ({ id: format, label: `Selection as ${format}`, run: () => void onCopySelected(format) }))
      : []),
    {
      id: 'cell',
      label: onCopySelected ? 'Selection without names of columns' : 'Cell at the cursor',
      run: () => void onCopy('cell'),
    },
    { id: 'row', label: 'Row as TSV', command: 'room.copyRow', run: () => void onCopy('row') },
    ...(['gold', 'prediction'] as const).flatMap((side) =>
      COPY_FORMATS.map((format, at) => ({
        id: `${side} ${format}`,
        label: `${side === 'gold' ? 'Gold' : 'Prediction'} as ${format}`,
        divided: at === 0,
        run: () => void onCopyAll(side, format),
      })),
    ),
  ];
  return (
    <ActionMenu label="Copy" align="end" items={items}>
      <Icon name="copy" size={13} />
    </ActionMenu>
  );
}

/** A side of a trial without rows; the line above says what came of it. */
function NoTrialRows({ side }: { side: 'left' | 'right' }) {
  return (
    <Message icon="circle" title="No rows on this side">
      {side === 'left'
        ? 'What stands on the left has no result.'
        : 'What stands on the right has no result; the line above says why.'}
    </Message>
  );
}

/** What there is to see, or which difference the cursor stands on. */
function toSee(differences: number, ordinal: number | null, columnsDiffer: boolean): string {
  if (ordinal !== null) return `${count(ordinal)} of ${count(differences)}`;
  return differences === 0 && columnsDiffer ? 'columns to see' : `${count(differences)} to see`;
}

function Counts({ results, names }: { results: ResultView; names: SideNames }) {
  return (
    <span className="u-text-2 u-small u-ellipsis">
      {countsInWords(results, names).map((phrase, index) => (
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

/** Says why results are waited for. The service is about to take much memory: what the last instances left makes room for it. */
function LargeNote() {
  useEffect(giveBackMemory, []);
  return (
    <p className="room-results-large">
      So large a result takes some seconds to be read and aligned. That goes on while you look elsewhere.
    </p>
  );
}
