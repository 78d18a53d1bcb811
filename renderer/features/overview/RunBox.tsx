import type { RunSummary } from '#shared/contract/execution.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { EXECUTION_STATUSES, type ExecutionStatus } from '#shared/model/execution.ts';
import {
  type Activity,
  cancelActivity,
  isBusy,
  startJudging,
  startRunAndJudge,
  useActivity,
  useAssay,
} from '../../client/index.ts';
import { Button, clock, count, counted, duration, Icon, type IconName, NumberField, PaneHead } from '../../ui/index.ts';
import { openOverviewDialog } from './overview-dialogs.ts';
import { runOptions, useRunOptions } from './run-options.ts';

const STATUS_LOOK: Record<ExecutionStatus, { icon: IconName; word: string; tone: string; title: string }> = {
  ok: { icon: 'check', word: 'ok', tone: 'match', title: 'The query ran and its rows were read' },
  error: {
    icon: 'failed',
    word: 'failed',
    tone: 'predfail',
    title: 'The database answered with an error: a wrong name, wrong syntax, a wrong type',
  },
  timeout: { icon: 'clock', word: 'timed out', tone: 'timeout', title: 'Stopped after the time that a query may take' },
  cancelled: {
    icon: 'stop',
    word: 'cancelled',
    tone: 'notrun',
    title: 'Stopped because the run was cancelled; it runs when the run goes on',
  },
  refused: {
    icon: 'lock',
    word: 'refused',
    tone: 'goldfail',
    title:
      'Not run: not a single reading query. Queries may only read, so whatever writes, changes settings or holds several statements is refused',
  },
  environment: {
    icon: 'circle',
    word: 'environment',
    tone: 'notrun',
    title: 'The account, the network or a share was not there: this says nothing about the query',
  },
};

