import { useEffect, useMemo } from 'react';
import { prefetchAssay, useAssay } from '../../client/index.ts';
import { ActionMenu, type MenuItem, Tabs } from '../../ui/index.ts';
import { CentreStack } from './CentreStack.tsx';
import { DocumentPane } from './DocumentPane.tsx';
import { resultItem, type Shown, shownGold, useGoldName } from './data.ts';
import { StepsWithoutPane } from './difference-steps.ts';
import { verdictUnder } from './logic/verdicts.ts';
import { ResultsPane } from './ResultsPane.tsx';
import { LOWER_NAMES } from './room-commands.ts';
import type { Room } from './room-model.ts';
import { SchemaPane } from './SchemaPane.tsx';
import { ScratchPane } from './ScratchPane.tsx';
import { SqlPane, SqlTools } from './SqlPane.tsx';
import { SystemsPane } from './SystemsPane.tsx';
import { TrajectoryPane } from './TrajectoryPane.tsx';
import {
  LOWER_PANES,
  type LowerPane,
  lowerPane,
  ROOM_TABS,
  type RoomTab,
  setLayout,
  setLower,
  toggleLayout,
  useRoomView,
} from './view-state.ts';

/** Height in px that all of a result needs: its head, why they differ, a note on columns, names, rows and a scrollbar. */
const resultsHeight = (rows: number): number => 30 + 25 + 24 + 23 + Math.max(2, rows) * 21 + 12;

/** How long somebody looks at an item before it counts as staying. */
const STAY_MS = 400;

/** The middle of the room: tabs, and what a person has put below or beside them. */
export function Centre({ shown, sample }: { shown: Shown; sample: Room['sample'] }) {
  const { view, prediction } = shown;
  const tab = useRoomView((state) => state.tab);
  const lower = useRoomView(lowerPane);
  const exchanged = useRoomView((state) => state.exchanged);
  const trial = useRoomView((state) => state.trial);
  const goldName = useGoldName(view.instance);
  const gold = shownGold(view.golds, goldName);
  const { system } = prediction;
  const isHere = trial !== null && trial.instance === view.instance && trial.system === system;
  const trialPair = isHere ? trial : null;
  const item = useMemo(
    () => resultItem(view, system, sample.id, goldName, trialPair && { id: trialPair.id, compare: trialPair.compare }),
    [view.instance, view.golds, system, sample.id, goldName, trialPair],
  );
  const results = useAssay('room.results', item, { keepPrevious: true, enabled: lower === 'results' }).data;
  // A long trajectory takes a while to be unpacked: it is asked for once somebody stays with the item.
  const steps = prediction.trajectorySteps ?? 0;
  useEffect(() => {
    if (steps === 0) return;
    const timer = setTimeout(() => prefetchAssay('steps.overview', { instance: view.instance, system }), STAY_MS);
    return () => clearTimeout(timer);
  }, [view.instance, system, steps]);
  const pane = (which: RoomTab | LowerPane) => {
    switch (which) {
      case 'sql':
        return (
          <SqlPane
            instance={view.instance}
            engine={view.engine}
            golds={view.golds}
            system={system}
            name={prediction.name}
            sql={prediction.sql}
            execution={prediction.execution}
            compileProblem={prediction.compileProblem}
            evidence={prediction.label.evidence}
          />
        );
      case 'trajectory':
        return <TrajectoryPane view={view} prediction={prediction} />;
      case 'schema':
        return <SchemaPane view={view} prediction={prediction} />;
      case 'document':
        return <DocumentPane instance={view.instance} system={system} name={view.document} />;
      case 'systems':
        return <SystemsPane view={view} rule={sample.rule} />;
      case 'scratch':
        return <ScratchPane view={view} prediction={prediction} sample={sample.id} />;
      case 'results':
        return (
          <ResultsPane
            item={item}
            state={verdictUnder(prediction, sample.rule)?.state ?? null}
            explanation={prediction.explanation}
            execution={prediction.execution}
            gold={gold}
            findings={view.findings}
          />
        );
      case 'none':
        return null;
    }
  };
  const hasBoth = results !== undefined && results.missing === null;
  return (
    <>
      <StepsWithoutPane tab={tab} />
      <Tabs
        label="What is shown of the instance"
        tabs={tabsOf(shown, tab, lower)}
        value={tab}
        onChange={(id) => setLayout({ tab: id })}
        panelId="room-panel"
        right={
          <>
            {(tab === 'sql' || lower === 'sql') && <SqlTools />}
            <LayoutMenu tab={tab} lower={lower} />
          </>
        }
      />
      <div className="room-panel" id="room-panel" role="tabpanel">
        {lower === 'none' ? (
          pane(tab)
        ) : (
          <CentreStack
            name={`${tab === 'sql' ? 'room.sqlShare' : `room.share.${tab}`}${exchanged ? '.exchanged' : ''}`}
            upper={pane(exchanged ? lower : tab)}
            lower={pane(exchanged ? tab : lower)}
            {...(lower === 'results' && hasBoth && !exchanged ? { lowerNeeds: resultsHeight(results.rowCount) } : {})}
          />
        )}
      </div>
    </>
  );
}

const NAMES: Record<RoomTab, string> = {
  sql: 'SQL',
  trajectory: 'Trajectory',
  schema: 'Schema',
  document: 'Document',
  systems: 'Systems',
  scratch: 'Scratch',
};

function tabsOf({ view, prediction }: Shown, tab: RoomTab, lower: LowerPane) {
  const steps = prediction.trajectorySteps;
  const counts: Partial<Record<RoomTab, string>> = {
    trajectory: steps === null ? 'none' : steps.toLocaleString('en-US'),
    schema: String(view.schema.length),
    systems: String(view.predictions.length),
  };
  // Many benchmarks know no documents: there the tab is no more than in the way.
  const shown = ROOM_TABS.filter((id) => id !== 'document' || view.document !== null || tab === 'document');
  return shown.map((id) => ({
    id,
    label: id === 'sql' && lower === 'results' ? 'SQL and results' : NAMES[id],
    title: id === 'document' ? (view.document ?? 'This instance names no document') : NAMES[id],
    ...(counts[id] === undefined ? {} : { count: counts[id] }),
  }));
}

/** What stands below the tab or beside it. */
function LayoutMenu({ tab, lower }: { tab: RoomTab; lower: LowerPane }) {
  const beside = useRoomView((state) => state.beside);
  const exchanged = useRoomView((state) => state.exchanged);
  const where = beside ? 'beside' : exchanged ? 'above' : 'below';
  const items: MenuItem[] = [
    ...LOWER_PANES.filter((pane) => pane !== tab).map((pane) => ({
      id: pane,
      label: pane === 'none' ? 'Nothing: one pane' : `${LOWER_NAMES[pane]} ${where}`,
      ...(pane === lower ? { icon: 'check' as const } : {}),
      run: () => setLower(tab, pane),
    })),
    {
      id: 'beside',
      label: beside ? 'Panes one above the other' : 'Panes side by side',
      command: 'room.beside',
      divided: true,
      run: () => toggleLayout('beside'),
    },
    ...(lower === 'none'
      ? []
      : [{ id: 'exchange', label: 'Exchange the two panes', command: 'room.exchange', run: () => toggleLayout('exchanged') }]),
  ];
  return (
    <ActionMenu
      label={`Panes: ${lower === 'none' ? 'one' : `${LOWER_NAMES[lower]} ${where}`}`}
      align="end"
      items={items}
      className="room-layout-menu"
    >
      <span className="room-layout-words">Panes</span>
    </ActionMenu>
  );
}
