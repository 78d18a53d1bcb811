import './room.css';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { failureOf, go, useAssay, useNavigation } from '../../client/index.ts';
import { beforeCommands, dropWaiting, holdCommands, KeyHint } from '../../ui/commands/index.ts';
import { Button, classes, count, counted, Message, Skeleton, Splitter, useRememberedNumber, useStatus } from '../../ui/index.ts';
import { BlindStrip } from './Blind.tsx';
import { Centre } from './Centre.tsx';
import type { Shown } from './data.ts';
import { InstanceHead } from './InstanceHead.tsx';
import { LabelsPane, NoLabels } from './LabelsPane.tsx';
import { codeRows } from './label-commands.ts';
import { codeDigits } from './logic/code-keys.ts';
import { hidesStrata, positionInStratum } from './logic/queue.ts';
import { useNarrow } from './narrow.ts';
import { restorePinned } from './pinned.ts';
import { Queue } from './Queue.tsx';
import { RunAgain } from './RunAgain.tsx';
import { useRoomCommands } from './room-commands.ts';
import { type Room, type RoomSample, useRoom, useRoomSample, useRoomShown, useStratum } from './room-model.ts';
import { Systems, VerdictRow } from './Systems.tsx';
import { dropNotice, lowerPane, notify, rememberPlace, restoreLayout, setView, useRoomView } from './view-state.ts';

/** The labelling room: queue, instance, labels. */
export function RoomScreen() {
  const { samples, sample } = useRoomSample();
  const queue = useAssay('room.queue', { sample: sample?.id ?? null }, { enabled: sample !== null });
  const nowhere = useNavigation((place) => place.instance === null);
  // Asked for along with the rest, so that the first code key finds it there.
  useAssay('codebook.get', null);
  useAssay('blind.get', null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    restoreLayout();
    restorePinned();
    setReady(true);
  }, []);
  const error = samples.error ?? queue.error;
  if (error) {
    return (
      <Whole>
        <Message
          tone="danger"
          title="The sample could not be read"
          actions={
            <Button kind="primary" onClick={() => void (samples.error ? samples.refetch() : queue.refetch())}>
              Try again
            </Button>
          }
        >
          {failureOf(error).message}
        </Message>
      </Whole>
    );
  }
  if (sample?.id === null && (nowhere || queue.data?.length === 0)) {
    const first = queue.data?.[0];
    return (
      <Whole>
        <Message
          icon="target"
          title="No sample to label yet"
          actions={
            <>
              <Button kind="primary" onClick={() => go('sample')}>
                Draw a sample
              </Button>
              {first && (
                <Button onClick={() => go('room', { instance: first.instance, system: null })}>Only look at instances</Button>
              )}
            </>
          }
        >
          Labels are made on a sample drawn from the strata with a recorded seed, so that shares can be reported with their
          intervals.
        </Message>
      </Whole>
    );
  }
  if (!sample || !queue.data || !ready) {
    return (
      <Whole>
        <Skeleton lines={10} label="Opening the labelling room" />
      </Whole>
    );
  }
  if (queue.data.length === 0) {
    return (
      <Whole>
        <Message
          icon="lines"
          title={`Sample ${sample.name} holds no instance`}
          actions={
            <Button kind="primary" onClick={() => go('sample')}>
              Draw another sample
            </Button>
          }
        >
          Its frame was empty when it was drawn.
        </Message>
      </Whole>
    );
  }
  return <OpenRoom key={sample.id} sample={sample} queue={queue.data} />;
}

function Whole({ children }: { children: ReactNode }) {
  return <div className="room-whole ui-pane">{children}</div>;
}

/** A width that follows the window until the person sets it; from then on it is remembered. */
function useWidth(key: string, initial: number): [number, (width: number) => void] {
  const [own, setOwn] = useRememberedNumber(key, 0);
  return [own === 0 ? initial : own, setOwn];
}

