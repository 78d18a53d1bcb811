import './start.css';
import { useRef, useState } from 'react';
import type { Theme } from '#shared/contract/desktop.ts';
import { desktop } from '../../client/desktop.ts';
import { type Failure, failureOf, isBusy, useActivity, useSettings } from '../../client/index.ts';
import { chooseNewProject, chooseProject, openProject, openSampleProject } from '../../client/project.ts';
import { forgetProject, setTheme } from '../../client/settings.ts';
import { type Command, KeyHint, useCommands } from '../../ui/commands/index.ts';
import { Kbd, Keys, Mark, Menu } from '../../ui/index.ts';
import { Begin } from './Begin.tsx';
import { type ProjectTrouble, RecentProjects } from './RecentProjects.tsx';

const LOOP: readonly { title: string; text: string }[] = [
  { title: 'Load', text: 'benchmark, predictions, trajectories' },
  { title: 'Execute', text: 'gold and prediction in one window' },
  { title: 'Judge', text: 'by stated rules, side by side' },
  { title: 'Stratify', text: 'S1, S2, S3' },
  { title: 'Sample', text: 'with a recorded seed' },
  { title: 'Look', text: 'at SQL, rows, trajectory, schema' },
  { title: 'Label', text: 'C1 to C5, with a note' },
  { title: 'Report', text: 'figures and tables' },
];

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'system' },
  { value: 'light', label: 'light' },
  { value: 'dark', label: 'dark' },
];

/** The first screen: go on with a project, or begin one. */
export function StartScreen() {
  const settings = useSettings((store) => store.settings);
  const busy = useActivity((store) => isBusy(store.activity));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [trouble, setTrouble] = useState<ReadonlyMap<string, ProjectTrouble>>(new Map());
  const filter = useRef<HTMLInputElement>(null);

  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null);
    work().catch((error: unknown) => setFailure(failureOf(error)));
  };
  const open = async (path: string) => {
    setTrouble((old) => new Map(old).set(path, 'opening'));
    const outcome = await openProject(path).then(() => null, failureOf);
    setTrouble((old) => {
      const next = new Map(old);
      if (outcome) next.set(path, outcome);
      else next.delete(path);
      return next;
    });
  };
  const locate = async (path: string) => {
    if (await chooseProject()) await forgetProject(path);
  };

  const commands: Command[] = [
    {
      id: 'start.sample',
      title: 'Open the sample',
      group: 'Project',
      keys: ['s'],
      alias: true,
      icon: 'run',
      enabled: !busy,
      run: () => attempt(openSampleProject),
    },
    {
      id: 'start.new',
      title: 'New project…',
      group: 'Project',
      keys: ['n'],
      alias: true,
      icon: 'add',
      enabled: !busy,
      run: () => attempt(chooseNewProject),
    },
    {
      id: 'start.open',
      title: 'Open a file…',
      group: 'Project',
      keys: ['o'],
      alias: true,
      icon: 'folder',
      enabled: !busy,
      run: () => attempt(chooseProject),
    },
    {
      id: 'start.filter',
      title: 'Filter the projects',
      group: 'Move',
      keys: ['/'],
      icon: 'search',
      run: () => filter.current?.focus(),
    },
  ];
  useCommands(commands);

  return (
    <div className="start u-scroll">
      <div className="start-inner">
        <header className="start-head">
          <Mark size={40} />
          <div>
            <h1 className="start-title">Assay</h1>
            <p className="u-text-2">Error analysis for text-to-SQL. Predictions and gold are both on trial.</p>
          </div>
          <span className="u-end u-text-3 u-small">version {desktop().versions.app}</span>
        </header>
        <div className="start-columns">
          <RecentProjects
            projects={settings?.recentProjects ?? []}
            trouble={trouble}
            disabled={busy}
            filterRef={filter}
            onOpen={(path) => void open(path)}
            onLocate={(path) => attempt(() => locate(path))}
            onForget={(path) => attempt(() => forgetProject(path))}
          />
          <Begin failure={failure} onDismiss={() => setFailure(null)} />
        </div>
        <ol className="start-loop">
          {LOOP.map((step, index) => (
            <li key={step.title}>
              <b className="start-step">
                <i>{index + 1}</i>
                {step.title}
              </b>
              <span className="start-step-text">{step.text}</span>
            </li>
          ))}
        </ol>
        <footer className="start-foot">
          <span className="start-hint">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> choose
          </span>
          <span className="start-hint">
            <Keys keys="Enter" /> open
          </span>
          <span className="start-hint">
            <KeyHint command="app.palette" /> find or run a command
          </span>
          <span className="start-hint">
            <KeyHint command="app.keys" /> all keys
          </span>
          <span className="u-end">
            <Menu
              label="Theme"
              options={THEMES}
              value={settings?.theme ?? 'system'}
              onChange={(theme) => void setTheme(theme)}
              align="end"
            />
          </span>
        </footer>
      </div>
    </div>
  );
}
