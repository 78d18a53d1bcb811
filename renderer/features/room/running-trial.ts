import { create } from 'zustand';
import type { TrialSide } from '#shared/contract/trial.ts';
import { assay, failureOf, failureText } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import { RUN_EVERYTHING, runRequest } from '../run/index.ts';
import type { Item } from './labels.ts';
import { notify, setView } from './view-state.ts';

/** What is chosen where runs are started holds for single queries too. */
const snowflakeChoice = () => {
  const { connection, allowUnparsed } = runRequest(RUN_EVERYTHING);
  return { ...(connection ? { connection } : {}), ...(allowUnparsed ? { allowUnparsed } : {}) };
};

type Running = {
  item: Item;
  side: TrialSide | null;
  /** Milliseconds since 1970. */
  since: number;
  cancel: () => void;
};

/** The one query that runs from the room, or null. */
export const useRunningTrial = create<{ running: Running | null }>(() => ({ running: null }));

/** Runs a scratch query, or gold and prediction once more (`scratch` null), and shows what came of it. */
export async function runTrial(
  item: Item,
  { scratch, gold, timeoutSeconds }: { scratch: string | null; gold: string | null; timeoutSeconds: number },
): Promise<void> {
  if (useRunningTrial.getState().running !== null) {
    notify('A query is running already; wait for it or cancel it.', 'warning');
    return;
  }
  const abort = new AbortController();
  const running: Running = { item, side: null, since: Date.now(), cancel: () => abort.abort() };
  useRunningTrial.setState({ running });
  const { instance, system } = item;
  try {
    const trial = await assay.call(
      'trial.run',
      { ...item, scratch, gold, timeoutSeconds, ...snowflakeChoice() },
      {
        signal: abort.signal,
        onProgress: ({ side }) => useRunningTrial.setState({ running: { ...running, side } }),
      },
    );
    await queryClient.invalidateQueries({ queryKey: ['trial.list'] });
    setView({ trial: { instance, system, id: trial.id, compare: 'sides' } });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'CANCELLED') notify('Cancelled: nothing was kept.');
    else notify(failureText(failure), 'warning');
  } finally {
    useRunningTrial.setState({ running: null });
  }
}
