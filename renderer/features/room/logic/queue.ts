import type { QueueEntry } from '#shared/contract/room.ts';
import { STRATA } from '#shared/model/stratum.ts';

/** Which instances the queue lists. An instance counts as labelled when none of its items is open. */
export const QUEUE_SHOWS = ['all', 'unlabelled', 'labelled', 'flagged', 'undecided', 'skipped', 'to review'] as const;
export type QueueShow = (typeof QUEUE_SHOWS)[number];

export const QUEUE_GROUPINGS = ['stratum', 'database', 'nothing'] as const;
export type QueueGrouping = (typeof QUEUE_GROUPINGS)[number];

/** How far an instance is; `flagged` is told apart from it, because a flagged instance has a state too. */
export type EntryState = 'open' | 'part' | 'done' | 'undecided' | 'skipped' | 'nothing';

export type EntryView = {
  state: EntryState;
  flagged: boolean;
  /** A code has changed its meaning since it was set. */
  stale: boolean;
  /** The codes of all items, each once, in order. */
  codes: string[];
  /** Items that are no longer open. */
  finished: number;
  /** Of those, the ones that carry no verdict of the annotator. */
  undecided: number;
  skipped: number;
  total: number;
};

/** Whether the strata are not told: without a sample, and to an annotator who labels blind. */
export const hidesStrata = (queue: readonly QueueEntry[]): boolean => queue.some((entry) => entry.stratum === null);

/** What the queue shows of one instance. */
export function entryView(entry: QueueEntry): EntryView {
  const { items } = entry;
  const finished = items.filter((item) => item.status !== 'open');
  const state: EntryState =
    items.length === 0
      ? 'nothing'
      : finished.length === 0
        ? 'open'
        : finished.length < items.length
          ? 'part'
          : finished.some((item) => item.status === 'undecided')
            ? 'undecided'
            : finished.every((item) => item.status === 'skipped')
              ? 'skipped'
              : 'done';
  return {
    state,
    flagged: items.some((item) => item.flagged),
    stale: items.some((item) => item.stale),
    codes: [...new Set(items.flatMap((item) => item.codes))].sort(),
    finished: finished.length,
    undecided: finished.filter((item) => item.status === 'undecided').length,
    skipped: finished.filter((item) => item.status === 'skipped').length,
    total: items.length,
  };
}

/** True when every item of the instance has been looked at: done, undecided or skipped. */
export const isLabelled = (entry: QueueEntry): boolean =>
  entry.items.length > 0 && entry.items.every((item) => item.status !== 'open');

function isShown(entry: QueueEntry, show: QueueShow): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'unlabelled':
      return entry.items.some((item) => item.status === 'open');
    case 'labelled':
      return isLabelled(entry);
    case 'flagged':
      return entry.items.some((item) => item.flagged);
    case 'undecided':
    case 'skipped':
      return entry.items.some((item) => item.status === show);
    case 'to review':
      return entry.items.some((item) => item.stale);
  }
}

/** True when each word of `text` stands in the id, the database, the instruction or the codes. */
function hasWords(entry: QueueEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const hay = [entry.instanceId, entry.database, entry.instruction, ...entry.items.flatMap((item) => item.codes)]
    .join('\n')
    .toLowerCase();
  return words.every((word) => hay.includes(word));
}

export type QueueFilter = { show: QueueShow; text: string; facets: (entry: QueueEntry) => boolean };

/**
 * The listed instances, in the order given. `keep` stays listed even when the filter no longer fits: an instance must
 * not vanish under the person who just finished it.
 */
export function filterQueue(entries: readonly QueueEntry[], filter: QueueFilter, keep: number | null): QueueEntry[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) => entry.instance === keep || (isShown(entry, filter.show) && filter.facets(entry) && hasWords(entry, words)),
  );
}

export type QueueGroup = {
  key: string;
  /** Listed instances, after the filter. */
  entries: QueueEntry[];
  /** Of all instances of the group, whatever the filter hides. */
  labelled: number;
  total: number;
};

const groupKey = (entry: QueueEntry, grouping: QueueGrouping): string =>
  grouping === 'stratum' ? (entry.stratum ?? '') : grouping === 'database' ? entry.database : '';

