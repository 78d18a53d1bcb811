import './overview.css';
import { useEffect, useMemo, useState } from 'react';
import { outsideFrame } from '#shared/analysis/strata.ts';
import type { MatrixRow, Overview } from '#shared/contract/overview.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { failureOf, go, isBusy, useActivity, useAssay, useNavigation } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, count, counted, Menu, Skeleton, Splitter, useRememberedNumber, useStatus } from '../../ui/index.ts';
import { type Basis, useBasis } from '../basis/index.ts';
import { openRunDialog, RunBox } from '../run/index.ts';
import { exportAccuracies } from './accuracies.ts';
import { DisagreementTable } from './DisagreementTable.tsx';
import { Filters } from './Filters.tsx';
import { FRAME_MEANING } from './frame-meaning.ts';
import { GoldFindingsBox } from './GoldFindingsBox.tsx';
import { InstanceList } from './InstanceList.tsx';
import {
  comparesRules,
  describeFilter,
  filterRows,
  isFiltering,
  NO_FILTER,
  type OverviewFilter,
  withNote,
  withVerdict,
} from './logic/filter.ts';
import { type MatrixCursor, orderColumns, rangeOf } from './logic/matrix.ts';
import { NearMissTable } from './NearMissTable.tsx';
import { AnswerFailed, missingStep, NotYet } from './NotYet.tsx';
import { openOverviewDialog } from './overview-dialogs.ts';
import { StrataBox } from './StrataBox.tsx';
import { SystemsTable } from './SystemsTable.tsx';
import { useStatesByRule } from './useOverviews.ts';
import { type MatrixSystem, VerdictMatrix } from './VerdictMatrix.tsx';

/** What came out of the benchmark: accuracies, all verdicts, strata, and where rules disagree. */
export function OverviewScreen() {
  const summary = useAssay('project.summary', null);
  if (summary.error) return <AnswerFailed failure={failureOf(summary.error)} onRetry={() => void summary.refetch()} />;
  if (!summary.data) return <Skeleton lines={8} label="Opening the overview" />;
  const step = missingStep(summary.data);
  if (step === null) return <JudgedOverview summary={summary.data} />;
  const canRun = step === 'execution' || step === 'verdicts';
  return <NotYet screen="Overview" summary={summary.data} run={canRun ? <RunBox summary={summary.data} bare /> : undefined} />;
}

function JudgedOverview({ summary }: { summary: ProjectSummary }) {
  const { basis, choose } = useBasis(summary.judgedRules);
  const overview = useAssay('overview.get', basis, { keepPrevious: true });
  if (overview.error) return <AnswerFailed failure={failureOf(overview.error)} onRetry={() => void overview.refetch()} />;
  if (!overview.data) return <Skeleton lines={8} label="Computing the overview" />;
  return <Look summary={summary} overview={overview.data} basis={basis} choose={choose} />;
}

/** Strong systems first, in each group the most accurate first. */
function systemOrder({ systems }: Overview): number[] {
  const rank = (group: string) => (group === 'strong' ? 0 : 1);
  return systems
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [systems[a]!, systems[b]!];
      return (
        rank(one.group) - rank(other.group) ||
        one.group.localeCompare(other.group, 'en') ||
        other.accuracy.count - one.accuracy.count ||
        a - b
      );
    });
}

/** The last entry of the menu of rules, which is no rule. */
const MEANINGS = '?';

