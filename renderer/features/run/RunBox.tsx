import './run-box.css';
import type { RunSummary } from '#shared/contract/execution.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import {
  type Activity,
  cancelActivity,
  failureText,
  go,
  isBusy,
  pauseActivity,
  resumeRunAndJudge,
  startJudging,
  startRunAndJudge,
  useActivity,
  useAssay,
} from '../../client/index.ts';
import { Button, classes, clock, count, counted, duration, ErrorText, PaneHead } from '../../ui/index.ts';
import { openConnections } from '../connections/index.ts';
import { openRunDialog } from './dialogs.ts';
import { runEverything } from './run-options.ts';
import { StatusBar, StatusCounts } from './StatusCounts.tsx';

/** Runs golds and predictions and lets every rule judge them; shows how far that is. */
export function RunBox({ summary, bare = false, className }: { summary: ProjectSummary; bare?: boolean; className?: string }) {
  const activity = useActivity((store) => store.activity);
  const current = useAssay('execution.current', null).data ?? null;
  const mine = activity !== null && (activity.kind === 'execution' || activity.kind === 'judging');
  return (
    <section className={classes('run-box', className)} data-pane aria-label="Run">
      {!bare && <PaneHead title="Run" note={current ? [...current.engines, `run ${current.runId}`].join(', ') : undefined} />}
      {mine && isBusy(activity) ? (
        <Running activity={activity} />
      ) : (
        <Resting summary={summary} current={current} activity={activity} mine={mine} />
      )}
    </section>
  );
}

function Resting({
  summary,
  current,
  activity,
  mine,
}: {
  summary: ProjectSummary;
  current: RunSummary | null;
  activity: Activity | null;
  mine: boolean;
}) {
  const rules = useAssay('judge.rules', null).data ?? [];
  const isBehind = summary.run !== summary.latestRun;
  const unjudged = isBehind || rules.some(({ id, chosen }) => chosen && !summary.judgedRules.includes(id));
  const busy = isBusy(activity);
  const missing = Math.max(0, summary.executionsNeeded - summary.executionsDone);
  const left = current === null ? 0 : current.total - current.done;
  const rests = current !== null && left > 0 && current.state !== 'finished' && current.state !== 'not started';
  return (
    <div className="run-body">
      {mine && <ActivityFailure activity={activity} />}
      {rests && <p className="run-line u-warn">{restWords(current)}</p>}
      {isBehind && (
        <p className="run-line">
          Verdicts are still those of run {summary.run}, until run {summary.latestRun} is judged.
        </p>
      )}
      {current?.state === 'not started' ? (
        <p className="run-line u-text-2">No query has run: what is judged are the result tables that were handed in.</p>
      ) : (
        current && <Finished run={current} summary={summary} />
      )}
      {activity !== null && busy && !mine && <p className="run-line">{activity.phase}: running waits until it has ended.</p>}
      <div className="run-actions">
        {rests ? (
          <Button kind="primary" icon="run" disabled={busy} onClick={() => void resumeRunAndJudge()}>
            Resume: {counted(left, 'query', 'queries')}
          </Button>
        ) : missing > 0 ? (
          <Button kind="primary" icon="run" disabled={busy} onClick={() => void startRunAndJudge(runEverything())}>
            {summary.executionsDone === 0 ? 'Run and judge' : `Run the remaining ${count(missing)} and judge`}
          </Button>
        ) : (
          unjudged && (
            <Button
              kind={summary.judgedRules.length === 0 ? 'primary' : 'plain'}
              icon="scales"
              disabled={busy}
              onClick={() => void startJudging()}
            >
              {isBehind
                ? `Judge run ${summary.latestRun}`
                : summary.judgedRules.length === 0
                  ? 'Judge'
                  : 'Judge by the other rules'}
            </Button>
          )
        )}
        <Button disabled={busy} onClick={() => openRunDialog()}>
          Run…
        </Button>
        {summary.golds > 0 && (
          <Button title="Whether each gold returns the same every time that it runs" onClick={() => go('verification')}>
            Determinism of gold
          </Button>
        )}
      </div>
    </div>
  );
}

/** Why a run rests, and that nothing is lost. */
function restWords({ state, stopReason }: RunSummary): string {
  switch (state) {
    case 'interrupted':
      return 'The run was interrupted: Assay ended while it ran. What had finished is kept.';
    case 'cancelled':
      return 'Cancelled. What had finished is kept; go on at any time.';
    default:
      return `${(stopReason ?? 'stopped').replace(/^./, (first) => first.toUpperCase())}.`;
  }
}

