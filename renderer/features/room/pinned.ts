import { create } from 'zustand';
import type { AlignedColumn } from '#shared/contract/room.ts';
import { recall, remember } from '../../ui/index.ts';

const KEY = 'room.pinned';

/** A column by the place it has in its query's result. */
export const columnKey = ({ gold, prediction }: AlignedColumn): string => (gold === null ? `p${prediction}` : `g${gold}`);

type Pinned = { byInstance: Readonly<Record<string, readonly string[]>> };

function readPinned(): Pinned['byInstance'] {
  const stored = recall(KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter((entry): entry is [string, string[]] => {
    const [, keys] = entry;
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  });
  return Object.fromEntries(known);
}

const usePinnedStore = create<Pinned>(() => ({ byInstance: {} }));

/** Takes the pins that this project was left with. */
export const restorePinned = (): void => usePinnedStore.setState({ byInstance: readPinned() });

const NONE: readonly string[] = [];

/** The pinned columns of an instance, in the order in which they were pinned. */
export const usePinned = (instance: number): readonly string[] =>
  usePinnedStore(({ byInstance }) => byInstance[instance] ?? NONE);

/** Pins a column or lets it go. */
export function togglePinned(instance: number, column: AlignedColumn): void {
  const { byInstance } = usePinnedStore.getState();
  const key = columnKey(column);
  const before = byInstance[instance] ?? NONE;
  const after = before.includes(key) ? before.filter((each) => each !== key) : [...before, key];
  const next = { ...byInstance, [instance]: after };
  usePinnedStore.setState({ byInstance: next });
  remember(KEY, next);
}

/** The shown columns with the pinned ones first, and how many those are. */
export function pinnedFirst(
  shown: readonly number[],
  columns: readonly AlignedColumn[],
  pinned: readonly string[],
): { columns: number[]; count: number } {
  const place = (at: number) => pinned.indexOf(columnKey(columns[at]!));
  const first = shown.filter((at) => place(at) !== -1).sort((a, b) => place(a) - place(b));
  return { columns: [...first, ...shown.filter((at) => place(at) === -1)], count: first.length };
}
