import { EXECUTION_STATUSES } from '#shared/model/execution.ts';
import {
  go,
  isBusy,
  pauseActivity,
  resumeRunAndJudge,
  startJudging,
  startRunAndJudge,
  useActivity,
  useAssay,
} from '../../client/index.ts';
import { type Command, useCommands } from '../../ui/commands/index.ts';
import { count } from '../../ui/index.ts';
import { closeRunDialog, openExecutions, openRunDialog, useRunDialogs } from './dialogs.ts';
import { ExecutionsDialog } from './ExecutionsDialog.tsx';
import { RunDialog } from './RunDialog.tsx';
import { runEverything } from './run-options.ts';
import { STATUS_LOOK } from './statuses.ts';

/** What can be done about runs, from every screen of an open project: run, pause, go on, judge, list; and their dialogs. */
export function RunCommands() {
  const summary = useAssay('project.summary', null).data;
  const current = useAssay('execution.current', null).data ?? null;
  const rules = useAssay('judge.rules', null).data ?? [];
  const activity = useActivity((store) => store.activity);
  const dialog = useRunDialogs((store) => store.dialog);
  const busy = isBusy(activity);
  const missing = summary ? Math.max(0, summary.executionsNeeded - summary.executionsDone) : 0;
  const rests =
    current !== null && current.state !== 'finished' && current.state !== 'not started' && current.done < current.total;
  const inOverview = (work: () => Promise<unknown>) => () => {
    if (go('overview')) void work();
  };
  const commands: Command[] = [
    {
      id: 'run.start',
      title: 'Run and judge',
      group: 'Project',
      keys: [],
      icon: 'run',
      hint: `${count(missing)} queries`,
      enabled: missing > 0 && !busy,
      run: inOverview(() => startRunAndJudge(runEverything())),
    },
    {
      id: 'run.choose',
      title: 'Run… (systems, instances, repetitions, dry run)',
      group: 'Project',
      keys: [],
      icon: 'run',
      enabled: summary !== undefined && summary.instances > 0 && !busy,
      run: () => openRunDialog(),
    },
    {
      id: 'run.resume',
      title: 'Resume the run',
      group: 'Project',
      keys: [],
      icon: 'run',
      hint: rests ? `${count(current.total - current.done)} left` : undefined,
      enabled: rests && !busy,
      run: inOverview(resumeRunAndJudge),
    },
    {
      id: 'run.pause',
      title: 'Pause the run',
      group: 'Project',
      keys: [],
      icon: 'pause',
      enabled: activity?.kind === 'execution' && activity.state === 'running',
      run: pauseActivity,
    },
    {
      id: 'run.judge',
      title: 'Judge what has run',
      group: 'Project',
      keys: [],
      icon: 'scales',
      enabled:
        summary !== undefined &&
        summary.executionsDone > 0 &&
        !busy &&
        (summary.run !== summary.latestRun || rules.some(({ id, chosen }) => chosen && !summary.judgedRules.includes(id))),
      run: inOverview(startJudging),
    },
    ...EXECUTION_STATUSES.filter((status) => status !== 'ok' && (current?.byStatus[status] ?? 0) > 0).map(
      (status): Command => ({
        id: `run.list.${status}`,
        title: `List executions: ${STATUS_LOOK[status].word}`,
        group: 'Project',
        keys: [],
        icon: STATUS_LOOK[status].icon,
        hint: count(current!.byStatus[status]),
        run: () => openExecutions(status),
      }),
    ),
  ];
  useCommands(commands);
  if (dialog?.name === 'run' && summary) {
    return <RunDialog summary={summary} offered={dialog.offered} onClose={closeRunDialog} />;
  }
  if (dialog?.name === 'executions') return <ExecutionsDialog status={dialog.status} onClose={closeRunDialog} />;
  return null;
}
