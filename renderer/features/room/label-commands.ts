import type { RefObject } from 'react';
import type { PredictionView } from '#shared/contract/room.ts';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import { staleCodes } from '#shared/model/codebookChange.ts';
import { CONFIDENCES, type ItemStatus, RESPONSIBLE_PARTIES } from '#shared/model/label.ts';
import { type Command, useCommands } from '../../ui/commands/index.ts';
import { PARTY_KEYS } from './LabelsPane.tsx';
import { editLabel, type Item, isFinishable, labelSameResult } from './labels.ts';
import { codeDigits, keyTextOf } from './logic/code-keys.ts';
import { nextToLabel } from './logic/moving.ts';
import { isOffered, type ShownStratum, whyLimited } from './logic/offered.ts';
import { moveTo, type Room } from './room-model.ts';
import { notify, setView, useRoomView } from './view-state.ts';

/** The codes in the order of their rows; a retired one only where the label carries it. */
export const codeRows = (codebook: Codebook, carried: readonly string[]): Code[] =>
  codebook.codes.filter((code) => !code.retired || carried.includes(code.code));

type Context = {
  room: Room;
  item: Item;
  stratum: ShownStratum;
  prediction: PredictionView;
  same: readonly PredictionView[];
  systems: readonly number[];
  codebook: Codebook | null;
  /** Whether the sample asks for a label of this item. */
  listed: boolean;
  /** Blind labelling hides the instance. */
  hidden: boolean;
  note: RefObject<HTMLTextAreaElement | null>;
};

/** Sets or clears a code, unless the stratum does not offer it. */
export function toggleCode(item: Item, code: Code, carried: readonly string[], stratum: ShownStratum): void {
  const on = !carried.includes(code.code);
  if (on && !isOffered(code, stratum)) {
    notify(`${code.code}: ${whyLimited(code)}`, 'warning');
    return;
  }
  editLabel(item, { field: 'code', code: code.code, on });
}

/** Makes a code primary, or none where it is already. */
export function togglePrimary(item: Item, code: Code, prediction: Pick<PredictionView, 'label'>, stratum: ShownStratum): void {
  const { codes, primary } = prediction.label;
  if (!codes.includes(code.code) && !isOffered(code, stratum)) {
    toggleCode(item, code, codes, stratum);
    return;
  }
  editLabel(item, { field: 'primary', code: primary === code.code ? null : code.code });
}

