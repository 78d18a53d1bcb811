import './sql-pane.css';
import { memo, type ReactNode, useMemo } from 'react';
import type { InstanceView, PredictionView } from '#shared/contract/room.ts';
import type { Evidence } from '#shared/model/evidence.ts';
import type { Execution } from '#shared/model/execution.ts';
import { copyOut } from '../../client/index.ts';
import {
  type FormattedSql,
  goToDifference,
  isSameSql,
  lineCount,
  SqlDiff,
  type SqlDiffProps,
  useDifferences,
  useFormatted,
} from '../../editor/index.ts';
import { KeyHint, useCommands } from '../../ui/commands/index.ts';
import { ActionMenu, count, counted, IconButton, Menu, Message } from '../../ui/index.ts';
import { shownGold, sqlPair, useGoldName } from './data.ts';
import { DIFFERENCE_STEPS } from './difference-steps.ts';
import { goneTo } from './evidence.ts';
import { cutText, durationText } from './logic/verdicts.ts';
import { useSqlEvidence } from './sql-evidence.ts';
import { notify, setView, toggleLayout, useRoomView } from './view-state.ts';

type Side = 'gold' | 'prediction';

const toDifference = (direction: 'next' | 'previous'): void => {
  if (goToDifference(direction)) goneTo('sql');
  else notify('The SQL shows no difference to go to.');
};

type SqlPaneProps = Pick<InstanceView, 'instance' | 'engine' | 'golds'> &
  Pick<PredictionView, 'system' | 'name' | 'sql' | 'execution' | 'compileProblem'> & { evidence: readonly Evidence[] };

/** Gold and predicted SQL, what differs marked, each under a head with its run. */
export const SqlPane = memo(function SqlPane(props: SqlPaneProps) {
  const { instance, engine, golds, system, name, sql, execution, compileProblem, evidence } = props;
  const sideBySide = useRoomView((state) => state.sideBySide);
  const folded = useRoomView((state) => state.folded);
  const formatted = useRoomView((state) => state.formatted);
  const wrapped = useRoomView((state) => state.wrapped);
  const goldName = useGoldName(instance);
  const laidOut = useFormatted();
  // A long query is laid out later, and is then another text: that is what `laidOut` tells.
  const pair = useMemo(
    () => sqlPair({ engine, golds }, sql, goldName, formatted),
    [engine, golds, sql, goldName, formatted, laidOut],
  );
  const gold = shownGold(golds, goldName);
  const marksCase = useRoomView((state) => state.marksCase);
  const layout = useMemo(() => ({ sideBySide, folded, wrapped, marksCase }), [sideBySide, folded, wrapped, marksCase]);
  const marked = useSqlEvidence({ instance, system }, pair, { gold, golds: golds.length, sql }, evidence);
  useCommands([
    { ...DIFFERENCE_STEPS.nextSql, run: () => toDifference('next') },
    { ...DIFFERENCE_STEPS.previousSql, run: () => toDifference('previous') },
    {
      id: 'room.sideBySide',
      title: 'Diff side by side or inline',
      group: 'View',
      keys: ['w'],
      run: () => toggleLayout('sideBySide'),
    },
    {
      id: 'room.formatted',
      title: 'SQL formatted or as written',
      group: 'View',
      keys: ['y'],
      run: () => toggleLayout('formatted'),
    },
    {
      id: 'room.folded',
      title: 'Fold or unfold equal lines',
      group: 'View',
      keys: ['Shift+W'],
      run: () => toggleLayout('folded'),
    },
    {
      id: 'room.wrapped',
      title: 'Wrap or cut long lines of SQL',
      group: 'View',
      keys: ['v w'],
      run: () => toggleLayout('wrapped'),
    },
    {
      id: 'room.marksCase',
      title: 'Mark or ignore letter case in the SQL',
      group: 'View',
      keys: ['v l'],
      run: () => toggleLayout('marksCase'),
    },
  ]);
  const goldHead = (
    <SideHead
      side="gold"
      name={gold?.name && golds.length > 1 ? null : 'gold'}
      menu={
        golds.length > 1 && gold ? (
          <Menu
            label="gold"
            options={golds.map((each) => ({ value: each.name, label: each.name }))}
            value={gold.name}
            onChange={(chosen) => setView({ gold: { instance, name: chosen } })}
          />
        ) : null
      }
      text={pair.gold}
      execution={gold?.execution ?? null}
      compileProblem={gold?.compileProblem}
    />
  );
  const predictionHead = (
    <SideHead
      side="prediction"
      name={name}
      menu={null}
      text={pair.prediction}
      execution={execution}
      compileProblem={compileProblem}
      note={<CaseNote />}
    />
  );
  return (
    <section className="room-sql" aria-label="SQL" data-pane="sql">
      <div className="room-sql-heads">
        {goldHead}
        {predictionHead}
      </div>
      <SqlBody
        hasGold={golds.length > 0}
        gold={pair.gold.text}
        prediction={pair.prediction.text}
        layout={layout}
        place={`${instance} ${system}`}
        evidence={marked}
      />
    </section>
  );
});

