import './labels.css';
import { type ReactNode, useRef } from 'react';
import type { PredictionView } from '#shared/contract/room.ts';
import type { StaleCode } from '#shared/model/codebookChange.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { CONFIDENCES, type Confidence, type Label, RESPONSIBLE_PARTIES, type ResponsibleParty } from '#shared/model/label.ts';
import { go, useAssay } from '../../client/index.ts';
import { isMac, KeyHint, keysInWords, runCommand, useKeyOf, usePendingKeys } from '../../ui/commands/index.ts';
import { Button, classes, count, counted, duration, Icon, Keys, Segmented } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';
import { CodeList } from './CodeList.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { History } from './History.tsx';
import { useLabelCommands } from './label-commands.ts';
import { editLabel, type Item, isWithoutError, labelSameResult } from './labels.ts';
import type { ShownStratum } from './logic/offered.ts';
import { type CopyEffect, effectOfCopy, listNames } from './logic/same-result.ts';
import { sameWrongResult } from './logic/verdicts.ts';
import { Note } from './Note.tsx';
import type { Room } from './room-model.ts';
import { setLayout, setView, useRoomView } from './view-state.ts';
import { useWorkTime } from './work-time.ts';

/** R, then this letter, names the responsible party. */
export const PARTY_KEYS: Record<ResponsibleParty, string> = {
  model: 'm',
  gold: 'g',
  question: 'q',
  document: 'd',
  evaluator: 'e',
  environment: 'v',
};

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
/** Choices whose commands have the ids `<prefix>.<choice>`, each with its key as it is now. */
function useOptions<T extends string>(choices: readonly T[], prefix: string) {
  const keyOf = useKeyOf();
  return choices.map((choice) => {
    const keys = keyOf(`${prefix}.${choice}`);
    return { value: choice, label: capital(choice), ...(keys === undefined ? {} : { title: keysInWords(keys, isMac()) }) };
  });
}

/** The key that the parties have in common; once it is pressed, those that follow it. */
function PartyKeys() {
  const keyOf = useKeyOf();
  const pending = usePendingKeys();
  const keys = RESPONSIBLE_PARTIES.map((party) => keyOf(`room.responsible.${party}`) ?? '');
  const [first, ...others] = new Set(keys.map((each) => each.split(' ')[0] ?? ''));
  if (first === undefined || first === '' || others.length > 0) return null;
  if (pending?.toLowerCase() !== first.toLowerCase()) return <Keys keys={first} />;
  return keys.map((each) => <Keys key={each} keys={each.split(' ').slice(1).join(' ')} />);
}

