import type { AssayHandlers } from '#shared/contract/contract.ts';
import type { Trial } from '#shared/contract/trial.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { blindnessOf } from '../room/blind.ts';
import { firstRows, frequentValues } from '../room/peek.ts';
import { runTrial, trialsOfItem } from '../room/trials.ts';
import type { Session } from '../session.ts';

type Methods = 'trial.run' | 'trial.list' | 'peek.rows' | 'peek.values';

export const trialHandlers = (session: Session): Pick<AssayHandlers, Methods> => {
  const peeking = (signal: AbortSignal) => ({ db: session.db, runnerEntry: session.files.runner, signal });
  /** Whether a scratch query has the prediction's rows would tell its verdict: a copy of gold could be run. */
  const shown = (item: ItemKey, trial: Trial): Trial => {
    if (!blindnessOf(session.db, session.annotator)?.hidesItem(item)) return trial;
    const executions = trial.executions.map((each) => (each.side === 'scratch' ? { ...each, sameRows: null } : each));
    return { ...trial, executions };
  };
  return {
    'trial.run': async ({ instance, system, sample, ...asked }, { signal, progress }) => {
      const trial = await runTrial({
        db: session.db,
        annotator: session.annotator.id,
        item: { instance, system, sample },
        ...asked,
        runnerEntry: session.files.runner,
        signal,
        onProgress: (side) => progress({ side }),
      });
      return shown({ instance, system }, trial);
    },
    'trial.list': (item) => trialsOfItem(session.db, session.annotator.id, item).map((trial) => shown(item, trial)),
    'peek.rows': ({ instance, table, count }, { signal }) => firstRows(peeking(signal), instance, table, count),
    'peek.values': ({ instance, table, column, count }, { signal }) =>
      frequentValues(peeking(signal), instance, table, column, count),
  };
};