function SqlBody({ hasGold, ...props }: SqlDiffProps & { hasGold: boolean }) {
  const { gold, prediction } = props;
  if (gold.trim() === '' && prediction.trim() === '')
    return (
      <Message icon="lines" title="No SQL on either side">
        {hasGold
          ? 'Gold has only a reference result here, and the system gave no query. The results below are what there is to compare.'
          : 'This instance has no gold, and the system gave no query.'}
      </Message>
    );
  return (
    <>
      <SameText hasGold={hasGold} gold={gold} prediction={prediction} marksCase={props.layout.marksCase} />
      <div className="room-sql-diff">
        <SqlDiff {...props} />
      </div>
    </>
  );
}

/** Says where there is nothing to point at, and where a side has no text. */
function SameText({
  hasGold,
  gold,
  prediction,
  marksCase,
}: {
  hasGold: boolean;
  gold: string;
  prediction: string;
  marksCase: boolean;
}) {
  const note =
    prediction.trim() === ''
      ? 'The system gave no SQL for this instance.'
      : gold.trim() === ''
        ? hasGold
          ? 'Gold has no SQL here, only a reference result.'
          : 'This instance has no gold.'
        : gold.trim() === prediction.trim()
          ? 'Gold and prediction are the same text.'
          : !marksCase && isSameSql(gold, prediction, false)
            ? 'Gold and prediction are the same text but for letter case or a last semicolon.'
            : null;
  return note && <p className="room-sql-note">{note}</p>;
}

const LETTER: Record<Side, string> = { gold: 'G', prediction: 'P' };

function SideHead({
  side,
  name,
  menu,
  text,
  execution,
  compileProblem,
  note = null,
}: {
  side: Side;
  name: string | null;
  menu: ReactNode;
  text: FormattedSql;
  execution: Execution | null;
  compileProblem: string | null | undefined;
  note?: ReactNode;
}) {
  return (
    <div className={`room-side-head room-side-${side}`}>
      <span className="room-side-who">
        <i>{LETTER[side]}</i>
        {name !== null && <span className="u-ellipsis">{name}</span>}
      </span>
      {menu}
      <span className="u-ellipsis">
        {text.text === '' ? 'no SQL' : counted(lineCount(text.text), 'line')}
        {text.unformatted && <span className="u-warn">, as written: {text.unformatted}</span>}
        {note}
      </span>
      {compileProblem && (
        <span className="u-warn u-ellipsis" title={`On a sample database made of its schema: ${compileProblem}`}>
          does not compile: {compileProblem.split(':')[0]}
        </span>
      )}
      <span className="room-side-right">
        <ExecutionNote execution={execution} />
        <IconButton
          icon="copy"
          label={side === 'gold' ? 'Copy the gold SQL' : 'Copy the predicted SQL'}
          disabled={text.text === ''}
          onClick={() => void copyOut(side === 'gold' ? 'the gold SQL' : 'the predicted SQL', text.text)}
        />
      </span>
    </div>
  );
}

