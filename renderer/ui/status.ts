import { useEffect, useSyncExternalStore } from 'react';

/** What the screen in view says in the status bar. */
export type Status = {
  /** Keys worth knowing here, in order: as texts, or those that commands have now. */
  hints: readonly {
    keys?: readonly string[];
    commands?: readonly string[];
    /** The keys of the commands are told as a row, by its ends. */
    range?: boolean;
    label: string;
  }[];
  /** Short facts for the right end, e.g. `37 of 85 instances`. */
  facts: readonly string[];
};

const NOTHING: Status = { hints: [], facts: [] };
let current = NOTHING;
const listeners = new Set<() => void>();

function show(status: Status): void {
  if (JSON.stringify(status) === JSON.stringify(current)) return;
  current = status;
  for (const listener of listeners) listener();
}

/** Fills the status bar while the screen is in view. */
export function useStatus(status: Status): void {
  useEffect(() => show(status));
  useEffect(() => () => show(NOTHING), []);
}

/** What the status bar shows now. */
export function useShownStatus(): Status {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => current,
  );
}
