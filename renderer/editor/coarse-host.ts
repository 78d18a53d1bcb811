import type { DiffStretch } from './diff-view.ts';

/** What the coarse view that is shown offers to those who step through differences and attach evidence. */
export type CoarseView = {
  readonly places: number;
  /** Scrolls both sides to a place and marks it. */
  goTo(place: number): void;
  selection(): DiffStretch | null;
  reveal(stretch: DiffStretch): void;
};

let view: CoarseView | null = null;
let at: number | null = null;
let waiting: DiffStretch | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** The coarse view in the window: there is one at most. */
export const coarseHost = {
  isShown: (): boolean => view !== null,
  places: (): number | null => view?.places ?? null,
  placeShown: (): number | null => at,
  /** Says that a view is shown; the answer takes it away. */
  show(next: CoarseView): () => void {
    view = next;
    at = null;
    if (waiting !== null) next.reveal(waiting);
    waiting = null;
    changed();
    return () => {
      if (view !== next) return;
      view = null;
      at = null;
      changed();
    };
  },
  step(direction: 'next' | 'previous'): boolean {
    if (view === null || view.places === 0) return false;
    const from = at ?? (direction === 'next' ? -1 : 0);
    at = (from + (direction === 'next' ? 1 : -1) + view.places) % view.places;
    view.goTo(at);
    changed();
    return true;
  },
  selection: (): DiffStretch | null => view?.selection() ?? null,
  /** Now, or once the view is there. */
  reveal(stretch: DiffStretch): void {
    if (view === null) waiting = stretch;
    else view.reveal(stretch);
  },
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
