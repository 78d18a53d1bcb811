import './verification.css';
import { useState } from 'react';
import { unstableGoldsCsv } from '#shared/analysis/tables/verification.ts';
import type { UnstableGold, VerificationReport } from '#shared/contract/verification.ts';
import {
  cancelActivity,
  failureOf,
  failureText,
  go,
  isBusy,
  pauseActivity,
  resumeVerification,
  saveOut,
  useActivity,
  useAssay,
} from '../../client/index.ts';
import {
  Button,
  classes,
  clock,
  count,
  counted,
  duration,
  Menu,
  Message,
  PaneHead,
  ProgressBar,
  percent,
  Skeleton,
} from '../../ui/index.ts';
import { openVerifyDialog } from './dialog.ts';

/** Which golds return the same each time that they run, pass by pass; and of the others, which cells vary. */
export function VerificationScreen() {
  const [chosen, setChosen] = useState<number | null>(null);
  const report = useAssay('verification.report', { id: chosen }, { keepPrevious: true });
  const all = useAssay('verification.list', null).data ?? [];
  if (report.error) {
    const { message, next } = failureOf(report.error);
    return (
      <Message tone="danger" title={message}>
        {next}
      </Message>
    );
  }
  if (report.data === undefined) return <Skeleton lines={8} label="Reading the verification" />;
  return (
    <div className="ui-pane verify u-scroll">
      <div className="verify-head">
        <h1 className="verify-title">Determinism of gold</h1>
        {report.data && (
          <span className="u-text-2">
            {counted(report.data.golds, 'gold query', 'gold queries')}
            {report.data.scope !== null && ` of ${report.data.scope}`}, agreement by {report.data.rule} {report.data.ruleVersion}
          </span>
        )}
        <span className="verify-head-right">
          {all.length > 1 && report.data && (
            <Menu
              label="Verification"
              value={String(report.data.id)}
              options={all.map(({ id, passes, startedAt }) => ({
                value: String(id),
                label: `${id}: ${passes.join(', ')} runs, ${startedAt.slice(0, 10)}`,
              }))}
              onChange={(id) => setChosen(Number(id))}
              align="end"
            />
          )}
          {report.data && (
            <>
              <Button size="small" icon="download" onClick={() => void saveReport(report.data!, 'csv')}>
                CSV
              </Button>
              <Button size="small" icon="download" onClick={() => void saveReport(report.data!, 'json')}>
                JSON
              </Button>
            </>
          )}
          <Button size="small" onClick={openVerifyDialog}>
            Verify…
          </Button>
        </span>
      </div>
      <Progress report={report.data} />
      {report.data ? (
        <>
          <Passes report={report.data} />
          <Unstable report={report.data} />
        </>
      ) : (
        <Message
          icon="unstable"
          title="No gold was verified yet"
          actions={
            <Button kind="primary" onClick={openVerifyDialog}>
              Verify gold…
            </Button>
          }
        >
          Each gold runs several times. One that does not return the same each time cannot tell a right prediction from a wrong
          one.
        </Message>
      )}
    </div>
  );
}

const saveReport = (report: VerificationReport, format: 'csv' | 'json'): Promise<void> =>
  format === 'csv'
    ? saveOut('unstable-golds.csv', () => unstableGoldsCsv(report.unstable))
    : saveOut('verification.json', () => `${JSON.stringify(report, null, 2)}\n`);

/** What runs now, or why the latest verification rests. */
function Progress({ report }: { report: VerificationReport | null }) {
  const activity = useActivity((store) => store.activity);
  const mine = activity?.kind === 'verification';
  if (mine && isBusy(activity)) {
    return (
      <div className="verify-progress">
        <span>
          {count(activity.done)}
          {activity.total !== null && ` of ${count(activity.total)}`} executions
          {activity.etaSeconds !== null && `, about ${duration(activity.etaSeconds * 1000)} left in this pass`}
        </span>
        <ProgressBar label="Verification" done={activity.done} total={activity.total} className="verify-progress-bar" />
        <Button size="small" icon="pause" disabled={activity.state !== 'running'} onClick={pauseActivity}>
          Pause
        </Button>
        <Button size="small" disabled={activity.state === 'cancelling'} onClick={cancelActivity}>
          Cancel
        </Button>
        {activity.failure && (
          <span className="u-danger" role="alert">
            {failureText(activity.failure)}
          </span>
        )}
      </div>
    );
  }
  const failed = mine && activity.state === 'failed' && activity.failure;
  const rests = report !== null && report.state !== 'finished' && report.state !== 'running';
  if (!failed && !rests) return null;
  return (
    <div className="verify-progress">
      <span className={failed ? 'u-danger' : 'u-warn'}>
        {failed
          ? failureText(failed)
          : report?.state === 'interrupted'
            ? 'The verification was interrupted: Assay ended while it ran. What had finished is kept.'
            : `The verification rests (${report?.stopReason ?? report?.state}). What had finished is kept.`}
      </span>
      <Button kind="primary" size="small" icon="run" disabled={isBusy(activity)} onClick={() => void resumeVerification()}>
        Resume
      </Button>
    </div>
  );
}

