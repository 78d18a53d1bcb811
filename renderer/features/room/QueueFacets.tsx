import { useDeferredValue, useMemo } from 'react';
import type { QueueEntry } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { useAssay } from '../../client/index.ts';
import { count, Menu } from '../../ui/index.ts';
import { type Facet, type FacetFilter, facetCounts } from './logic/facets.ts';
import { filterQueue } from './logic/queue.ts';
import { type Room, useFacets } from './room-model.ts';
import { setLayout, useRoomView } from './view-state.ts';

type Option = { value: string; label: string };
const named = (names: readonly string[]): Option[] => names.map((name) => ({ value: name, label: name }));

/** Databases that the queue holds, by name. */
const databasesOf = (queue: readonly QueueEntry[]): string[] => [...new Set(queue.map((entry) => entry.database))].sort();

/** Codes that can be asked for: those offered, and those that labels still carry. */
const codesOf = (queue: readonly QueueEntry[], codebook: Codebook | undefined): string[] => [
  ...new Set([
    ...(codebook?.codes.filter((code) => !code.retired).map((code) => code.code) ?? []),
    ...queue.flatMap((entry) => entry.items.flatMap((item) => item.codes)),
  ]),
];

const DISAGREEMENT_OPTIONS: readonly Option[] = [
  { value: 'rules', label: 'between rules' },
  { value: 'annotators', label: 'between annotators' },
];

/**
 * Filters of the queue beyond text and state: system, database, AI function, rule, code, trajectory, disagreement. Each value tells how
 * many instances it would leave, whatever else is asked for.
 */
export function QueueFacetMenus({ room }: { room: Room }) {
  const filter = room.facets;
  const show = useRoomView((view) => view.show);
  const text = useRoomView((view) => view.filterText);
  const facets = useFacets(room.sample, true);
  const codebook = useAssay('codebook.get', null).data;
  // Every label changes the queue; counting can wait until it is painted.
  const queue = useDeferredValue(room.queue);
  const counts = useMemo(
    () => facetCounts(filterQueue(queue, { show, text, facets: () => true }, null), filter, facets),
    [queue, show, text, filter, facets],
  );
  const set = (change: Partial<FacetFilter>) => setLayout({ facets: { ...filter, ...change } });
  const menu = (facet: Facet, label: string, options: readonly Option[], read: (value: string) => FacetFilter[Facet]) => {
    const value = String(filter[facet] ?? '');
    // What is asked for can be taken away also where it is no longer there.
    const known =
      value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
    if (known.length === 0) return null;
    return (
      <Menu
        label={label}
        options={[{ value: '', label: 'any' }, ...known].map((option) => ({
          ...option,
          hint: count(counts[facet].get(option.value) ?? 0),
        }))}
        value={value}
        onChange={(chosen) => set({ [facet]: chosen === '' ? null : read(chosen) })}
      />
    );
  };
  const functions = [...new Set(facets?.functions.flatMap(({ names }) => names))].sort();
  const systems = facets?.systems.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const rules = facets?.rules.map((rule) => ({ value: rule, label: `${rule} matches` })) ?? [];
  const trajectories = facets && facets.trajectories.length > 0 ? named(['has one']) : [];
  return (
    <section className="room-queue-facets" aria-label="Filters">
      {menu('system', 'System', systems, Number)}
      {menu('database', 'Database', named(databasesOf(room.queue)), String)}
      {menu('aiFunction', 'Function', named(functions), String)}
      {menu('rule', 'Rule', rules, String)}
      {menu('code', 'Code', named(codesOf(room.queue, codebook)), String)}
      {menu('trajectory', 'Trajectory', trajectories, () => 'has one')}
      {menu('disagreement', 'Disagreement', DISAGREEMENT_OPTIONS, (value) => (value === 'rules' ? 'rules' : 'annotators'))}
    </section>
  );
}