function ActivityFailure({ activity }: { activity: Activity | null }) {
  const failure = activity?.failure ?? null;
  return (
    <>
      <ErrorText text={failure && failureText(failure)} className="run-line" />
      {(failure?.code === 'CONNECTION_NEEDED' || failure?.code === 'SECRET_NEEDED') && (
        <Button size="small" onClick={openConnections}>
          Connections…
        </Button>
      )}
    </>
  );
}

function Running({ activity }: { activity: Activity }) {
  const progress = activity.execution;
  const judging = activity.kind === 'judging';
  const share = activity.total ? activity.done / activity.total : 0;
  const stopping = activity.state === 'cancelling' || activity.state === 'pausing';
  return (
    <div className="run-body">
      <div className="run-head">
        <span>
          <b className="u-strong">{count(activity.done)}</b>
          <span className="u-text-2">
            {activity.total !== null && ` of ${count(activity.total)}`} {judging ? 'judged' : (progress?.what ?? 'executions')}
          </span>
        </span>
        <span className="u-text-2">
          {activity.state === 'cancelling'
            ? 'stopping'
            : activity.state === 'pausing'
              ? 'pausing after what runs now'
              : activity.etaSeconds === null
                ? activity.phase
                : `about ${duration(activity.etaSeconds * 1000)} left`}
        </span>
        <span className="run-head-buttons">
          {!judging && (
            <Button size="small" icon="pause" disabled={stopping} onClick={pauseActivity}>
              Pause
            </Button>
          )}
          <Button size="small" disabled={activity.state === 'cancelling'} onClick={cancelActivity}>
            Cancel
          </Button>
        </span>
      </div>
      <ActivityFailure activity={activity} />
      {progress && !judging ? (
        <>
          <StatusBar byStatus={progress.byStatus} total={progress.total} label="Executions that have ended" />
          <StatusCounts byStatus={progress.byStatus} />
        </>
      ) : (
        <span
          className="run-bar"
          role="progressbar"
          aria-label={activity.phase}
          aria-valuemin={0}
          aria-valuemax={activity.total ?? undefined}
          aria-valuenow={activity.done}
        >
          <i className="run-status-match" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {progress && !judging && progress.running.length > 0 && (
        <ul className="run-queries" aria-label="Running now">
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
  const written = summary.golds + summary.predictions;
  const { window, plan, repetitions } = run;
  const narrowed = [
    plan.instances?.title,
    plan.systems === null ? null : plan.systems.length === 0 ? 'gold alone' : plan.systems.join(', '),
    plan.engine,
    plan.queries === null ? null : 'what was tried again',
  ].filter((part) => part !== null && part !== undefined);
  return (
    <>
      <div className="run-head">
        <span>
          <b className="u-strong">{count(run.done)}</b>
          <span className="u-text-2">
            {' '}
            of {counted(run.total, 'execution')}
            {repetitions > 1 && `, ${repetitions} × each`}
          </span>
        </span>
        <span className="u-text-2">{run.finishedAt ? `ended ${clock(run.finishedAt)}` : run.state}</span>
      </div>
      <StatusBar byStatus={run.byStatus} total={Math.max(run.total, run.done)} label="Executions that have ended" />
      <StatusCounts byStatus={run.byStatus} />
      {run.keptBy.map(({ reason, count: kept }) => (
        <p key={reason} className="run-line u-warn">
          Environment, {count(kept)} ×: {reason}
        </p>
      ))}
      {narrowed.length > 0 && <p className="run-line u-text-2">Asked for: {narrowed.join('; ')}.</p>}
      {window && (
        <p
          className="run-line u-text-2"
          title="Gold and prediction may be compared because they ran close together. An instance’s own span reaches from its first execution to the end of its last"
        >
          Window {duration(window.seconds * 1000)}; an instance’s own {duration(window.medianInstanceSeconds * 1000)} (median),{' '}
          {duration(window.longestInstanceSeconds * 1000)} at most.
        </p>
      )}
      {run.changedDatabases.map((name) => (
        <p key={name} className="run-line u-warn">
          The file of {name} changed during the run: run it again before you compare.
        </p>
      ))}
      <p className="run-line u-text-2" title="A query that several golds or predictions share on one database runs once.">
        Equal queries ran once, for {counted(written, 'gold and prediction', 'golds and predictions')} in all.
      </p>
    </>
  );
}
