import { useMemo } from 'react';
import type { Sample } from '#shared/contract/overview.ts';
import type { InstanceView, QueueEntry, QueueFacets } from '#shared/contract/room.ts';
import { go, useAssay, useNavigation } from '../../client/index.ts';
import { useBasis } from '../basis/index.ts';
import { usePrefetch, useShown } from './data.ts';
import { type FacetFilter, facetCount, facetTest, heldFacets, NO_FACETS } from './logic/facets.ts';
import { stripOrder, systemToOpen } from './logic/moving.ts';
import type { ShownStratum } from './logic/offered.ts';
import {
  filterQueue,
  groupQueue,
  hidesStrata,
  type QueueGroup,
  type QueueGrouping,
  type QueueProgress,
  queueProgress,
} from './logic/queue.ts';
import { notify, recallPlace, setView, useRoomView } from './view-state.ts';

/** What the room looks through: a sample, or (`id` null) the current run, where there is nothing to label. */
export type RoomSample = Pick<Sample, 'name' | 'rule' | 'reading'> & { id: number | null };

export type Room = {
  sample: RoomSample;
  queue: readonly QueueEntry[];
  groups: readonly QueueGroup[];
  /** The listed instances in the order of the list. */
  order: readonly QueueEntry[];
  /** What the list is filtered by beside its text and state. */
  facets: FacetFilter;
  /** How many of them fit the filter: the one that is shown stays listed in any case. */
  fitting: number;
  progress: QueueProgress;
  /** Where the person asked to be; the queue marks it at once. */
  target: { instance: number; system: number | null } | null;
};

/** The sample that the room shows: the one named, else the newest; where none is drawn, every instance in the current run. */
export function useRoomSample() {
  const sampleId = useNavigation((place) => place.sampleId);
  const samples = useAssay('sample.list', null);
  const summary = useAssay('project.summary', null).data;
  const { basis } = useBasis(summary?.judgedRules ?? []);
  const newest = samples.data?.reduce<Sample | null>((best, each) => (best === null || each.id > best.id ? each : best), null);
  const every: RoomSample | null = newest === null && summary ? { id: null, name: 'All instances', ...basis } : null;
  return { samples, sample: samples.data?.find((each) => each.id === sampleId) ?? newest ?? every };
}

/** The queue as it is filtered and grouped, and the place asked for in it. */
export function useRoom(sample: RoomSample, queue: readonly QueueEntry[]): Room {
  const instance = useNavigation((place) => place.instance);
  const system = useNavigation((place) => place.system);
  const chosen = useRoomView((view) => view.show);
  const show = sample.id === null ? 'all' : chosen;
  const grouping = useGrouping(queue);
  const chosenFacets = useRoomView((view) => view.facets);
  const blind = hidesStrata(queue);
  const facetFilter = useMemo(
    () => (sample.id === null ? NO_FACETS : heldFacets(chosenFacets, blind)),
    [sample.id, chosenFacets, blind],
  );
  const facets = useFacets(sample, facetCount(facetFilter) > 0);
  const text = useRoomView((view) => view.filterText);
  // Where all are listed, moving on changes nothing in the list.
  const keep = show === 'all' && text === '' && facetCount(facetFilter) === 0 ? null : instance;
  const { groups, order, fitting } = useMemo(() => {
    const filter = { show, text, facets: facetTest(facetFilter, facets) };
    const listed = filterQueue(queue, filter, keep);
    const grouped = groupQueue(queue, listed, grouping);
    return {
      groups: grouped,
      order: grouped.flatMap((group) => group.entries),
      fitting: keep === null ? listed.length : filterQueue(listed, filter, null).length,
    };
  }, [queue, show, text, grouping, keep, facetFilter, facets]);
  const progress = useMemo(() => queueProgress(queue), [queue]);
  const first = useMemo(() => (instance === null ? firstPlace(sample, order) : null), [instance, sample, order]);
  const at = instance ?? first?.instance ?? null;
  const entry = queue.find((each) => each.instance === at);
  const opened = system ?? first?.system ?? (entry ? systemToOpen(entry, null) : null);
  const target = useMemo(() => (at === null ? null : { instance: at, system: opened }), [at, opened]);
  return useMemo(
    () => ({ sample, queue, groups, order, facets: facetFilter, fitting, progress, target }),
    [sample, queue, groups, order, facetFilter, fitting, progress, target],
  );
}

/** How the queue is grouped; where the strata are not told it has none. */
export function useGrouping(queue: readonly QueueEntry[]): QueueGrouping {
  const grouping = useRoomView((view) => view.grouping);
  return grouping === 'stratum' && hidesStrata(queue) ? 'nothing' : grouping;
}

/** What the queue of a sample can be filtered by beyond what it shows; asked for once it is `wanted`. */
export const useFacets = ({ id }: RoomSample, wanted: boolean): QueueFacets | null =>
  useAssay('room.facets', { sample: id ?? 0 }, { enabled: wanted && id !== null }).data ?? null;

/** Where the room begins: where it was left, else at the first instance with something to label. */
function firstPlace(sample: RoomSample, order: readonly QueueEntry[]): { instance: number; system: number | null } | null {
  const left = recallPlace(sample.id);
  if (left && order.some((entry) => entry.instance === left.instance)) return left;
  const entry = firstToOpen(order);
  return entry && { instance: entry.instance, system: null };
}

const firstToOpen = (order: readonly QueueEntry[]): QueueEntry | null =>
  order.find((entry) => entry.items.some((item) => item.status === 'open')) ?? order[0] ?? null;

/** Goes to an instance, at the system to look at first there. */
export function goToEntry(entry: QueueEntry | null, before: number | null): void {
  if (!entry) return;
  moveTo({ instance: entry.instance, system: systemToOpen(entry, before) });
}

/** Goes to a place; says why where an unsaved change holds it back. */
export function moveTo(place: { instance: number; system: number | null }): void {
  if (go('room', place)) setView({ notice: null });
  else notify('Moving on is paused: a change is not saved yet.', 'warning');
}

/** What is shown of the place asked for, with its neighbours fetched ahead. */
export function useRoomShown(room: Room) {
  const result = useShown(room.target, room.sample.id);
  const { shown } = result;
  const systems = useMemo(() => (shown ? stripOrder(shown.view.predictions) : []), [shown]);
  usePrefetch(shown, room.sample.id, room.order, systems);
  return { ...result, systems };
}

/**
 * The stratum of an instance: the sample's, else (opened from elsewhere) that of the current run under the sample's rule
 * and reading; null where that is not judged, or the instance is outside every stratum. Blind labelling hides it.
 */
export function useStratum({ rule, reading }: RoomSample, { instanceId, stratum, hidden }: InstanceView): ShownStratum {
  const current = useAssay('strata.get', { rule, reading }, { enabled: stratum === null && !hidden }).data;
  if (hidden) return 'hidden';
  return stratum ?? current?.strata.find((each) => each.instanceIds.includes(instanceId))?.stratum ?? null;
}
