import type { QueueEntry, QueueFacets } from '#shared/contract/room.ts';

type QueueItem = QueueEntry['items'][number];

/** Between whom an item is in dispute: any two rules, or two annotators. */
const DISAGREEMENTS = ['rules', 'annotators'] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** What the listed instances must have; null asks for nothing. */
export type FacetFilter = {
  system: number | null;
  database: string | null;
  aiFunction: string | null;
  /** A rule that matches where the sample's does not. */
  rule: string | null;
  code: string | null;
  disagreement: Disagreement | null;
  trajectory: 'has one' | null;
};
export type Facet = keyof FacetFilter;

export const NO_FACETS: FacetFilter = {
  system: null,
  database: null,
  aiFunction: null,
  rule: null,
  code: null,
  disagreement: null,
  trajectory: null,
};
const FACETS = Object.keys(NO_FACETS) as Facet[];

/** What was remembered; a value that is no longer understood asks for nothing. */
export function readFacets(stored: unknown): FacetFilter {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const text = (facet: Facet) => (typeof from[facet] === 'string' ? from[facet] : null);
  return {
    system: typeof from.system === 'number' ? from.system : null,
    database: text('database'),
    aiFunction: text('aiFunction'),
    rule: text('rule'),
    code: text('code'),
    disagreement: DISAGREEMENTS.find((each) => each === from.disagreement) ?? null,
    trajectory: from.trajectory === 'has one' ? from.trajectory : null,
  };
}

/**
 * The filter as far as it can hold: systems have other numbers in each instance while somebody labels blind, so none that
 * was chosen before, nor what only some systems have, is asked for then.
 */
export const heldFacets = (filter: FacetFilter, blind: boolean): FacetFilter =>
  blind ? { ...filter, system: null, trajectory: null } : filter;

/** How many of the facets ask for something. */
export const facetCount = (filter: FacetFilter): number => Object.values(filter).filter((value) => value !== null).length;

/** What each facet says of an entry as a whole, or of one of its items. Before the facets have come, what needs them says nothing. */
type Values = {
  ofEntry(facet: Facet, entry: QueueEntry): readonly string[] | null;
  ofItem(facet: Facet, entry: QueueEntry, item: QueueItem): readonly string[];
};

const NOTHING: readonly string[] = [];
const OF_ENTRY: ReadonlySet<Facet> = new Set<Facet>(['database', 'aiFunction']);

function byItem<T>(list: readonly ({ instance: number; system: number } & T)[]): Map<number, Map<number, T>> {
  const found = new Map<number, Map<number, T>>();
  for (const each of list) found.set(each.instance, (found.get(each.instance) ?? new Map<number, T>()).set(each.system, each));
  return found;
}

function valuesOf(facets: QueueFacets | null): Values {
  const functions = new Map(facets?.functions.map(({ instance, names }) => [instance, names]));
  const flips = byItem(facets?.flips ?? []);
  const disputed = byItem(facets?.disputed ?? []);
  const trajectories = new Map(facets?.trajectories.map(({ instance, systems }) => [instance, systems]));
  return {
    ofEntry: (facet, entry) => {
      if (facet === 'database') return [entry.database];
      return facet === 'aiFunction' ? (functions.get(entry.instance) ?? NOTHING) : null;
    },
    ofItem: (facet, entry, item) => {
      const flip = flips.get(entry.instance)?.get(item.system);
      switch (facet) {
        case 'system':
          return [String(item.system)];
        case 'code':
          return item.codes;
        case 'rule':
          return flip?.rules ?? NOTHING;
        case 'disagreement':
          return [
            ...(flip ? ['rules'] : NOTHING),
            ...(disputed.get(entry.instance)?.has(item.system) ? ['annotators'] : NOTHING),
          ];
        case 'trajectory':
          return trajectories.get(entry.instance)?.includes(item.system) ? ['has one'] : NOTHING;
        case 'database':
        case 'aiFunction':
          return NOTHING;
      }
    },
  };
}

const wantedOf = (filter: FacetFilter) =>
  FACETS.flatMap((facet) => (filter[facet] === null ? [] : [{ facet, value: String(filter[facet]) }]));

/**
 * The items of an entry that have all that is asked of an item: the one of the system must be the one that has the code, and
 * the one in dispute. Null where the entry is out as a whole, or nothing is left of it.
 */
function itemsLeft(entry: QueueEntry, filter: FacetFilter, values: Values): readonly QueueItem[] | null {
  const wanted = wantedOf(filter);
  const ofItem = wanted.filter(({ facet }) => !OF_ENTRY.has(facet));
  if (!wanted.every(({ facet, value }) => !OF_ENTRY.has(facet) || values.ofEntry(facet, entry)?.includes(value))) return null;
  if (ofItem.length === 0) return entry.items;
  const left = entry.items.filter((item) =>
    ofItem.every(({ facet, value }) => values.ofItem(facet, entry, item).includes(value)),
  );
  return left.length === 0 ? null : left;
}

/** Whether an entry has what the filter asks for. */
export function facetTest(filter: FacetFilter, facets: QueueFacets | null): (entry: QueueEntry) => boolean {
  if (facetCount(filter) === 0) return () => true;
  const values = valuesOf(facets);
  return (entry) => itemsLeft(entry, filter, values) !== null;
}

/** Of each facet, how many entries each value would leave beside what the other facets ask for; `''` counts them without it. */
export type FacetCounts = Record<Facet, ReadonlyMap<string, number>>;

export function facetCounts(entries: readonly QueueEntry[], filter: FacetFilter, facets: QueueFacets | null): FacetCounts {
  const values = valuesOf(facets);
  const countsOf = (facet: Facet): ReadonlyMap<string, number> => {
    const others = { ...filter, [facet]: null };
    const counts = new Map<string, number>([['', 0]]);
    const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const entry of entries) {
      const left = itemsLeft(entry, others, values);
      if (left === null) continue;
      add('');
      const own = values.ofEntry(facet, entry) ?? left.flatMap((item) => values.ofItem(facet, entry, item));
      for (const value of new Set(own)) add(value);
    }
    return counts;
  };
  return Object.fromEntries(FACETS.map((facet) => [facet, countsOf(facet)])) as FacetCounts;
}
