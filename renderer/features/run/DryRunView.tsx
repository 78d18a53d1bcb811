import type { DryRun } from '#shared/contract/execution.ts';
import { failureOf } from '../../client/index.ts';
import { count, counted, Skeleton } from '../../ui/index.ts';

/** What a run would run: counts by engine and by system, and what is left out and why. */
export function DryRunView({ plan, error }: { plan: DryRun | undefined; error: unknown }) {
  if (error) {
    const { message, next } = failureOf(error);
    return (
      <div className="run-plan" role="alert">
        <p className="u-danger">{message}</p>
        {next && <p>{next}</p>}
      </div>
    );
  }
  if (plan === undefined) return <Skeleton lines={6} label="Counting what would run" />;
  return (
    <section className="run-plan" aria-label="What would run">
      <p>
        <b className="run-plan-total">{count(plan.executions)}</b> {plan.executions === 1 ? 'execution' : 'executions'}
        {plan.repetitions > 1 && `, ${plan.repetitions} of each query`}
      </p>
      <p className="u-text-2">
        {counted(plan.queries, 'different query', 'different queries')} for{' '}
        {counted(plan.references, 'gold and prediction', 'golds and predictions')}: equal ones run once.
      </p>
      {plan.byEngine.length > 0 && (
        <table className="ui-table">
          <thead>
            <tr>
              <th>engine</th>
              <th className="ui-number">databases</th>
              <th className="ui-number">executions</th>
            </tr>
          </thead>
          <tbody>
            {plan.byEngine.map(({ engine, databases, executions }) => (
              <tr key={engine}>
                <td>{engine}</td>
                <td className="ui-number">{count(databases)}</td>
                <td className="ui-number">{count(executions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plan.byUser.length > 0 && (
        <div className="run-plan-users u-scroll">
          <table className="ui-table">
            <thead>
              <tr>
                <th>for</th>
                <th className="ui-number">queries</th>
                <th className="ui-number" title="Queries that others have too; each runs once">
                  shared
                </th>
              </tr>
            </thead>
            <tbody>
              {plan.byUser.map(({ name, isGold, queries, shared }) => (
                <tr key={name}>
                  <td className={isGold ? 'run-plan-gold' : undefined}>{name}</td>
                  <td className="ui-number">{count(queries)}</td>
                  <td className="ui-number">{count(shared)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {plan.snowflake && plan.snowflake.refused > 0 && (
        <p>{counted(plan.snowflake.refused, 'statement')} would be refused: not a single reading query.</p>
      )}
      {plan.snowflake && plan.snowflake.needConsent > 0 && (
        <p className="u-warn">{counted(plan.snowflake.needConsent, 'statement')} cannot be read and would wait for consent.</p>
      )}
      {plan.missingDatabases.length > 0 && (
        <ul className="run-plan-skipped u-warn" aria-label="Missing databases">
          {plan.missingDatabases.map(({ database, reason, executions }) => (
            <li key={database}>
              <b>{database}</b>: {counted(executions, 'execution')} would end as environment, {reason}
            </li>
          ))}
        </ul>
      )}
      {plan.skipped.length > 0 && (
        <ul className="run-plan-skipped" aria-label="Left out">
          {plan.skipped.map(({ reason, count: left }) => (
            <li key={reason}>
              <b>{count(left)}</b> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