/** How many lines go unmarked though they are written otherwise. */
function CaseNote() {
  const { ignored } = useDifferences();
  return ignored ? (
    <span title="Letter case outside of quotes and comments, and a last semicolon, are not marked. The View menu has them marked.">
      , {count(ignored)} {ignored === 1 ? 'differs' : 'differ'} in case only
    </span>
  ) : null;
}

/** How a query ran, in a few words: rows and time, or what failed. */
function ExecutionNote({ execution }: { execution: Execution | null }) {
  if (execution === null) return <span className="u-text-3">not run</span>;
  const time = execution.imported ? 'imported' : durationText(execution.durationMs);
  if (execution.status === 'ok') {
    const cut = cutText(execution);
    return (
      <span className="u-ellipsis" title={`Ran at ${execution.startedAt}`}>
        {cut ? <span className="u-warn">{cut}</span> : counted(execution.rowCount ?? 0, 'row')}, {time}
      </span>
    );
  }
  if (execution.status === 'timeout') return <span className="u-warn">stopped after {time}</span>;
  return (
    <span className="u-danger u-ellipsis" title={execution.errorMessage ?? execution.status}>
      {execution.status === 'error' ? 'error: ' : `${execution.status}: `}
      {execution.errorMessage?.split('\n')[0] ?? ''}
    </span>
  );
}

/** How many places differ, or which of them was gone to. */
const placesText = ({ count: places, at }: ReturnType<typeof useDifferences>): string =>
  places === null ? '–' : at === null ? counted(places, 'place') : `${count(at + 1)} of ${count(places)}`;

/** The tools of the SQL pane at the end of the row of tabs. */
export function SqlTools() {
  const sideBySide = useRoomView((state) => state.sideBySide);
  const folded = useRoomView((state) => state.folded);
  const formatted = useRoomView((state) => state.formatted);
  const wrapped = useRoomView((state) => state.wrapped);
  const marksCase = useRoomView((state) => state.marksCase);
  const differences = useDifferences();
  const words = [
    sideBySide ? 'Side by side' : 'Inline',
    formatted ? 'formatted' : 'as written',
    folded ? 'folded' : 'unfolded',
    ...(wrapped ? ['wrapped'] : []),
    ...(marksCase ? ['letter case'] : []),
  ];
  return (
    <>
      <ActionMenu
        label={`View: ${words.join(', ')}`}
        align="end"
        items={[
          {
            id: 'side',
            label: sideBySide ? 'Inline' : 'Side by side',
            command: 'room.sideBySide',
            run: () => toggleLayout('sideBySide'),
          },
          {
            id: 'format',
            label: formatted ? 'As written' : 'Formatted',
            command: 'room.formatted',
            run: () => toggleLayout('formatted'),
          },
          {
            id: 'fold',
            label: folded ? 'Unfold equal lines' : 'Fold equal lines',
            command: 'room.folded',
            run: () => toggleLayout('folded'),
          },
          {
            id: 'wrap',
            label: wrapped ? 'Do not wrap lines' : 'Wrap lines',
            command: 'room.wrapped',
            run: () => toggleLayout('wrapped'),
          },
          {
            id: 'case',
            label: marksCase ? 'Ignore letter case and a last ;' : 'Mark letter case and a last ;',
            command: 'room.marksCase',
            run: () => toggleLayout('marksCase'),
          },
        ]}
      >
        <span className="room-sql-words room-sql-long" title="Blanks at the ends of lines are not compared">
          {words.join(', ')}
        </span>
        <span className="room-sql-words room-sql-short">View</span>
      </ActionMenu>
      <span className="room-step">
        <IconButton icon="arrow-left" label="Previous difference in the SQL" onClick={() => toDifference('previous')} />
        {placesText(differences)}
        <IconButton icon="arrow-right" label="Next difference in the SQL" onClick={() => toDifference('next')} />
      </span>
      <KeyHint command="room.nextSqlDifference" />
    </>
  );
}
