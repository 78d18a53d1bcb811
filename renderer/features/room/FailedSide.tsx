import type { Execution } from '#shared/model/execution.ts';
import { RECORDING_MISS } from '#shared/model/recording.ts';
import { go } from '../../client/index.ts';
import { Button, type IconName, Message } from '../../ui/index.ts';
import { openLocalDialog } from '../local/index.ts';
import { durationText, failureMeaning } from './logic/verdicts.ts';

const ICONS: Record<Execution['status'], IconName> = {
  ok: 'check',
  error: 'failed',
  timeout: 'clock',
  cancelled: 'stop',
  refused: 'lock',
  environment: 'circle',
};

const TITLES: Record<Execution['status'], string> = {
  ok: 'ran',
  error: 'failed',
  timeout: 'timed out',
  cancelled: 'was cancelled',
  refused: 'was refused',
  environment: 'could not run',
};

/** Why a side has no rows: what happened, in the engine's words too, and what it means for the comparison. */
export function FailedSide({
  side,
  missing = false,
  execution,
}: {
  side: 'gold' | 'prediction';
  /** The benchmark has none. */
  missing?: boolean;
  execution: Execution | null;
}) {
  const who = side === 'gold' ? 'Gold' : 'The prediction';
  if (missing) {
    return (
      <Message
        icon="circle"
        title="This instance has no gold"
        actions={
          <Button size="small" onClick={() => go('import')}>
            Import gold…
          </Button>
        }
      >
        Nothing can be compared or judged: the instance counts against no system. Gold queries or result tables can be imported by
        themselves.
      </Message>
    );
  }
  if (execution === null) {
    return (
      <Message
        icon="circle"
        title={`${who} has not been run`}
        actions={
          <Button size="small" onClick={() => go('overview')}>
            Run it from the overview
          </Button>
        }
      >
        {failureMeaning(null, side)}
      </Message>
    );
  }
  const gold = side === 'gold' ? 'gold-failed' : ICONS.error;
  return (
    <Message
      icon={execution.status === 'error' ? gold : ICONS[execution.status]}
      tone="warning"
      actions={
        execution.errorCode === RECORDING_MISS && (
          <Button size="small" onClick={() => openLocalDialog('recording')}>
            Recorded answers…
          </Button>
        )
      }
      title={`${who} ${TITLES[execution.status]}${execution.status === 'timeout' ? ` after ${durationText(execution.durationMs)}` : ''}`}
    >
      {execution.errorMessage && <code className="room-error-text">{execution.errorMessage}</code>}
      {failureMeaning(execution, side)}
    </Message>
  );
}
