import './status-counts.css';
import { EXECUTION_STATUSES, type ExecutionStatus } from '#shared/model/execution.ts';
import { count, Icon } from '../../ui/index.ts';
import { openExecutions } from './dialogs.ts';
import { STATUS_LOOK } from './statuses.ts';

type Counts = Record<ExecutionStatus, number>;

/** How much of a run is done, by how the executions ended. */
export function StatusBar({ byStatus, total, label }: { byStatus: Counts; total: number; label: string }) {
  const done = EXECUTION_STATUSES.reduce((sum, status) => sum + byStatus[status], 0);
  return (
    <span className="run-bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      {EXECUTION_STATUSES.map((status) => (
        <i
          key={status}
          className={`run-status-${STATUS_LOOK[status].tone}`}
          style={{ width: `${total === 0 ? 0 : (byStatus[status] / total) * 100}%` }}
        />
      ))}
    </span>
  );
}

/** The counts by status; each opens the list of the executions that it counts. */
export function StatusCounts({ byStatus }: { byStatus: Counts }) {
  return (
    <ul className="run-counts">
      {EXECUTION_STATUSES.filter((status) => byStatus[status] > 0).map((status) => (
        <li key={status}>
          <button
            type="button"
            className={`run-count run-text-${STATUS_LOOK[status].tone}`}
            title={`${STATUS_LOOK[status].title}. Press for the list`}
            onClick={() => openExecutions(status)}
          >
            <Icon name={STATUS_LOOK[status].icon} size={13} />
            {count(byStatus[status])} {STATUS_LOOK[status].word}
          </button>
        </li>
      ))}
    </ul>
  );
}