/** The commands of the labels pane, and the actions that its buttons share with them. */
export function useLabelCommands({ room, item, stratum, prediction, same, systems, codebook, listed, hidden, note }: Context) {
  const { label } = prediction;
  const toNext = () => {
    const next = nextToLabel(room.order, item, systems) ?? nextToLabel(room.queue, item, systems);
    // Where nothing is open any more, the foot says so and what comes next.
    if (next) moveTo(next);
  };
  const finish = (status: ItemStatus) => {
    setView({ notice: null });
    if (label.status !== status) editLabel(item, { field: 'status', status });
    toNext();
  };
  const done = () => {
    if (!listed && !isFinishable(label)) {
      toNext();
      return;
    }
    if (!isFinishable(label)) {
      const others = hidden ? 'No error, Undecided and Skip need none.' : 'Undecided and Skip need none.';
      return notify(`Done needs a code, or a responsible party other than the model. ${others}`, 'warning');
    }
    finish('done');
  };
  /** A second press opens the item again and stays. */
  const orOpen = (status: ItemStatus) =>
    label.status === status ? editLabel(item, { field: 'status', status: 'open' }) : finish(status);
  const undecided = () => orOpen('undecided');
  const skip = () => orOpen('skipped');
  /** A blind annotator gets predictions that match among the others: finding no error is what there is to say of them. */
  const noError = () => {
    if (isFinishable(label)) notify('The label has a code or a responsible party: commit it, or clear it first.', 'warning');
    else finish('done');
  };
  const flag = () => editLabel(item, { field: 'flagged', on: !label.flagged });
  const reopen = () => editLabel(item, { field: 'status', status: 'open' });

  const codes = codebook ? codeRows(codebook, label.codes) : [];
  const digits = codeDigits(codes);
  const keysOf = (code: Code, shift: boolean) => {
    const own = digits.get(code.code);
    return own === undefined ? [] : [keyTextOf(own, shift)];
  };
  const stale = codebook ? staleCodes(label, codebook) : [];
  const review = () => {
    if (stale.length > 0) editLabel(item, { field: 'review' });
    else notify('No code of this label has changed its meaning since it was set.');
  };
  const commands: Command[] = [
    ...codes.map(
      (code): Command => ({
        id: `room.code.${code.code}`,
        title: `Set or clear ${code.code} ${code.title}`,
        group: 'Codes',
        keys: keysOf(code, false),
        run: () => toggleCode(item, code, label.codes, stratum),
      }),
    ),
    ...codes.map(
      (code): Command => ({
        id: `room.primary.${code.code}`,
        title: `Make ${code.code} primary`,
        group: 'Codes',
        keys: keysOf(code, true),
        run: () => togglePrimary(item, code, prediction, stratum),
      }),
    ),
    { id: 'room.review', title: 'The codes hold: reviewed', group: 'Codes', keys: ['Shift+R'], run: review },
    {
      id: 'room.definitions',
      title: 'Definitions of the codes',
      group: 'Codes',
      keys: ['.'],
      run: () => setView({ definitionsOpen: !useRoomView.getState().definitionsOpen }),
    },
    ...RESPONSIBLE_PARTIES.map(
      (party): Command => ({
        id: `room.responsible.${party}`,
        title: `Responsible: ${party}`,
        group: 'Codes',
        keys: [`r ${PARTY_KEYS[party]}`],
        run: () => editLabel(item, { field: 'responsible', party: label.responsible === party ? null : party }),
      }),
    ),
    ...CONFIDENCES.map(
      (confidence, at): Command => ({
        id: `room.confidence.${confidence}`,
        title: `Confidence: ${confidence}`,
        group: 'Codes',
        keys: [`r Digit${at + 1}`],
        run: () => editLabel(item, { field: 'confidence', confidence: label.confidence === confidence ? null : confidence }),
      }),
    ),
    {
      id: 'room.note',
      title: 'Write a note',
      group: 'Codes',
      keys: ['n'],
      waits: 'to type',
      run: () => {
        const field = note.current;
        if (!field) return;
        field.focus();
        // Who comes back to a note goes on writing it.
        field.setSelectionRange(field.value.length, field.value.length);
      },
    },
    {
      id: 'room.labelSame',
      title: 'Label all with the same wrong result',
      group: 'Codes',
      keys: ['a'],
      run: () => {
        if (same.length > 0) labelSameResult(item, prediction, same);
        else
          notify(
            hidden ? 'Who returned the same rows is hidden until you commit.' : 'No other system returned the same wrong result.',
          );
      },
    },
    { id: 'room.done', title: 'Done, next to label', group: 'Codes', keys: ['Enter'], run: done },
    {
      id: 'room.noteDone',
      title: 'Leave the note, and done',
      group: 'Codes',
      keys: ['Mod+Enter'],
      run: () => {
        // In another field the key has nothing to finish.
        if (document.activeElement !== note.current) return;
        note.current?.blur();
        done();
      },
    },
    { id: 'room.undecided', title: 'Cannot decide', group: 'Codes', keys: ['u'], run: undecided },
    {
      id: 'room.noError',
      title: 'Blind: no error found, commit',
      group: 'Codes',
      keys: ['Shift+Enter'],
      enabled: hidden,
      run: noError,
    },
    { id: 'room.skip', title: 'Skip', group: 'Codes', keys: ['x'], run: skip },
    { id: 'room.flag', title: 'Flag, or take the flag away', group: 'Codes', keys: ['f'], run: flag },
    {
      id: 'room.reopen',
      title: 'Open the item again',
      group: 'Codes',
      keys: ['Shift+U'],
      run: reopen,
    },
  ];
  useCommands(commands.map((command) => ({ waits: 'to act', ...command })));
  const hasMoreHere = room.queue
    .find((entry) => entry.instance === item.instance)
    ?.items.some((other) => other.system !== item.system && other.status === 'open');
  const where = hasMoreHere ? 'next system to label' : 'next instance to label';
  const word = hidden ? 'Commit' : 'Done';
  const doneText = !listed || label.status === 'done' ? where[0]!.toUpperCase() + where.slice(1) : `${word}, ${where}`;
  return { done, noError, undecided, skip, flag, reopen, review, stale, doneText };
}
