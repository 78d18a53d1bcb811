import type { QueueEntry } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { useAssay } from '../../client/index.ts';
import { Button, Menu } from '../../ui/index.ts';
import { type Disagreement, type FacetFilter, facetCount, NO_FACETS } from './logic/facets.ts';
import { type Room, useFacets } from './room-model.ts';
import { setView, useRoomView } from './view-state.ts';

type Option = { value: string; label: string };
const ANY: Option = { value: '', label: 'any' };
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

/** Filters of the queue beyond text and state: system, database, AI function, code, disagreement. */
export function QueueFacetMenus({ room }: { room: Room }) {
  const filter = useRoomView((view) => view.facets);
  const facets = useFacets(room.sample, true);
  const codebook = useAssay('codebook.get', null).data;
  const set = (change: Partial<FacetFilter>) => setView({ facets: { ...filter, ...change } });
  const functions = [...new Set(facets?.functions.flatMap(({ names }) => names))].sort();
  const systems = facets?.systems.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const disagreements: Option[] = [
    { value: 'rules', label: 'between rules' },
    ...(facets?.rules.map((rule) => ({ value: `rule ${rule}`, label: `${rule} matches` })) ?? []),
    { value: 'annotators', label: 'between annotators' },
  ];
  return (
    <section className="room-queue-facets" aria-label="Filters">
      {systems.length > 0 && (
        <Menu
          label="System"
          options={[ANY, ...systems]}
          value={filter.system === null ? '' : String(filter.system)}
          onChange={(value) => set({ system: value === '' ? null : Number(value) })}
        />
      )}
      <Menu
        label="Database"
        options={[ANY, ...named(databasesOf(room.queue))]}
        value={filter.database ?? ''}
        onChange={(value) => set({ database: value === '' ? null : value })}
      />
      {functions.length > 0 && (
        <Menu
          label="Function"
          options={[ANY, ...named(functions)]}
          value={filter.aiFunction ?? ''}
          onChange={(value) => set({ aiFunction: value === '' ? null : value })}
        />
      )}
      <Menu
        label="Code"
        options={[ANY, ...named(codesOf(room.queue, codebook))]}
        value={filter.code ?? ''}
        onChange={(value) => set({ code: value === '' ? null : value })}
      />
      <Menu
        label="Disagreement"
        options={[ANY, ...disagreements]}
        value={filter.disagreement ?? ''}
        onChange={(value) => set({ disagreement: value === '' ? null : (value as Disagreement) })}
      />
      {facetCount(filter) > 0 && (
        <Button kind="link" size="small" onClick={() => setView({ facets: NO_FACETS })}>
          Clear these filters
        </Button>
      )}
    </section>
  );
}
