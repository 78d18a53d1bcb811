import type { LabelAnswer, PredictionView } from '#shared/contract/room.ts';
import { applyEdit, describeEdit, type Label, type LabelEdit } from '#shared/model/label.ts';
import { assay, go, mayMoveOn, saveChange, setAssayData } from '../../client/index.ts';
import type { Place } from './logic/moving.ts';
import { notify, setView } from './view-state.ts';

/** An item to label: a system's prediction for an instance, in a sample. */
export type Item = Place & { sample: number };

const keyOf = (item: Place) => `${item.instance} ${item.system}`;

/** The number of the newest edit of each item: an answer to an older one must not undo what was done since. */
const newest = new Map<string, number>();

function putLabel(item: Item, change: (label: Label) => Label): void {
  const { instance, system, sample } = item;
  let label: Label | null = null;
  setAssayData('room.instance', { instance, sample }, (view) => ({
    ...view,
    predictions: view.predictions.map((prediction) => {
      if (prediction.system !== system) return prediction;
      label = change(prediction.label);
      return { ...prediction, label };
    }),
  }));
  putInQueue(item, label);
}

function putInQueue({ instance, system, sample }: Item, label: Label | null): void {
  if (label === null) return;
  const { status, flagged, codes } = label;
  const same = (item: { status: string; flagged: boolean; codes: string[] }) =>
    item.status === status && item.flagged === flagged && item.codes.join() === codes.join();
  setAssayData('room.queue', { sample }, (queue) => {
    const item = queue.find((entry) => entry.instance === instance)?.items.find((each) => each.system === system);
    if (!item || same(item)) return queue;
    return queue.map((entry) =>
      entry.instance !== instance
        ? entry
        : { ...entry, items: entry.items.map((each) => (each.system === system ? { ...each, status, flagged, codes } : each)) },
    );
  });
}

/** Changes a label: at once on the screen, then on disk, after the changes before it. */
export function editLabel(item: Item, edit: LabelEdit): void {
  const key = keyOf(item);
  const version = (newest.get(key) ?? 0) + 1;
  newest.set(key, version);
  putLabel(item, (label) => applyEdit(label, edit));
  const { instance, system } = item;
  saveChange<LabelAnswer>({
    description: describeEdit(edit),
    ...(edit.field === 'note' ? { key: `note ${key}` } : {}),
    save: () => assay.call('label.edit', { instance, system, edit }),
    saved: (answer) => {
      if (newest.get(key) === version) putLabel(item, () => answer.label);
    },
  });
}

/** The edits that give `other` the codes, party and confidence of `source` and mark it done. */
export function copyEdits(source: Label, other: Label): LabelEdit[] {
  const edits: LabelEdit[] = [];
  for (const code of other.codes) if (!source.codes.includes(code)) edits.push({ field: 'code', code, on: false });
  for (const code of source.codes) if (!other.codes.includes(code)) edits.push({ field: 'code', code, on: true });
  const primary = edits.reduce(applyEdit, other).primary;
  if (primary !== source.primary) edits.push({ field: 'primary', code: source.primary });
  if (other.responsible !== source.responsible) edits.push({ field: 'responsible', party: source.responsible });
  if (other.confidence !== source.confidence) edits.push({ field: 'confidence', confidence: source.confidence });
  if (other.status !== 'done') edits.push({ field: 'status', status: 'done' });
  return edits;
}

/** Gives the label of one system to the others that returned the same wrong rows. Their notes stay theirs. */
export function labelSameResult(
  sample: number,
  instance: number,
  source: PredictionView,
  others: readonly PredictionView[],
): void {
  if (!isFinishable(source.label)) {
    notify('Set a code first: there is nothing to copy yet.', 'warning');
    return;
  }
  let edits = 0;
  for (const other of others) {
    for (const edit of copyEdits(source.label, other.label)) {
      editLabel({ sample, instance, system: other.system }, edit);
      edits++;
    }
  }
  const names = others.map((other) => other.name).join(', ');
  notify(
    edits === 0
      ? `${names}: labelled the same already.`
      : `${source.label.codes.join(', ') || 'Label'} copied to ${names}, marked done. ${edits} ${edits === 1 ? 'change' : 'changes'} to undo.`,
  );
}

/** A label says something once it has a code, or names somebody other than the model as responsible. */
export const isFinishable = (label: Label): boolean =>
  label.codes.length > 0 || (label.responsible !== null && label.responsible !== 'model');

/** Takes back the latest change, or does it again, wherever it was; goes there and says what it did. */
export function undoOrRedo(which: 'undo' | 'redo', sample: number, nameOf: (place: Place) => string): void {
  if (!mayMoveOn()) {
    notify('Undo waits: a change is not saved yet.', 'warning');
    return;
  }
  saveChange<LabelAnswer | null>({
    description: which,
    repeatable: false,
    save: () => assay.call(which === 'undo' ? 'label.undo' : 'label.redo', null),
    saved: (answer) => {
      if (answer === null) {
        notify(which === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
        return;
      }
      const { instance, system, label, description } = answer;
      const key = keyOf(answer);
      newest.set(key, (newest.get(key) ?? 0) + 1);
      putLabel({ sample, instance, system }, () => label);
      go('room', { instance, system });
      setView({
        notice: { text: `${which === 'undo' ? 'Undone' : 'Done again'}: ${description}, ${nameOf(answer)}`, tone: 'plain' },
      });
    },
  });
}
