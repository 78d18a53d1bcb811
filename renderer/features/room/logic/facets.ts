import type { QueueEntry, QueueFacets } from '#shared/contract/room.ts';
import { keyOfItem } from '#shared/model/item.ts';

/** Between whom an item is in dispute: any two rules, the sample's rule and a named one, or two annotators. */
export type Disagreement = 'rules' | 'annotators' | `rule ${string}`;

/** What the listed instances must have; null asks for nothing. */
export type FacetFilter = {
  system: number | null;
  database: string | null;
  aiFunction: string | null;
  code: string | null;
  disagreement: Disagreement | null;
};

export const NO_FACETS: FacetFilter = { system: null, database: null, aiFunction: null, code: null, disagreement: null };

/** How many of the facets ask for something. */
export const facetCount = (filter: FacetFilter): number => Object.values(filter).filter((value) => value !== null).length;

/** Whether an entry has what the filter asks for. Before the facets have come, what needs them fits nothing. */
export function facetTest(filter: FacetFilter, facets: QueueFacets | null): (entry: QueueEntry) => boolean {
  const { system, database, aiFunction, code, disagreement } = filter;
  const withFunction = new Set(
    facets?.functions.filter(({ names }) => aiFunction !== null && names.includes(aiFunction)).map(({ instance }) => instance),
  );
  const disputed = disagreement === null ? null : disputedItems(disagreement, facets);
  return (entry) =>
    (database === null || entry.database === database) &&
    (aiFunction === null || withFunction.has(entry.instance)) &&
    // The item that has the system must be the one that has the code, and the one in dispute.
    ((system === null && code === null && disputed === null) ||
      entry.items.some(
        (item) =>
          (system === null || item.system === system) &&
          (code === null || item.codes.includes(code)) &&
          (disputed === null || disputed.has(keyOfItem({ instance: entry.instance, system: item.system }))),
      ));
}

function disputedItems(disagreement: Disagreement, facets: QueueFacets | null): Set<string> {
  if (facets === null) return new Set();
  const found =
    disagreement === 'annotators'
      ? facets.disputed
      : disagreement === 'rules'
        ? facets.flips
        : facets.flips.filter(({ rules }) => rules.includes(disagreement.slice('rule '.length)));
  return new Set(found.map(keyOfItem));
}