function OpenRoom({ sample, queue }: { sample: RoomSample; queue: readonly QueueEntry[] }) {
  const room = useRoom(sample, queue);
  const { shown, isOnTheWay, empty, error, retry, systems } = useRoomShown(room);
  useHeldKeys(isOnTheWay, shown !== null);
  const filter = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const queueHidden = useRoomView((view) => view.queueHidden);
  const narrow = useNarrow();
  const initialQueue = narrow ? 176 : 212;
  const initialLabels = narrow ? 278 : 304;
  const [queueWidth, setQueueWidth] = useWidth('room.queueWidth', initialQueue);
  const [labelsWidth, setLabelsWidth] = useWidth('room.labelsWidth', initialLabels);
  const nowhere = useNavigation((place) => place.instance === null);
  const looking = useNavigation((place) => place.looking);
  const { target } = room;
  // The place is pinned once it is chosen: finishing its last item must not move the room by itself.
  useEffect(() => {
    if (nowhere && target) go('room', target);
  }, [nowhere, target]);
  const at = shown && { instance: shown.view.instance, system: shown.prediction.system };
  useEffect(() => {
    if (!at) return;
    dropNotice(at);
    if (!looking) rememberPlace(sample.id, at);
  }, [sample.id, at?.instance, at?.system, looking]);
  // What was said of one command must not stand there while others do something else.
  useEffect(() => beforeCommands(() => setView({ notice: null })), []);
  useRoomCommands({ room, shown, systems, filter, root });
  const columns = queueHidden ? '0 0 minmax(0, 1fr)' : `min(${queueWidth}px, 21vw) 1px minmax(0, 1fr)`;
  return (
    <div ref={root} className={classes('room', queueHidden && 'room-without-queue')} style={{ gridTemplateColumns: columns }}>
      <RoomStatus room={room} />
      <Queue room={room} filterRef={filter} />
      <Splitter
        label="Width of the queue"
        direction="columns"
        value={queueWidth}
        initial={initialQueue}
        min={120}
        max={520}
        onChange={setQueueWidth}
      />
      {shown ? (
        <Item
          room={room}
          shown={shown}
          systems={systems}
          labelsWidth={labelsWidth}
          onLabelsWidth={setLabelsWidth}
          initialLabels={initialLabels}
        />
      ) : (
        <section className="ui-pane">
          {error ? (
            <Message
              tone="danger"
              title="The instance could not be read"
              actions={
                <Button kind="primary" onClick={retry}>
                  Try again
                </Button>
              }
            >
              {failureOf(error).message}
            </Message>
          ) : empty ? (
            <NoPredictions instanceId={empty.instanceId} />
          ) : target === null ? (
            <NothingChosen />
          ) : (
            <Skeleton lines={8} label="Reading the instance" />
          )}
        </section>
      )}
    </div>
  );
}

/** A code pressed right after the room was sent on is meant for the next item: it waits until that is painted. */
function useHeldKeys(isOnTheWay: boolean, canBeShown: boolean): void {
  useLayoutEffect(() => {
    if (!canBeShown && !isOnTheWay && dropWaiting() > 0) notify('Keys pressed meanwhile were not carried out.', 'warning');
    holdCommands(isOnTheWay);
  }, [isOnTheWay, canBeShown]);
  useLayoutEffect(
    () => () => {
      dropWaiting();
      holdCommands(false);
    },
    [],
  );
}

/** Progress and the most used keys, in the status bar. By itself: every saved label changes a fact, and only that. */
function RoomStatus({ room: { sample, queue, progress } }: { room: Room }) {
  const { labelledInstances, instances } = progress;
  const isSample = sample.id !== null;
  const isBlind = isSample && hidesStrata(queue);
  const time = useAssay('time.sample', { sample: sample.id ?? 0 }, { keepPrevious: true, enabled: isSample }).data;
  const depth = useAssay('label.depth', null).data;
  const isTrajectory = useRoomView((view) => view.tab === 'trajectory');
  const hasSql = useRoomView((view) => view.tab === 'sql' || lowerPane(view) === 'sql');
  const hasResults = useRoomView((view) => lowerPane(view) === 'results');
  const codebook = useAssay('codebook.get', null).data;
  useStatus({
    hints: [
      ...(isSample
        ? [
            { commands: codeCommands(codebook, 'room.code'), range: true, label: 'code' },
            { commands: codeCommands(codebook, 'room.primary'), range: true, label: 'primary' },
          ]
        : []),
      { commands: ['room.next', 'room.previous'], label: 'instance' },
      { commands: ['room.previousSystem', 'room.nextSystem'], label: 'system' },
      ...(isBlind || !hasSql ? [] : [{ commands: ['room.nextSqlDifference'], label: 'difference' }]),
      ...(isBlind || !hasResults ? [] : [{ commands: ['room.nextDifference'], label: 'differing row' }]),
      isTrajectory
        ? { commands: ['room.sql'], label: 'SQL and results' }
        : { commands: ['room.trajectory'], label: 'trajectory' },
    ],
    facts: [
      isSample ? `${count(labelledInstances)} of ${counted(instances, 'instance')}` : counted(instances, 'instance'),
      ...(time?.leftMs ? [`about ${roughly(time.leftMs)} left`] : []),
      ...(depth && depth.undoSteps > 0 ? [counted(depth.undoSteps, 'undo step')] : []),
    ],
  });
  return null;
}

