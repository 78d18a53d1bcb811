import './trial.css';
import { useEffect, useMemo, useState } from 'react';
import type { InstanceView, PredictionView } from '#shared/contract/room.ts';
import { TRIAL_SECONDS } from '#shared/contract/trial.ts';
import { useAssay } from '../../client/index.ts';
import { dialectOf, formatSql, SqlEditor, useFormatted } from '../../editor/index.ts';
import { isMac, keysInWords, useCommands } from '../../ui/commands/index.ts';
import { ActionMenu, Button, type MenuItem, NumberField, useRememberedNumber } from '../../ui/index.ts';
import { shownGold, useGoldName } from './data.ts';
import { runTrial, useRunningTrial } from './running-trial.ts';
import { useScratchDraft, writeScratch } from './scratch-draft.ts';
import { trialLine } from './TrialStrip.tsx';
import { setLower, setView, useRoomView } from './view-state.ts';

/** A copy of a query to change and run. Neither prediction nor verdicts ever come of it. */
export function ScratchPane({
  view,
  prediction,
  sample,
}: {
  view: InstanceView;
  prediction: PredictionView;
  sample: number | null;
}) {
  const { instance } = view;
  const { system } = prediction;
  const trials = useAssay('trial.list', { instance, system, sample }).data;
  const earlier = useMemo(() => (trials ?? []).filter(({ executions }) => executions[0]?.side === 'scratch'), [trials]);
  const kept = useScratchDraft({ instance, system });
  // A query comes as the pane shows it: a draft must not begin as one line of a thousand characters.
  const formatted = useRoomView((state) => state.formatted);
  useFormatted();
  const asShown = (sql: string): string =>
    formatted ? formatSql(sql.replaceAll('\r\n', '\n'), dialectOf(view.engine)).text : sql;
  const text = kept ?? earlier[0]?.executions[0]?.sql ?? asShown(prediction.sql ?? '');
  const [seconds, setSeconds] = useRememberedNumber('room.trialSeconds', TRIAL_SECONDS.initial);
  const takesFocus = useRoomView((state) => state.scratchAsked);
  // Once only: where the pane is still open as the room is come back to, the keys are the room's.
  useEffect(() => {
    if (takesFocus) setView({ scratchAsked: false });
  }, [takesFocus]);
  const running = useRunningTrial((state) => state.running);
  const goldName = useGoldName(instance);
  const gold = shownGold(view.golds, goldName);
  const write = (next: string) => writeScratch({ instance, system }, next);
  const run = () => {
    if (text.trim() === '') return;
    setLower('scratch', 'results');
    void runTrial({ instance, system, sample }, { scratch: text, gold: null, timeoutSeconds: seconds });
  };
  useCommands([
    {
      id: 'room.runScratch',
      title: 'Run the scratch query',
      group: 'Look',
      keys: [],
      run,
      hint: `${keysInWords('Mod+Enter', isMac())} in the query`,
    },
  ]);
  const sources: MenuItem[] = [
    ...(prediction.sql === null
      ? []
      : [{ id: 'prediction', label: `Prediction of ${prediction.name}`, run: () => write(asShown(prediction.sql ?? '')) }]),
    ...(gold?.sql ? [{ id: 'gold', label: `Gold ${gold.name}`.trim(), run: () => write(asShown(gold.sql ?? '')) }] : []),
    ...earlier.map((trial, at) => ({
      id: String(trial.id),
      label: trialLine(trial),
      divided: at === 0,
      run: () => {
        write(trial.executions[0]?.sql ?? '');
        setView({ trial: { instance, system, id: trial.id, compare: 'sides' } });
      },
    })),
  ];
  return (
    <section className="room-scratch" aria-label="Scratch query" data-pane="scratch">
      <div className="room-scratch-head">
        <ActionMenu label="Take a query" items={sources}>
          <span>Take a query</span>
        </ActionMenu>
        <span className="u-text-3 u-ellipsis">on {view.database}, read only; predictions and verdicts stay as they are</span>
        <span className="room-scratch-right">
          <NumberField
            label="Seconds until it is stopped"
            value={seconds}
            min={1}
            max={TRIAL_SECONDS.most}
            onChange={setSeconds}
            after={<span className="u-text-3">s</span>}
          />
          {running ? (
            <>
              <RunningFor since={running.since} />
              <Button size="small" onClick={running.cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <Button size="small" kind="primary" disabled={text.trim() === ''} onClick={run}>
              Run
            </Button>
          )}
        </span>
      </div>
      <div className="room-scratch-body">
        <SqlEditor label="Scratch query" value={text} takesFocus={takesFocus} onChange={write} onRun={run} />
      </div>
    </section>
  );
}

/** Seconds since a query was started. */
export function RunningFor({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span className="u-text-2">running, {Math.max(0, Math.round((now - since) / 1000))} s</span>;
}