/** Runs golds and predictions and lets every rule judge them; shows how far that is. */
export function RunBox({ summary, bare = false }: { summary: ProjectSummary; bare?: boolean }) {
  const activity = useActivity((store) => store.activity);
  const current = useAssay('execution.current', null).data ?? null;
  const { timeoutSeconds, jobs } = useRunOptions();

  const rules = useAssay('judge.rules', null).data ?? [];
  const unjudged = rules.some(({ id }) => !summary.judgedRules.includes(id));
  const missing = Math.max(0, summary.executionsNeeded - summary.executionsDone);
  const mine = activity !== null && (activity.kind === 'execution' || activity.kind === 'judging');
  const running = mine && isBusy(activity);
  const start = () => void startRunAndJudge(runOptions());

  return (
    <section className="ov-box ov-run" data-pane aria-label="Run">
      {!bare && <PaneHead title="Run" note={current ? `${current.engines.join(', ')}, run ${current.runId}` : undefined} />}
      {running && activity ? (
        <Running activity={activity} />
      ) : (
        <div className="ov-run-body">
          {mine && activity?.state === 'failed' && activity.failure && (
            <p className="ov-run-line u-danger" role="alert">
              {activity.failure.message} {activity.failure.next}
            </p>
          )}
          {mine && activity?.state === 'cancelled' && (
            <p className="ov-run-line u-warn">Cancelled. What had finished is kept; go on at any time.</p>
          )}
          {current && <Finished run={current} summary={summary} />}
          {activity !== null && isBusy(activity) && !mine && (
            <p className="ov-run-line">{activity.phase}: running waits until it has ended.</p>
          )}
          <div className="ov-run-limits">
            <span>Stop a query after</span>
            <NumberField
              label="Seconds after which a query is stopped"
              value={timeoutSeconds}
              min={1}
              max={86_400}
              onChange={(seconds) => useRunOptions.setState({ timeoutSeconds: seconds })}
            />
            <span>s,</span>
            <NumberField
              label="Queries at a time"
              value={jobs}
              min={1}
              max={64}
              width="44px"
              onChange={(next) => useRunOptions.setState({ jobs: next })}
            />
            <span>at a time</span>
          </div>
          <div className="ov-run-actions">
            {missing > 0 ? (
              <Button kind="primary" icon="run" disabled={isBusy(activity)} onClick={start}>
                {summary.executionsDone === 0 ? 'Run and judge' : `Run the remaining ${count(missing)} and judge`}
              </Button>
            ) : (
              unjudged && (
                <Button
                  kind={summary.judgedRules.length === 0 ? 'primary' : 'plain'}
                  icon="scales"
                  disabled={isBusy(activity)}
                  onClick={() => void startJudging()}
                >
                  {summary.judgedRules.length === 0 ? 'Judge' : 'Judge by the other rules'}
                </Button>
              )
            )}
            {summary.executionsDone > 0 && (
              <Button disabled={isBusy(activity)} onClick={() => openOverviewDialog('run again')}>
                Run everything again (new run)
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function Running({ activity }: { activity: Activity }) {
  const progress = activity.execution;
  const judging = activity.kind === 'judging';
  const share = activity.total ? activity.done / activity.total : 0;
  return (
    <div className="ov-run-body">
      <div className="ov-run-head">
        <span>
          <b className="u-strong">{count(activity.done)}</b>
          <span className="u-text-2">
            {activity.total !== null && ` of ${count(activity.total)}`} {judging ? 'judged' : 'queries'}
          </span>
        </span>
        <span className="u-text-2">
          {activity.state === 'cancelling'
            ? 'stopping'
            : activity.etaSeconds === null
              ? activity.phase
              : `about ${duration(activity.etaSeconds * 1000)} left`}
        </span>
        <Button size="small" disabled={activity.state === 'cancelling'} onClick={cancelActivity}>
          Cancel
        </Button>
      </div>
      {progress && !judging ? (
        <StatusBar byStatus={progress.byStatus} total={progress.total} label="Queries that have run" />
      ) : (
        <span
          className="ov-run-bar"
          role="progressbar"
          aria-label={activity.phase}
          aria-valuemin={0}
          aria-valuemax={activity.total ?? undefined}
          aria-valuenow={activity.done}
        >
          <i className="ov-status-match" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {progress && !judging && <StatusCounts byStatus={progress.byStatus} />}
      {progress && !judging && progress.running.length > 0 && (
        <ul className="ov-run-queries" aria-label="Running now">
          {progress.running.slice(0, 4).map((query, i) => (
            <li key={i}>
              <span className="u-text-2 u-ellipsis" title={query.database}>
                {query.database}
              </span>
              <code className="u-ellipsis" title={query.sql}>
                {query.sql}
              </code>
              <span>{query.seconds.toFixed(0)} s</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Finished({ run, summary }: { run: RunSummary; summary: ProjectSummary }) {
  const total = Math.max(summary.executionsNeeded, run.done);
  const written = summary.golds + summary.predictions;
  return (
    <>
      <div className="ov-run-head">
        <span>
          <b className="u-strong">{count(run.done)}</b>
          <span className="u-text-2"> of {counted(total, 'query', 'queries')}</span>
        </span>
        <span className="u-text-2">{run.finishedAt ? `ended ${clock(run.finishedAt)}` : 'not finished'}</span>
      </div>
      <StatusBar byStatus={run.byStatus} total={total} label="Queries that have run" />
      <StatusCounts byStatus={run.byStatus} />
      <p className="ov-run-line u-text-2" title="A query that several golds or predictions share on one database runs once.">
        {counted(total, 'different query', 'different queries')} for{' '}
        {counted(written, 'gold and prediction', 'golds and predictions')}.
      </p>
    </>
  );
}

function StatusBar({ byStatus, total, label }: { byStatus: Record<ExecutionStatus, number>; total: number; label: string }) {
  const done = EXECUTION_STATUSES.reduce((sum, status) => sum + byStatus[status], 0);
  return (
    <span
      className="ov-run-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      {EXECUTION_STATUSES.map((status) => (
        <i
          key={status}
          className={`ov-status-${STATUS_LOOK[status].tone}`}
          style={{ width: `${total === 0 ? 0 : (byStatus[status] / total) * 100}%` }}
        />
      ))}
    </span>
  );
}

function StatusCounts({ byStatus }: { byStatus: Record<ExecutionStatus, number> }) {
  return (
    <ul className="ov-run-counts">
      {EXECUTION_STATUSES.filter((status) => byStatus[status] > 0).map((status) => (
        <li key={status} className={`ov-text-${STATUS_LOOK[status].tone}`} title={STATUS_LOOK[status].title}>
          <Icon name={STATUS_LOOK[status].icon} size={13} />
          {count(byStatus[status])} {STATUS_LOOK[status].word}
        </li>
      ))}
    </ul>
  );
}
