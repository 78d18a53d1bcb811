import type { ProjectSummary } from '#shared/contract/project.ts';
import { cancelActivity, dismissActivity, go, useActivity, useAssay, useNavigation, useSettings } from '../client/index.ts';
import { KeyHint, runCommand, useCommandList } from '../ui/commands/index.ts';
import { ActionMenu, classes, count, counted, Icon, IconButton, Mark, type MenuItem, ProgressBar } from '../ui/index.ts';
import { activityLine } from './activity-text.ts';
import { useDialogs } from './dialogs.ts';
import { runStateOf } from './run-state.ts';
import { STEPS } from './steps.ts';

/** The bar: project and its menu, the steps with their counts, what runs, who labels, find or run. */
export function AppBar() {
  const { data: summary } = useAssay('project.summary', null);
  const open = useDialogs((dialogs) => dialogs.open);
  const blindness = useAssay('blind.get', null).data;
  const annotator = useSettings((store) => store.settings?.annotator ?? '');
  return (
    <header className="app-bar" data-pane="">
      <ProjectMenu name={summary?.name ?? ''} path={summary?.path ?? ''} />
      <Steps summary={summary} />
      <div className="app-bar-end">
        <RunState summary={summary} />
        {blindness?.on && (
          <button
            type="button"
            className="app-bar-quiet"
            title={
              blindness.hides
                ? 'You label blind: names and verdicts are hidden until you commit'
                : 'You label blind, and everything is committed: nothing is hidden now'
            }
            onClick={() => runCommand('app.blind')}
          >
            <Icon name="hidden" size={12} />
            Blind
          </button>
        )}
        <button
          type="button"
          className="app-bar-quiet"
          title="Annotator"
          aria-label={`Annotator: ${annotator}`}
          onClick={() => open('annotator')}
        >
          <Icon name="people" size={12} />
          <span className="app-bar-annotator u-ellipsis">{annotator}</span>
        </button>
        <button type="button" className="app-find" onClick={() => open('palette')}>
          <Icon name="search" size={12} />
          Find or run
          <KeyHint command="app.palette" />
        </button>
      </div>
    </header>
  );
}

const PROJECT_COMMANDS = [
  'project.new',
  'project.open',
  'project.sample',
  'go.import',
  'project.reveal',
  'app.codebook',
  'app.annotator',
  'project.close',
];
const DIVIDED = new Set(['go.import', 'project.close']);

function ProjectMenu({ name, path }: { name: string; path: string }) {
  const commands = useCommandList();
  const items = PROJECT_COMMANDS.flatMap((id): MenuItem[] => {
    const command = commands.find((each) => each.id === id);
    if (!command) return [];
    return [{ id, label: command.title, command: id, divided: DIVIDED.has(id), run: () => void runCommand(id) }];
  });
  return (
    <ActionMenu label={`Project ${name}`} items={items} className="app-project">
      <Mark />
      <span className="app-project-name u-ellipsis" title={path}>
        {name}
      </span>
    </ActionMenu>
  );
}

function Steps({ summary }: { summary: ProjectSummary | undefined }) {
  const screen = useNavigation((place) => place.screen);
  const sampleId = useNavigation((place) => place.sampleId);
  const samples = summary?.samples ?? [];
  const sample = samples.find((each) => each.id === sampleId) ?? samples.at(-1);
  return (
    <nav className="app-steps" aria-label="Steps">
      {STEPS.map((step) => (
        <button
          key={step.screen}
          type="button"
          className={classes('app-step', step.screen === screen && 'app-step-on')}
          aria-current={step.screen === screen ? 'page' : undefined}
          onClick={() => go(step.screen)}
        >
          {step.title}
          {step.screen === 'room' && sample && (
            <span
              className="app-step-count"
              title={`${count(sample.labelledInstances)} of ${counted(sample.instances, 'instance')} of ${sample.name} labelled`}
            >
              {count(sample.labelledInstances)}/{count(sample.instances)}
            </span>
          )}
          {step.screen === 'sample' && samples.length > 0 && <span className="app-step-count">{count(samples.length)}</span>}
        </button>
      ))}
    </nav>
  );
}

/** What runs, with its cancel; else how the current run stands. */
function RunState({ summary }: { summary: ProjectSummary | undefined }) {
  const activity = useActivity((store) => store.activity);
  if (activity) {
    const line = activityLine(activity);
    const running = activity.state === 'running' || activity.state === 'cancelling';
    return (
      <span className="app-activity" role="status" title={activity.failure?.message}>
        {running && <ProgressBar label={line.title} done={activity.done} total={activity.total} />}
        {!running && <Icon name={line.icon} size={12} className={`app-activity-${activity.state}`} />}
        <span className="u-ellipsis">{line.title}</span>
        {line.detail && <span className="app-activity-detail u-text-3">{line.detail}</span>}
        {running ? (
          <IconButton icon="stop" label="Cancel" disabled={activity.state === 'cancelling'} onClick={cancelActivity} />
        ) : (
          <IconButton icon="close" label="Dismiss" onClick={dismissActivity} />
        )}
      </span>
    );
  }
  const state = summary && runStateOf(summary);
  if (!state) return null;
  return (
    <button type="button" className="app-bar-quiet" title={state.title} onClick={() => go('overview')}>
      <Icon name={state.icon} size={12} />
      {state.text}
    </button>
  );
}
