import type { LabelAnswer, PredictionView } from '#shared/contract/room.ts';
import { staleCodes } from '#shared/model/codebookChange.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { applyEdit, describeEdit, type Label, type LabelEdit } from '#shared/model/label.ts';
import { assay, assayData, saveChange, setAssayData } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import type { Place } from './logic/moving.ts';
import { type CopyEffect, effectOfCopy, listNames } from './logic/same-result.ts';
import { notify } from './view-state.ts';

/** An item to label: a system's prediction for an instance, in a sample (null: in the current run, only to look at). */
export type Item = Place & { sample: number | null };

/** The number of the newest edit of each item: an answer to an older one must not undo what was done since. */
const newest = new Map<string, number>();

const isSame = (a: Label, b: Label) => JSON.stringify(a) === JSON.stringify(b);

function putLabel(item: Item, change: (label: Label) => Label): void {
  const { instance, system, sample } = item;
  let label: Label | null = null;
  setAssayData('room.instance', { instance, sample }, (view) => {
    const predictions = view.predictions.map((prediction) => {
      if (prediction.system !== system) return prediction;
      label = change(prediction.label);
      return isSame(label, prediction.label) ? prediction : { ...prediction, label };
    });
    return predictions.every((each, at) => each === view.predictions[at]) ? view : { ...view, predictions };
  });
  putInQueue(item, label);
}

function putInQueue({ instance, system, sample }: Item, label: Label | null): void {
  if (label === null) return;
  const { status, flagged, codes } = label;
  const codebook = assayData('codebook.get', null);
  const stale = codebook !== undefined && staleCodes(label, codebook).length > 0;
  const same = (item: { status: string; flagged: boolean; codes: string[]; stale: boolean }) =>
    item.status === status && item.flagged === flagged && item.stale === stale && item.codes.join() === codes.join();
  setAssayData('room.queue', { sample }, (queue) => {
    const item = queue.find((entry) => entry.instance === instance)?.items.find((each) => each.system === system);
    if (!item || same(item)) return queue;
    return queue.map((entry) =>
      entry.instance !== instance
        ? entry
        : {
            ...entry,
            items: entry.items.map((each) => (each.system === system ? { ...each, status, flagged, codes, stale } : each)),
          },
    );
  });
}

/** Shows a label that the service decided: it is newer than whatever was done before. */
export function takeAnswer(sample: number | null, answer: LabelAnswer): void {
  const { instance, system, label } = answer;
  const key = keyOfItem(answer);
  newest.set(key, (newest.get(key) ?? 0) + 1);
  putLabel({ sample, instance, system }, () => label);
  putInQueue({ sample, instance, system }, label);
  afterSaving(answer);
}

/** While a person types, what follows from the labels is asked again when there is a moment's rest, at the latest after a second. */
const REFRESH_MS = 250;
const REFRESH_AT_THE_LATEST_MS = 1_000;
let refresh: ReturnType<typeof setTimeout> | undefined;
let waitingSince: number | null = null;

/** What else an answer makes true or stale. */
function afterSaving({ undoSteps, redoSteps }: LabelAnswer): void {
  queryClient.setQueryData(['label.depth', null], { undoSteps, redoSteps });
  clearTimeout(refresh);
  waitingSince ??= Date.now();
  const rest = Math.min(REFRESH_MS, Math.max(0, waitingSince + REFRESH_AT_THE_LATEST_MS - Date.now()));
  refresh = setTimeout(() => {
    waitingSince = null;
    for (const method of ['label.history', 'project.summary', 'blind.get', 'report.errorTypes', 'time.sample']) {
      void queryClient.invalidateQueries({ queryKey: [method] });
    }
  }, rest);
}

/**
 * Blind labelling tells more once an item is committed, and less once it is open again. Labels stay those on the screen:
 * they are never older than what the service has.
 */