/** The commands of the codes that digits set. */
const codeCommands = (codebook: Codebook | undefined, prefix: string): string[] =>
  codebook ? [...codeDigits(codeRows(codebook, [])).keys()].map((code) => `${prefix}.${code}`) : [];

/** A long time in the words of an estimate: no seconds. */
function roughly(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function NoPredictions({ instanceId }: { instanceId: string }) {
  return (
    <Message
      icon="lines"
      title={`No predictions for ${instanceId}`}
      actions={
        <Button kind="primary" onClick={() => go('import')}>
          Import predictions
        </Button>
      }
    >
      Assay needs at least one system's prediction to compare with gold.
    </Message>
  );
}

function NothingChosen() {
  return (
    <Message icon="filter" title="No instance is listed">
      Clear the filter of the queue on the left, or press <KeyHint command="room.filter" /> to change it.
    </Message>
  );
}

function Item({
  room,
  shown,
  systems,
  labelsWidth,
  onLabelsWidth,
  initialLabels,
}: {
  room: Room;
  shown: Shown;
  systems: readonly number[];
  labelsWidth: number;
  onLabelsWidth: (width: number) => void;
  initialLabels: number;
}) {
  const { view, prediction } = shown;
  const position = useMemo(() => positionInStratum(room.queue, view.instance), [room.queue, view.instance]);
  const item = useMemo(
    () => ({ sample: room.sample.id, instance: view.instance, system: prediction.system }),
    [room.sample.id, view.instance, prediction.system],
  );
  const stratum = useStratum(room.sample, view);
  return (
    <section className="room-item" id="room-item">
      <Systems
        instance={view.instance}
        predictions={view.predictions}
        without={view.withoutPrediction}
        system={prediction.system}
        rule={room.sample.rule}
        hidden={view.hidden}
      />
      <div className="room-verdict-bar">
        {view.hidden ? (
          <BlindStrip instance={view.instance} instanceId={view.instanceId} />
        ) : (
          <VerdictRow
            instance={view.instance}
            name={prediction.name}
            verdicts={prediction.verdicts}
            source={prediction.source}
            rule={room.sample.rule}
          />
        )}
        <RunAgain item={item} golds={view.golds} />
      </div>
      <div className="room-body" style={{ gridTemplateColumns: `minmax(0, 1fr) 1px min(${labelsWidth}px, 36vw)` }}>
        <div className="room-centre u-scroll">
          <InstanceHead
            instanceId={view.instanceId}
            database={view.database}
            engine={view.engine}
            instruction={view.instruction}
            knowledge={view.knowledge}
            document={view.document}
            difficulty={view.difficulty}
            stratum={stratum}
            ofRun={view.stratum === null}
            golds={view.golds.length}
            position={position}
          />
          <Centre shown={shown} sample={room.sample} />
        </div>
        <Splitter
          label="Width of the labels"
          direction="columns"
          side="after"
          value={labelsWidth}
          initial={initialLabels}
          min={220}
          max={560}
          onChange={onLabelsWidth}
        />
        {room.sample.id === null ? (
          <NoLabels />
        ) : (
          <LabelsPane
            room={room}
            item={item}
            stratum={stratum}
            predictions={view.predictions}
            prediction={prediction}
            systems={systems}
            hidden={view.hidden}
          />
        )}
      </div>
    </section>
  );
}