function Passes({ report }: { report: VerificationReport }) {
  const { verified } = report;
  return (
    <section data-pane aria-label="Passes">
      <table className="ui-table verify-passes">
        <thead>
          <tr>
            <th>pass</th>
            <th className="ui-number">runs</th>
            <th>window</th>
            <th className="ui-number" title="Golds that ran as often as they should and that the environment let run">
              checked
            </th>
            <th className="ui-number">consistent</th>
            <th className="ui-number">%</th>
            <th className="ui-number">95 % interval</th>
            <th className="ui-number" title="Consistent in this and every earlier pass, of golds that all these checked">
              so far
            </th>
            <th className="ui-number" title="Agreed in every earlier pass, and not in this one">
              new
            </th>
          </tr>
        </thead>
        <tbody>
          {report.passes.map((pass) => (
            <tr key={pass.pass}>
              <td>{pass.pass}</td>
              <td className="ui-number">{pass.runs}</td>
              <td className="u-text-2">{pass.window ? `${clock(pass.window.from)} – ${clock(pass.window.to)}` : 'not yet'}</td>
              <td className="ui-number">{count(pass.checked)}</td>
              <td className="ui-number">{count(pass.consistent.count)}</td>
              <td className="ui-number">{pass.checked === 0 ? '–' : percent(pass.consistent.share)}</td>
              <td className="ui-number u-text-2">
                {pass.checked === 0 ? '' : `${percent(pass.consistent.low)} – ${percent(pass.consistent.high)}`}
              </td>
              <td className="ui-number">
                {count(pass.consistentSoFar.count)} of {count(pass.consistentSoFar.n)}
              </td>
              <td className="ui-number">{count(pass.newlyInconsistent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="verify-sum">
        <b>
          {count(verified.count)} of {count(verified.n)}
        </b>{' '}
        golds that every pass checked are consistent in all of them and between them.
        {report.environment > 0 &&
          ` ${counted(report.environment, 'gold was', 'golds were')} kept from running by the environment, which says nothing about them.`}
      </p>
    </section>
  );
}

const KIND_WORDS: Record<UnstableGold['variation']['kind'], string> = {
  failures: 'runs failed',
  columns: 'other columns',
  'row count': 'other row counts',
  cells: 'cells vary',
  'row order': 'only the order of rows varies',
};

function Unstable({ report }: { report: VerificationReport }) {
  const [open, setOpen] = useState<string | null>(null);
  if (report.unstable.length === 0) {
    return report.passes.some(({ checked }) => checked > 0) ? (
      <Message tone="ok" title="Every gold that was checked agrees with itself" />
    ) : null;
  }
  return (
    <section data-pane aria-label="Unstable golds">
      <PaneHead title="Unstable golds" note={`${count(report.unstable.length)} of ${count(report.golds)}`} line />
      <ul className="verify-list">
        {report.unstable.map((gold) => {
          const key = `${gold.instance} ${gold.gold}`;
          return <UnstableEntry key={key} gold={gold} open={open === key} onOpen={() => setOpen(open === key ? null : key)} />;
        })}
      </ul>
    </section>
  );
}

function UnstableEntry({ gold, open, onOpen }: { gold: UnstableGold; open: boolean; onOpen: () => void }) {
  const { variation } = gold;
  return (
    <li className={classes('verify-entry', open && 'verify-entry-open')}>
      <button type="button" className="verify-entry-head" aria-expanded={open} onClick={onOpen}>
        <code className="u-ellipsis" title={gold.instanceId}>
          {gold.instanceId}
          {gold.gold !== '' && ` ${gold.gold}`}
        </code>
        <span className="u-text-2 u-ellipsis">{gold.database}</span>
        <span title="Runs that agree with the most frequent result, pass by pass">
          {gold.passes.map(({ agreeing, runs }) => `${agreeing}/${runs}`).join('  ')}
        </span>
        <span className="u-ellipsis">
          {KIND_WORDS[variation.kind]}
          {variation.columns.length > 0 && `: ${variation.columns.map(({ column }) => column).join(', ')}`}
          {gold.passes.every(({ agreeing, runs }) => agreeing === runs) && ', only from one pass to another'}
        </span>
      </button>
      {open && (
        <div className="verify-detail">
          <p>
            {counted(variation.results, 'different result')}
            {variation.rowCounts.length > 0 && `, of ${variation.rowCounts.slice(0, 12).map(count).join(', ')} rows`}.{' '}
            {gold.error !== null && <span className="u-warn">A run failed: {gold.error}</span>}
            {variation.tooLarge && 'The results are too large to be compared cell by cell.'}
          </p>
          {variation.cells.length > 0 && (
            <table className="ui-table">
              <thead>
                <tr>
                  <th className="ui-number">row</th>
                  <th>column</th>
                  <th>values</th>
                </tr>
              </thead>
              <tbody>
                {variation.cells.map(({ row, column, values }) => (
                  <tr key={`${row} ${column}`}>
                    <td className="ui-number">{count(row)}</td>
                    <td>{column}</td>
                    <td>
                      <code>{values.join(' · ')}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {variation.cellCount > variation.cells.length && (
            <p className="u-text-2">
              The first {count(variation.cells.length)} of {counted(variation.cellCount, 'cell')} that vary.
            </p>
          )}
          <Button size="small" onClick={() => go('room', { looking: true, instance: gold.instance, system: null })}>
            Open the instance
          </Button>
        </div>
      )}
    </li>
  );
}
