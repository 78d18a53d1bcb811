import { cancelActivity, dismissActivity, type Failure, isBusy, useActivity } from '../../client/index.ts';
import { KeyHint, runCommand } from '../../ui/commands/index.ts';
import { Button, classes, count, duration, Icon, type IconName, Message, ProgressBar } from '../../ui/index.ts';

const ACTIONS: readonly { command: string; icon: IconName; title: string; text: string }[] = [
  {
    command: 'start.sample',
    icon: 'run',
    title: 'Open the sample',
    text: 'About 50 instances, some of them AI-native, several systems, planted faults of every code. Takes five minutes, needs no network.',
  },
  { command: 'start.new', icon: 'add', title: 'New project…', text: 'Then drop a benchmark folder on it.' },
  { command: 'start.open', icon: 'folder', title: 'Open a file…', text: 'Or drop an .assay file anywhere on this window.' },
];

/** The ways to begin, and what became of the last try. */
export function Begin({ failure, onDismiss }: { failure: Failure | null; onDismiss: () => void }) {
  const activity = useActivity((store) => store.activity);
  const busy = isBusy(activity);
  const sampleFailure = activity?.state === 'failed' ? activity.failure : null;
  const shown = failure ?? sampleFailure;
  const dismiss = () => {
    onDismiss();
    dismissActivity();
  };
  return (
    <aside aria-label="Begin" data-pane="">
      <div className="start-section-head">
        <h2 className="start-section-title">Begin</h2>
      </div>
      {ACTIONS.map((action, index) => (
        <button
          key={action.command}
          type="button"
          className={classes('start-action', index === 0 && 'start-action-first')}
          disabled={busy}
          onClick={() => runCommand(action.command)}
        >
          <Icon name={action.icon} />
          <span>
            <b className="start-action-title">{action.title}</b>
            <small className="start-action-text">{action.text}</small>
          </span>
          <KeyHint command={action.command} />
        </button>
      ))}
      {activity && busy && (
        <div className="start-progress" role="status">
          <span className="u-row">
            <span className="u-grow u-ellipsis">{activity.state === 'cancelling' ? 'Cancelling' : activity.phase}</span>
            <Button size="small" onClick={cancelActivity} disabled={activity.state === 'cancelling'}>
              Cancel
            </Button>
          </span>
          <ProgressBar label={activity.phase} done={activity.done} total={activity.total} className="start-progress-bar" />
          <span className="u-small u-text-2">
            {count(activity.done)}
            {activity.total !== null && ` of ${count(activity.total)}`}
            {activity.etaSeconds !== null && `, ${duration(activity.etaSeconds * 1000)} left`}
          </span>
        </div>
      )}
      {shown && (
        <Message
          className="start-failure"
          tone="danger"
          title={shown.message}
          actions={
            <Button size="small" onClick={dismiss}>
              Dismiss
            </Button>
          }
        >
          {shown.next ?? shown.cause ?? 'Nothing was changed.'}
        </Message>
      )}
      {activity?.state === 'cancelled' && !shown && (
        <p className="start-failure u-text-2">Cancelled. What was made so far is taken up the next time.</p>
      )}
    </aside>
  );
}
