import { create } from 'zustand';
import { onRestarted } from './assay.ts';
import { type Failure, failureOf } from './errors.ts';

/** One change on its way to the disk. */
export type Change<T extends { savedAt: string } | null = { savedAt: string } | null> = {
  /** In a few words, for the bar that lists what is not saved. */
  description: string;
  /** A waiting change with the same key is replaced by the newer one, e.g. the text of one note. */
  key?: string;
  /** False where doing it twice is wrong, e.g. an undo: it is not repeated when the service died during it. */
  repeatable?: boolean;
  save: () => Promise<T>;
  /** Hears the answer; null answers (nothing to undo) come too. */
  saved?: (answer: T) => void;
};

export type Saving = {
  state: 'idle' | 'saving' | 'failed';
  /** The time of the disk of the last saved change, ISO 8601. */
  savedAt: string | null;
  failure: Failure | null;
  /** Not on disk yet, oldest first. */
  waiting: readonly { description: string; since: Date }[];
};

type Waiting = { change: Change; since: Date };

export const useSaving = create<Saving>(() => ({ state: 'idle', savedAt: null, failure: null, waiting: [] }));

const queue: Waiting[] = [];
let working: Promise<void> | null = null;

const show = (state: Saving['state'], more: Partial<Saving> = {}) =>
  useSaving.setState({ state, waiting: queue.map(({ change, since }) => ({ description: change.description, since })), ...more });

/**
 * Saves a change after those before it. When one fails, it and all that follow are kept, in order, until
 * {@link retrySaving} brings them to the disk.
 */
export function saveChange<T extends { savedAt: string } | null>(change: Change<T>): void {
  const waiting: Waiting = { change: change as unknown as Change, since: new Date() };
  // The first is already on its way: only what waits behind it can still be replaced. After a failure the first is one that
  // waits, perhaps with a newer text behind it: the last of them is replaced, or an older text would reach the disk after it.
  const from = working ? 1 : 0;
  const last = change.key === undefined ? -1 : queue.findLastIndex((each) => each.change.key === change.key);
  const same = last >= from ? last : -1;
  if (same === -1) queue.push(waiting);
  else queue[same] = { ...waiting, since: queue[same]!.since };
  if (useSaving.getState().state === 'failed') show('failed');
  else start();
}

/** Tries again to save what could not be saved. */
export function retrySaving(): Promise<void> {
  return start();
}

const settling = new Set<() => void>();

/** Hears, before the window or the project closes, that what is still being typed should be saved now. */
export function beforeSettling(save: () => void): () => void {
  settling.add(save);
  return () => void settling.delete(save);
}

const preparing = new Set<Promise<void>>();

/** Says that a change is being made which still reads what it is made of: whoever closes or undoes waits until it is there. */
export function prepareChange(work: Promise<void>): void {
  preparing.add(work);
  const done = () => void preparing.delete(work);
  work.then(done, done);
}

/** Resolves when no change is being made any more: true, or false where what it is made of could not be read. */
export async function changesPrepared(): Promise<boolean> {
  let isWhole = true;
  while (preparing.size > 0) {
    const ended = await Promise.allSettled(preparing);
    isWhole &&= ended.every(({ status }) => status === 'fulfilled');
  }
  return isWhole;
}

/** Resolves when nothing waits any more: true, or false where a change could not be made or saved. */
export async function savingSettled(): Promise<boolean> {
  for (const save of settling) save();
  const isWhole = await changesPrepared();
  while (working) await working;
  return isWhole && queue.length === 0;
}

/** Whether one may leave the instance or the screen: not while a change could not be saved. */
export const mayMoveOn = (): boolean => useSaving.getState().state !== 'failed';

function start(): Promise<void> {
  working ??= work().finally(() => {
    working = null;
    // What was handed over after the last look at the queue, and found somebody still at work.
    if (queue.length > 0 && mayMoveOn()) void start();
  });
  return working;
}

async function work(): Promise<void> {
  while (queue.length > 0) {
    const { change } = queue[0]!;
    show('saving');
    try {
      const answer = await change.save();
      queue.shift();
      show(queue.length > 0 ? 'saving' : 'idle', { failure: null, ...(answer ? { savedAt: answer.savedAt } : {}) });
      change.saved?.(answer);
    } catch (error) {
      const failure = failureOf(error);
      if (change.repeatable === false && failure.code === 'SERVICE_STOPPED') queue.shift();
      show(queue.length > 0 ? 'failed' : 'idle', { failure: queue.length > 0 ? failure : null });
      return;
    }
  }
  show('idle');
}

/** Forgets what waits; only for a project that is closed for good. */
export function forgetUnsaved(): void {
  queue.length = 0;
  useSaving.setState({ state: 'idle', savedAt: null, failure: null, waiting: [] });
}

/** After a restart of the service the waiting changes are saved by themselves. */
export function saveAfterRestarts(): void {
  onRestarted(() => {
    if (queue.length > 0) void start();
  });
}