/** Groups with their progress; strata in their order, databases by name, groups without a listed instance left out. */
export function groupQueue(all: readonly QueueEntry[], listed: readonly QueueEntry[], grouping: QueueGrouping): QueueGroup[] {
  const groups = new Map<string, QueueGroup>();
  for (const entry of all) {
    const key = groupKey(entry, grouping);
    const group = groups.get(key) ?? { key, entries: [], labelled: 0, total: 0 };
    groups.set(key, group);
    group.total++;
    if (isLabelled(entry)) group.labelled++;
  }
  for (const entry of listed) groups.get(groupKey(entry, grouping))?.entries.push(entry);
  const rank = (key: string) => (STRATA as readonly string[]).indexOf(key);
  return [...groups.values()]
    .filter((group) => group.entries.length > 0)
    .sort((a, b) => (grouping === 'stratum' ? rank(a.key) - rank(b.key) : a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Where an id may be parted: what follows is a name or a number of its own. */
const PARTS = /[-_.:/ ]/;
/** Less than this is no burden. */
const SHORTEST_PREFIX = 4;

/** What all ids begin with, up to the end of a part; empty where that is next to nothing, or all of an id. */
export function commonPrefix(ids: readonly string[]): string {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return '';
  let length = first.length;
  for (const id of others) {
    while (!id.startsWith(first.slice(0, length))) length--;
    if (length < SHORTEST_PREFIX) return '';
  }
  while (length > 0 && !PARTS.test(first[length - 1]!)) length--;
  return length < SHORTEST_PREFIX ? '' : first.slice(0, length);
}

/** Width in px of a letter of an id, and of what stands beside one: its state, gaps, two codes or a count. */
const LETTER = 6.9;
const BESIDE = 92;

/** Whether the rows of a list have room for ids of a length, in letters. */
export const hasRoomFor = (letters: number, width: number): boolean => letters * LETTER + BESIDE <= width;

export type QueueRow = { kind: 'group'; group: QueueGroup; collapsed: boolean } | { kind: 'entry'; entry: QueueEntry };

/** The rows of the list, top to bottom; a collapsed group shows its head only. */
export function queueRows(groups: readonly QueueGroup[], collapsed: ReadonlySet<string>, headed: boolean): QueueRow[] {
  const rows: QueueRow[] = [];
  for (const group of groups) {
    const closed = headed && collapsed.has(group.key);
    if (headed) rows.push({ kind: 'group', group, collapsed: closed });
    if (!closed) for (const entry of group.entries) rows.push({ kind: 'entry', entry });
  }
  return rows;
}

export type QueuePosition = { index: number; total: number; stratum: QueueEntry['stratum'] };

/**
 * Where an instance stands among those of its stratum in the sample, from 1. Where blind labelling hides the strata, among
 * all: the stratum is null then, also of an instance that is open.
 */
export function positionInStratum(entries: readonly QueueEntry[], instance: number): QueuePosition | null {
  const entry = entries.find((other) => other.instance === instance);
  if (!entry) return null;
  const peers = entries.filter((other) => other.stratum === entry.stratum);
  return { index: peers.indexOf(entry) + 1, total: peers.length, stratum: entry.stratum };
}

export type QueueProgress = {
  instances: number;
  labelledInstances: number;
  items: number;
  open: number;
  undecided: number;
  skipped: number;
  flagged: number;
  stale: number;
};

/** Labelled instances and items of the whole sample. One pass: it is counted anew after every label. */
export function queueProgress(entries: readonly QueueEntry[]): QueueProgress {
  const progress = {
    instances: entries.length,
    labelledInstances: 0,
    items: 0,
    open: 0,
    undecided: 0,
    skipped: 0,
    flagged: 0,
    stale: 0,
  };
  for (const entry of entries) {
    if (isLabelled(entry)) progress.labelledInstances++;
    for (const { status, flagged, stale } of entry.items) {
      progress.items++;
      if (status !== 'done') progress[status]++;
      if (flagged) progress.flagged++;
      if (stale) progress.stale++;
    }
  }
  return progress;
}