/** What the annotator says of one system's prediction. Code rows, keys and the foot never move. */
export function LabelsPane({
  room,
  item,
  stratum,
  predictions,
  prediction,
  systems,
  hidden,
}: {
  room: Room;
  item: Item;
  stratum: ShownStratum;
  predictions: readonly PredictionView[];
  prediction: PredictionView;
  systems: readonly number[];
  /** Blind labelling hides the instance. */
  hidden: boolean;
}) {
  const { label } = prediction;
  useWorkTime(item.instance, item.system);
  const rule = room.sample.rule;
  const note = useRef<HTMLTextAreaElement>(null);
  const codebook = useAssay('codebook.get', null).data ?? null;
  const same = sameWrongResult(predictions, prediction.system, rule);
  const entry = room.queue.find((each) => each.instance === item.instance);
  const listed = entry?.items.some((each) => each.system === item.system) ?? false;
  const commands = useLabelCommands({ room, item, stratum, prediction, same, systems, codebook, listed, hidden, note });
  const definitionsOpen = useRoomView((view) => view.definitionsOpen);
  const parties = useOptions(RESPONSIBLE_PARTIES, 'room.responsible');
  const confidences = useOptions(CONFIDENCES, 'room.confidence');
  return (
    <aside className="ui-side room-labels" aria-label="Labels" data-pane="labels">
      <div className="room-labels-body u-scroll">
        <section className={classes('room-labels-codes', definitionsOpen && 'room-labels-codes-open')}>
          <h2 className="room-labels-head">
            Codes <span className="u-text-2">for</span>
            <b className="u-ellipsis" title={prediction.name}>
              {prediction.name}
            </b>
            {codebook && (
              <span className="room-labels-right">
                <Button
                  kind="link"
                  size="small"
                  title={`${codebook.name}: open the codebook`}
                  onClick={() => void runCommand('app.codebook')}
                >
                  codebook v{codebook.version}
                </Button>
              </span>
            )}
          </h2>
          {codebook && <CodeList codebook={codebook} stratum={stratum} label={label} item={item} />}
          {!listed && (
            <p className="room-labels-aside">
              {entry
                ? label.codes.length > 0
                  ? 'Matches: the label is kept, but the sample does not ask for it.'
                  : isWithoutError(label)
                    ? 'Matches: committed blind with no error found.'
                    : 'Matches: nothing to label here.'
                : 'Not in this sample: a label is kept, but the sample’s report does not count it.'}
            </p>
          )}
          {commands.stale.length > 0 && <Stale stale={commands.stale} onReview={commands.review} />}
          <CopyNote label={label} predictions={predictions} />
        </section>
        <Section title="Responsible" right={<PartyKeys />}>
          <Segmented<ResponsibleParty>
            label="Responsible party"
            columns={3}
            options={parties}
            value={label.responsible}
            onChange={(party) => editLabel(item, { field: 'responsible', party })}
          />
          <div className="room-confidence">
            <span className="u-small u-text-2">Confidence</span>
            <Segmented<Confidence>
              label="Confidence"
              options={confidences}
              value={label.confidence}
              onChange={(confidence) => editLabel(item, { field: 'confidence', confidence })}
            />
          </div>
        </Section>
        <EvidenceList item={item} evidence={label.evidence} />
        <Section
          title="Note"
          keys={<KeyHint command="room.note" />}
          right={
            <>
              <KeyHint command="room.noteDone" /> <span className="u-text-3">done, and on to the next</span>
            </>
          }
        >
          <Note key={keyOfItem(item)} item={item} text={label.note} areaRef={note} />
        </Section>
        {same.length > 0 && (
          <Section
            title="Same wrong result"
            keys={<span className="room-cluster">{prediction.cluster}</span>}
            right={<KeyHint command="room.labelSame" />}
          >
            <SameResult item={item} prediction={prediction} same={same} />
          </Section>
        )}
        <History item={item} />
      </div>
      <Foot room={room} prediction={prediction} hidden={hidden} commands={commands} />
    </aside>
  );
}

