import './trial.css';
import type { TrialPair } from '#shared/contract/room.ts';
import type { Trial, TrialExecution } from '#shared/contract/trial.ts';
import { useAssay } from '../../client/index.ts';
import { Button, clock, counted, Icon, Segmented } from '../../ui/index.ts';
import type { ResultItem } from './data.ts';
import type { SideNames } from './logic/cursor.ts';
import { cutText, durationText } from './logic/verdicts.ts';
import { setView } from './view-state.ts';

const COMPARE: Record<'again' | 'scratch', { value: TrialPair['compare']; label: string; title: string }[]> = {
  again: [
    { value: 'sides', label: 'Gold | prediction', title: 'Both as they ran this time' },
    { value: 'gold', label: 'Gold then | now', title: "The run's gold left, this one right" },
    { value: 'prediction', label: 'Prediction then | now', title: "The run's prediction left, this one right" },
  ],
  scratch: [
    { value: 'sides', label: 'Gold | scratch', title: "The run's gold left, the scratch query right" },
    { value: 'prediction', label: 'Prediction | scratch', title: "The run's prediction left, the scratch query right" },
  ],
};

/** How the two sides of a trial's pair are called. */
export function trialSides(pair: TrialPair, isOfScratch: boolean): SideNames {
  if (pair.compare === 'gold') return { gold: "the run's gold", prediction: 'gold now' };
  const prediction = isOfScratch ? 'scratch' : 'the prediction now';
  if (pair.compare === 'prediction') return { gold: "the run's prediction", prediction };
  return { gold: isOfScratch ? 'gold' : 'gold now', prediction };
}

/** Says that what is shown was run from the room, what came of it, and leads back to the run's results. */
export function TrialStrip({ item, trial: pair }: { item: ResultItem; trial: TrialPair }) {
  const { instance, system, sample } = item;
  const trials = useAssay('trial.list', { instance, system, sample }).data;
  const trial = trials?.find(({ id }) => id === pair.id);
  const kind = isScratch(trial) ? 'scratch' : 'again';
  const runAt = trial?.executions.find((execution) => execution.runAt !== null)?.runAt ?? null;
  const back = () => setView({ trial: null });
  return (
    <div className="room-trial" role="note" aria-label="Run from the room">
      <Icon name="run" size={13} />
      <span className="u-medium">{kind === 'scratch' ? 'Scratch' : 'Run again'}</span>
      <span className="room-trial-words" title="Verdicts stay those of the run.">
        {trial && `at ${clock(trial.at)}`}
        {trial?.executions.map((execution) => (
          <span key={execution.side} title={execution.errorMessage ?? undefined}>
            {', '}
            {kind === 'again' && <b className="u-medium">{execution.side} </b>}
            <Outcome execution={execution} comparesRun={kind === 'again' || pair.compare === 'prediction'} />
          </span>
        ))}
        {kind === 'again' && runAt !== null && `; the run was at ${clock(runAt)}`}
      </span>
      <span className="room-trial-right">
        <Segmented
          label="What is compared"
          options={COMPARE[kind]}
          value={pair.compare}
          onChange={(compare) => setView({ trial: { instance, system, id: pair.id, compare } })}
        />
        <Button size="small" onClick={back}>
          Back to the run
        </Button>
      </span>
    </div>
  );
}

/** Whether a trial ran the annotator's own query. */
export const isScratch = (trial: Trial | undefined): boolean => trial?.executions.some(({ side }) => side === 'scratch') ?? false;

/** How one query ended this time, and where the run's are beside it, whether its rows are those. */
function Outcome({ execution, comparesRun }: { execution: TrialExecution; comparesRun: boolean }) {
  const { status, rowCount, durationMs, sameRows, side } = execution;
  if (status !== 'ok') {
    return (
      <span className="u-danger">
        {status === 'timeout' ? `stopped after ${durationText(durationMs)}` : `${status}: ${firstLine(execution.errorMessage)}`}
      </span>
    );
  }
  const rows = cutText(execution) ?? counted(rowCount ?? 0, 'row');
  const compared = side === 'scratch' ? 'the prediction' : 'the run';
  return (
    <>
      {rows} in {durationText(durationMs)}
      {comparesRun && sameRows === true && `, same rows as ${compared}`}
      {comparesRun && sameRows === false && <span className="u-warn">, rows or order differ from {compared}</span>}
    </>
  );
}

const firstLine = (text: string | null): string => text?.split('\n')[0] ?? '';

/** A trial in one line, for a list: when, how it ended, how it begins. */
export const trialLine = (trial: Trial): string => {
  const [execution] = trial.executions;
  const sql = execution?.sql.replace(/\s+/g, ' ').slice(0, 60) ?? '';
  const ended = execution?.status === 'ok' ? counted(execution.rowCount ?? 0, 'row') : (execution?.status ?? '');
  return `${clock(trial.at)}, ${ended}: ${sql}`;
};
