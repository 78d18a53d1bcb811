import type { AssayHandlers } from '#shared/contract/contract.ts';
import { firstRows, frequentValues } from '../room/peek.ts';
import { runTrial, trialsOfItem } from '../room/trials.ts';
import type { Session } from '../session.ts';

type Methods = 'trial.run' | 'trial.list' | 'peek.rows' | 'peek.values';

export const trialHandlers = (session: Session): Pick<AssayHandlers, Methods> => {
  const peeking = (signal: AbortSignal) => ({ db: session.db, runnerEntry: session.files.runner, signal });
  return {
    'trial.run': ({ instance, system, sample, ...asked }, { signal, progress }) =>
      runTrial({
        db: session.db,
        annotator: session.annotator.id,
        item: { instance, system, sample },
        ...asked,
        runnerEntry: session.files.runner,
        signal,
        onProgress: (side) => progress({ side }),
      }),
    'trial.list': (item) => trialsOfItem(session.db, session.annotator.id, item),
    'peek.rows': ({ instance, table, count }, { signal }) => firstRows(peeking(signal), instance, table, count),
    'peek.values': ({ instance, table, column, count }, { signal }) =>
      frequentValues(peeking(signal), instance, table, column, count),
  };
};
