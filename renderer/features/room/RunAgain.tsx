import type { GoldView } from '#shared/contract/room.ts';
import { TRIAL_SECONDS } from '#shared/contract/trial.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Icon, useRememberedNumber } from '../../ui/index.ts';
import { shownGold, useGoldName } from './data.ts';
import type { Item } from './labels.ts';
import { runTrial, useRunningTrial } from './running-trial.ts';
import { RunningFor } from './ScratchPane.tsx';

/** Runs gold and prediction once more, in a window of their own beside the run. */
export function RunAgain({ item, golds }: { item: Item; golds: readonly GoldView[] }) {
  const running = useRunningTrial((state) => state.running);
  const goldName = useGoldName(item.instance);
  const [seconds] = useRememberedNumber('room.trialSeconds', TRIAL_SECONDS.initial);
  const gold = golds.length > 1 ? (shownGold(golds, goldName)?.name ?? null) : null;
  const run = () => void runTrial(item, { scratch: null, gold, timeoutSeconds: seconds });
  useCommands([
    { id: 'room.runAgain', title: 'Run gold and prediction again', group: 'Look', keys: ['Shift+E'], run },
    {
      id: 'room.cancelTrial',
      title: 'Cancel the query that runs',
      group: 'Look',
      keys: [],
      enabled: running !== null,
      run: () => running?.cancel(),
    },
  ]);
  if (running)
    return (
      <span className="room-run-again">
        <RunningFor since={running.since} />
        <Button size="small" onClick={running.cancel}>
          Cancel
        </Button>
      </span>
    );
  return (
    <span className="room-run-again">
      <Button size="small" kind="quiet" title="Gold and prediction, in a window of their own" onClick={run}>
        <Icon name="run" size={12} /> Run again
      </Button>
    </span>
  );
}