function Look({
  summary,
  overview,
  basis,
  choose,
}: {
  summary: ProjectSummary;
  overview: Overview;
  basis: Basis;
  choose: (change: Partial<Basis>) => void;
}) {
  const [filter, setFilter] = useState<OverviewFilter>(NO_FILTER);
  const [cursor, setCursor] = useState<MatrixCursor | null>(null);
  const [filterWidth, setFilterWidth] = useRememberedNumber('overview.filters', 212);
  const running = useActivity((store) => isBusy(store.activity));
  const list = useNavigation((place) => place.list);
  const rules = useAssay('judge.rules', null).data ?? [];

  const order = useMemo(() => systemOrder(overview), [overview]);
  const systems = useMemo(
    () =>
      order.map((index): MatrixSystem => ({ index, name: overview.systems[index]!.name, group: overview.systems[index]!.group })),
    [overview, order],
  );
  const byRule = useStatesByRule(overview.rules, basis.reading, comparesRules(filter));
  const rows = useMemo(() => {
    const listed = list && new Set(list.instanceIds);
    return listed ? overview.matrix.filter(({ instanceId }) => listed.has(instanceId)) : overview.matrix;
  }, [overview, list]);
  const columns = useMemo(() => {
    const names = overview.systems.map(({ name }) => name);
    return orderColumns(filterRows(rows, names, filter, byRule));
  }, [overview, rows, filter, byRule]);

  // The cursor points at a place in the columns: other columns, no cursor.
  useEffect(() => setCursor(null), [columns]);

  const range = cursor && cursor.column !== cursor.anchor ? rangeOf(cursor) : null;
  const narrowed = isFiltering(filter) || list !== null;
  const chosen = range ? columns.slice(range.from, range.to + 1) : narrowed ? columns : null;
  const chosenTitle = [
    list?.title,
    isFiltering(filter) ? describeFilter(filter) : undefined,
    range ? 'range of the matrix' : undefined,
  ]
    .filter(Boolean)
    .join('; ');

  /** A number was pressed: exactly the instances that it counts. */
  const show = (next: OverviewFilter) => {
    setCursor(null);
    setFilter(next);
    if (list) go('overview');
  };
  const showList = (title: string, instanceIds: readonly string[]) => {
    setCursor(null);
    setFilter(NO_FILTER);
    go('overview', { list: { title, instanceIds } });
  };
  const clear = () => {
    if (range) setCursor(null);
    else show(NO_FILTER);
  };
  const openRow = (row: MatrixRow, system: number | null) =>
    go('room', {
      looking: true,
      instance: row.instance,
      system: system === null ? null : (overview.systems[system]?.systemId ?? null),
    });

  useCommands([
    {
      id: 'overview.clear',
      title: 'Show all instances',
      group: 'Look',
      keys: ['Escape'],
      run: clear,
      enabled: chosen !== null,
      icon: 'close',
    },
  ]);

  useStatus({
    hints: [
      { commands: ['overview.search'], label: 'search' },
      { commands: ['overview.matrix'], label: 'matrix' },
      { keys: ['ArrowLeft', 'ArrowRight'], label: 'instance' },
      { keys: ['ArrowUp', 'ArrowDown'], label: 'system' },
      { keys: ['Enter'], label: 'open' },
      { commands: ['go.room'], label: 'label' },
    ],
    facts: running ? ['Figures may move until the run ends'] : [],
  });

  const versionOf = (rule: string) => rules.find(({ id }) => id === rule)?.version ?? '';
  return (
    <div className="ov" style={{ gridTemplateColumns: `min(${filterWidth}px, 28vw) 1px minmax(0, 1fr)` }}>
      <Filters overview={overview} rows={rows} byRule={byRule} filter={filter} onChange={setFilter} />
      <Splitter
        label="Width of the filters"
        direction="columns"
        value={filterWidth}
        initial={212}
        min={150}
        max={420}
        onChange={setFilterWidth}
      />
      <div className="ui-pane ov-main u-scroll">
        <div className="ov-head">
          <h1 className="ov-title">Overview</h1>
          <span className="u-text-2 u-ellipsis">
            {counted(overview.matrix.length, 'instance')}, {counted(systems.length, 'system')}
            {narrowed ? `, ${count(columns.length)} shown below` : ', all shown'}
          </span>
          <span className="ov-head-right">
            <Menu
              label="Rule"
              value={overview.rule}
              options={[
                ...overview.rules.map((rule) => ({ value: rule, label: `${rule} ${versionOf(rule)}`.trim() })),
                { value: MEANINGS, label: 'What the rules mean…' },
              ]}
              onChange={(rule) => (rule === MEANINGS ? openOverviewDialog('rule meanings') : choose({ rule }))}
              align="end"
            />
            <Button size="small" icon="scales" onClick={() => openOverviewDialog('rules')}>
              Rules…
            </Button>
            <span className="ov-denominator" title={FRAME_MEANING}>
              EX over <b>{count(overview.strata.frame)} in the frame</b>
            </span>
            <Button size="small" icon="download" onClick={() => void exportAccuracies()}>
              Export table
            </Button>
          </span>
        </div>
        <SystemsTable
          overview={overview}
          order={order}
          current={cursor ? (systems[cursor.system]?.index ?? null) : null}
          onVerdicts={(system, states) => show(withVerdict(NO_FILTER, system, states))}
          onFlips={(system) => show({ ...NO_FILTER, flips: system })}
          onRule={(rule) => choose({ rule })}
        />
        <VerdictMatrix
          columns={columns}
          systems={systems}
          total={overview.matrix.length}
          cursor={cursor}
          onCursor={setCursor}
          onOpen={(column, system) => {
            const row = columns[column];
            if (row) openRow(row, system);
          }}
        />
        {chosen ? (
          <InstanceList
            title={chosenTitle}
            rows={chosen}
            systems={systems}
            onOpen={openRow}
            onRun={() => openRunDialog({ title: chosenTitle, instanceIds: chosen.map(({ instanceId }) => instanceId) })}
            onClear={clear}
          />
        ) : (
          <div className="ov-boxes">
            <StrataBox
              overview={overview}
              onList={showList}
              onOutside={(reason) =>
                showList(
                  `outside the frame: ${reason}`,
                  overview.matrix.filter((row) => outsideFrame(row.states) === reason).map(({ instanceId }) => instanceId),
                )
              }
            />
            <DisagreementTable
              overview={overview}
              onOpen={(first, second) => show({ ...NO_FILTER, disagreement: [first, second] })}
            />
            <RunBox summary={summary} className="ov-box" />
            <NearMissTable
              overview={overview}
              order={order}
              onOpen={(system, kind, of) => show(withNote(NO_FILTER, { system, kind, of }))}
            />
            <GoldFindingsBox onList={showList} />
          </div>
        )}
      </div>
    </div>
  );
}
