import type { Activity } from '../client/activity.ts';
import { bytes, count, duration, type IconName } from '../ui/index.ts';

const NAMES: Record<Activity['kind'], { now: string; noun: string }> = {
  execution: { now: 'Running', noun: 'The run' },
  judging: { now: 'Judging', noun: 'Judging' },
  verification: { now: 'Verifying gold', noun: 'The verification' },
  import: { now: 'Importing', noun: 'The import' },
  'gold check': { now: 'Checking golds', noun: 'The check of the golds' },
  report: { now: 'Writing the report', noun: 'The export of the report' },
  'sample project': { now: 'Opening the sample', noun: 'Opening the sample' },
};

const ENDED = { finished: 'finished', paused: 'rests', cancelled: 'was cancelled', failed: 'failed' } as const;
const ICONS: Record<Activity['state'], IconName> = {
  running: 'run',
  pausing: 'pause',
  cancelling: 'stop',
  paused: 'pause',
  finished: 'check',
  cancelled: 'stop',
  failed: 'warning',
};

/** An activity in one line: `Running 1,204 of 8,272`, and how long it may still take. */
export function activityLine(activity: Activity): { title: string; detail: string | null; icon: IconName } {
  const names = NAMES[activity.kind];
  const icon = ICONS[activity.state];
  if (activity.state === 'pausing') return { title: 'Pausing', detail: null, icon };
  if (activity.state === 'cancelling') return { title: 'Cancelling', detail: null, icon };
  if (activity.state !== 'running') return { title: `${names.noun} ${ENDED[activity.state]}`, detail: null, icon };
  const number = activity.kind === 'import' ? bytes : count;
  const amount = activity.total === null ? '' : ` ${number(activity.done)} of ${number(activity.total)}`;
  const detail = activity.etaSeconds === null ? null : `${duration(activity.etaSeconds * 1000)} left`;
  return { title: `${names.now}${amount}`, detail, icon };
}