/** Codes whose meaning has changed since they were set: the annotator says that they hold, or sets others. */
function Stale({ stale, onReview }: { stale: readonly StaleCode[]; onReview: () => void }) {
  return (
    <div className="room-stale" role="status">
      <ul>
        {stale.map(({ code, why }) => (
          <li key={code}>
            <CodeBadge code={code} /> {why}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onReview}>
        It still holds <KeyHint command="room.review" />
      </Button>
    </div>
  );
}

/** A label that was copied says from where, and that it stands for itself from then on. */
function CopyNote({ label, predictions }: { label: Label; predictions: readonly PredictionView[] }) {
  if (label.copiedFrom === null) return null;
  const from = predictions.find(({ system }) => system === label.copiedFrom);
  const isSame = from !== undefined && from.label.codes.join() === label.codes.join() && from.label.note === label.note;
  return (
    <p className="room-labels-aside">
      A copy of the label of {from?.name ?? 'another system'}
      {isSame ? '; later changes there do not reach it.' : ', which has changed since: this one has not followed.'}
    </p>
  );
}

/** The other systems of the cluster, and what copying this label to them would do. */
function SameResult({ item, prediction, same }: { item: Item; prediction: PredictionView; same: readonly PredictionView[] }) {
  const having = (effect: CopyEffect) =>
    same.filter((other) => effectOfCopy(prediction.system, prediction.label, other.label) === effect);
  const named = (some: readonly PredictionView[]) => listNames(some.map(({ name }) => name));
  const [own, empty, copies] = [having('replaces'), having('fills'), having('none')];
  return (
    <p className="room-same">
      {named(same)} returned the same rows.{' '}
      {empty.length > 0 && (
        <>
          <span className="u-nowrap">
            <Button kind="link" onClick={() => labelSameResult(item, prediction, same)}>
              Label {same.length === 1 ? 'both' : empty.length === same.length ? `all ${same.length + 1}` : named(empty)}
            </Button>
            ,
          </span>{' '}
          marked as {empty.length === 1 ? 'a copy' : 'copies'} and done.{' '}
        </>
      )}
      {copies.length > 0 && `${named(copies)} ${copies.length === 1 ? 'has' : 'have'} this label as a copy. `}
      {own.length > 0 && (
        <>
          {named(own)} {own.length === 1 ? 'keeps its' : 'keep their'} own label:{' '}
          <Button kind="link" onClick={() => labelSameResult(item, prediction, own, own)}>
            replace {own.length === 1 ? 'it' : 'them'}
          </Button>
        </>
      )}
    </p>
  );
}

function Section({ title, keys, right, children }: { title: string; keys?: ReactNode; right?: ReactNode; children: ReactNode }) {
  return (
    <section className="room-labels-section">
      <h2 className="room-labels-head">
        {title} {keys}
        {right && <span className="room-labels-right">{right}</span>}
      </h2>
      {children}
    </section>
  );
}

/** What the room was told last, until something else is done. */
function RoomNotice() {
  const notice = useRoomView((view) => view.notice);
  return (
    notice && (
      <p className={`room-notice room-notice-${notice.tone}`} role="status">
        <span>{notice.text}</span>
        <button type="button" className="room-notice-close" aria-label="Dismiss" onClick={() => setView({ notice: null })}>
          <Icon name="close" size={11} />
        </button>
      </p>
    )
  );
}

/** In the labels' place where no sample is drawn: why there is nothing to label yet. */
export function NoLabels() {
  return (
    <aside className="ui-side room-labels" aria-label="Labels" data-pane="labels">
      <div className="room-labels-body u-scroll">
        <h2 className="room-labels-head room-labels-none">Only to look at</h2>
        <p className="room-labels-aside">
          Labels are made on a sample drawn from the strata with a recorded seed, so that shares can be reported with their
          intervals. What is shown here is the current run.
        </p>
      </div>
      <div className="room-labels-foot">
        <RoomNotice />
        <Button kind="primary" className="room-done" onClick={() => go('sample')}>
          Draw a sample
        </Button>
      </div>
    </aside>
  );
}

function Foot({
  room,
  prediction,
  hidden,
  commands,
}: {
  room: Room;
  prediction: PredictionView;
  hidden: boolean;
  commands: ReturnType<typeof useLabelCommands>;
}) {
  const { label } = prediction;
  const isAllDone = room.progress.open === 0 && room.queue.length > 0;
  return (
    <div className="room-labels-foot">
      <RoomNotice />
      {isAllDone && <AllDone room={room} />}
      {isAllDone ? (
        <Button kind="primary" className="room-done" onClick={() => go('report')}>
          Open the report <KeyHint command="go.report" />
        </Button>
      ) : (
        <Button kind="primary" className="room-done" onClick={commands.done}>
          {commands.doneText} <KeyHint command="room.done" />
        </Button>
      )}
      {hidden && (
        <Button className="room-no-error" onClick={commands.noError}>
          No error found <KeyHint command="room.noError" />
        </Button>
      )}
      <div className="room-foot-row">
        <Button size="small" aria-pressed={label.status === 'undecided'} onClick={commands.undecided}>
          Undecided <KeyHint command="room.undecided" />
        </Button>
        <Button size="small" aria-pressed={label.status === 'skipped'} onClick={commands.skip}>
          {label.status === 'skipped' ? 'Skipped' : 'Skip'} <KeyHint command="room.skip" />
        </Button>
        <Button size="small" aria-pressed={label.flagged} onClick={commands.flag}>
          {label.flagged ? 'Flagged' : 'Flag'} <KeyHint command="room.flag" />
        </Button>
      </div>
    </div>
  );
}

/** The end of the queue: what was done, in what time, and what may deserve another look. */
function AllDone({ room: { sample, progress } }: { room: Room }) {
  const time = useAssay('time.sample', { sample: sample.id ?? 0 }, { enabled: sample.id !== null }).data;
  const left = [
    { show: 'undecided', count: progress.undecided, word: 'undecided' },
    { show: 'skipped', count: progress.skipped, word: 'skipped' },
    { show: 'flagged', count: progress.flagged, word: 'flagged' },
    { show: 'to review', count: progress.stale, word: 'to review' },
  ] as const;
  return (
    <div className="room-all-done" role="status">
      <p className="u-ok u-strong">
        <Icon name="check" size={12} /> All {counted(progress.instances, 'instance')} are labelled
      </p>
      <p>
        {counted(progress.items, 'item')}
        {time && time.ms >= 1_000 && time.finished > 0 && (
          <>
            {' '}
            in {duration(time.ms)}, {duration(time.ms / time.finished)} each on average
          </>
        )}
        .{' '}
        {left
          .filter((each) => each.count > 0)
          .map((each) => (
            <Button key={each.show} kind="link" onClick={() => setLayout({ show: each.show })}>
              {count(each.count)} {each.word}
            </Button>
          ))}
      </p>
    </div>
  );
}