export async function showWhatIsKnownNow({ instance, sample }: Pick<Item, 'instance' | 'sample'>): Promise<void> {
  if (assayData('blind.get', null)?.on !== true) return;
  const before = assayData('room.instance', { instance, sample })?.hidden;
  const fresh = await assay.call('room.instance', { instance, sample });
  setAssayData('room.instance', { instance, sample }, (old) => ({
    ...fresh,
    predictions: fresh.predictions.map((prediction) => {
      const shown = old.predictions.find(({ system }) => system === prediction.system);
      return shown ? { ...prediction, label: shown.label } : prediction;
    }),
  }));
  // A hidden instance lists all its systems, one that is shown only those that do not match.
  const queue = before === fresh.hidden ? [] : ['room.queue'];
  for (const method of [...queue, 'room.results', 'room.rows', 'room.why', 'room.nextDifference', 'room.facets']) {
    void queryClient.invalidateQueries({ queryKey: [method] });
  }
}

/** Changes a label: at once on the screen, then on disk, after the changes before it. */
export function editLabel(item: Item, edit: LabelEdit): void {
  const key = keyOfItem(item);
  const turn = (newest.get(key) ?? 0) + 1;
  newest.set(key, turn);
  const { instance, system } = item;
  const version = assayData('codebook.get', null)?.version ?? 1;
  putLabel(item, (label) => applyEdit(label, edit, version));
  saveChange<LabelAnswer>({
    description: describeEdit(edit),
    ...(edit.field === 'note' ? { key: `note ${key}` } : {}),
    save: () => assay.call('label.edit', { instance, system, edit }),
    saved: (answer) => {
      if (newest.get(key) === turn) putLabel(item, () => answer.label);
      afterSaving(answer);
      if (edit.field === 'status') void showWhatIsKnownNow(item);
    },
  });
}

/**
 * Gives the label of one system to others that returned the same wrong rows, and marks them done. A label that was set
 * there by hand is kept, except in `replacing`.
 */
export function labelSameResult(
  item: Item,
  source: PredictionView,
  others: readonly PredictionView[],
  replacing: readonly PredictionView[] = [],
): void {
  if (!isFinishable(source.label)) {
    notify('Set a code first: there is nothing to copy yet.', 'warning');
    return;
  }
  if (source.label.status !== 'done') editLabel(item, { field: 'status', status: 'done' });
  const { instance, system, sample } = item;
  const having = (effect: CopyEffect) => others.filter((other) => effectOfCopy(system, source.label, other.label) === effect);
  const kept = having('replaces').filter((other) => !replacing.includes(other));
  const filled = [...having('fills'), ...having('replaces').filter((other) => replacing.includes(other))];
  const named = (some: readonly PredictionView[]) => listNames(some.map(({ name }) => name));
  const keptText = kept.length === 0 ? '' : ` ${named(kept)} ${kept.length === 1 ? 'keeps its' : 'keep their'} own.`;
  if (filled.length === 0) {
    const done = having('none');
    notify(`${done.length === 0 ? 'Nothing was copied.' : `This label is copied to ${named(done)} already.`}${keptText}`);
    return;
  }
  const systems = filled.map((other) => other.system);
  saveChange<CopyAnswer>({
    description: `label copied to ${named(filled)}`,
    save: async () => {
      const answers = await assay.call('label.copy', { instance, system, systems });
      return { answers, savedAt: answers.at(-1)?.savedAt ?? new Date().toISOString() };
    },
    saved: ({ answers }) => {
      for (const answer of answers) takeAnswer(sample, answer);
      const what = source.label.codes.join(', ') || 'Label';
      notify(`${what} copied to ${named(filled)}, marked done.${keptText} One undo takes it back.`);
    },
  });
}

type CopyAnswer = { answers: LabelAnswer[]; savedAt: string };

/** A label says something once it has a code, or names somebody other than the model as responsible. */
export const isFinishable = (label: Label): boolean =>
  label.codes.length > 0 || (label.responsible !== null && label.responsible !== 'model');

/** Whether whoever labelled blind committed the item with nothing to say of it: no error was found. */
export const isWithoutError = (label: Label): boolean => label.status === 'done' && !isFinishable(label);
