import type { ConnectionCheck } from '#shared/contract/connection.ts';
import { adviceFor } from '#shared/model/connectionAdvice.ts';
import { duration, Icon, Message } from '../../ui/index.ts';

/** What a check tried, step by step, and what to do where it failed. */
export function CheckResult({ check }: { check: ConnectionCheck }) {
  const failed = check.steps.find(({ ok }) => !ok);
  const advice = adviceFor(failed?.code ?? null);
  return (
    <div role="status">
      <ol className="cn-steps" aria-label="Steps of the check">
        {check.steps.map(({ step, ok, detail, milliseconds }) => (
          <li key={step}>
            <span className={ok ? 'u-ok' : 'u-danger'}>
              <Icon name={ok ? 'check' : 'warning'} size={13} />
              <span className="u-hidden">{ok ? 'done' : 'failed'}</span>
            </span>
            <span>{step}</span>
            <span className="u-text-2 cn-detail">{detail}</span>
            <span className="u-text-3">{duration(milliseconds)}</span>
          </li>
        ))}
      </ol>
      {failed === undefined ? (
        <Message tone="ok" title="Queries can run.">
          {check.version}
        </Message>
      ) : (
        <Message tone="danger" title={advice?.means ?? `The step “${failed.step}” failed.`}>
          {advice?.next ?? 'The step says why. Nothing of it counts against a system.'}
        </Message>
      )}
    </div>
  );
}
