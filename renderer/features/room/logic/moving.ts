import type { PredictionView, QueueEntry } from '#shared/contract/room.ts';

export type Place = { instance: number; system: number };
export type Direction = 1 | -1;

/**
 * The instance before or after the current one in the listed order; null at the end. Where the current instance is not
 * listed, moving starts at the list's edge.
 */
export function neighbour(order: readonly QueueEntry[], current: number | null, direction: Direction): QueueEntry | null {
  const at = order.findIndex((entry) => entry.instance === current);
  if (at === -1) return (direction === 1 ? order[0] : order.at(-1)) ?? null;
  return order[at + direction] ?? null;
}

/** The order from the entry after (or before) the current one, once around, without the current one. */
function around(order: readonly QueueEntry[], current: number | null, direction: Direction): QueueEntry[] {
  const ordered = direction === 1 ? [...order] : [...order].reverse();
  const at = ordered.findIndex((entry) => entry.instance === current);
  return at === -1 ? ordered : [...ordered.slice(at + 1), ...ordered.slice(0, at)];
}

const hasOpen = (entry: QueueEntry) => entry.items.some((item) => item.status === 'open');

/** The next instance with an open item, going around the end; null when there is no other. */
export const nextUnlabelled = (order: readonly QueueEntry[], current: number | null, direction: Direction): QueueEntry | null =>
  around(order, current, direction).find(hasOpen) ?? null;

/**
 * Where to go after an item is finished: the next open item of the same instance (those after it first), else the first
 * open item of the next instance that has one; null when all is labelled. `systems` is the order on screen.
 */
export function nextToLabel(order: readonly QueueEntry[], current: Place, systems: readonly number[]): Place | null {
  const here = order.find((entry) => entry.instance === current.instance);
  const open = new Set(here?.items.filter((item) => item.status === 'open').map((item) => item.system));
  const at = systems.indexOf(current.system);
  const inHere = [...systems.slice(at + 1), ...systems.slice(0, Math.max(at, 0))].find((system) => open.has(system));
  if (inHere !== undefined) return { instance: current.instance, system: inHere };
  const next = nextUnlabelled(order, current.instance, 1);
  const item = next?.items.find((candidate) => candidate.status === 'open');
  return next && item ? { instance: next.instance, system: item.system } : null;
}

/**
 * Which system to look at in an instance: its first open item, else the system looked at before when it has an item,
 * else the first item; null where the queue has none, so that the caller takes the first prediction.
 */
export function systemToOpen(entry: QueueEntry, before: number | null): number | null {
  const open = entry.items.find((item) => item.status === 'open');
  const same = entry.items.find((item) => item.system === before);
  return (open ?? same ?? entry.items[0])?.system ?? null;
}

/**
 * Where the next key is likely to lead, so that it can be laid out ahead: to what is to be labelled next if the item
 * left was just finished, else on in the way one came; null where nothing lies that way.
 */
export function likelyNext(
  order: readonly QueueEntry[],
  before: Place | null,
  current: Place,
  systems: readonly number[],
): Place | null {
  const left = order.find((entry) => entry.instance === before?.instance);
  if (left?.items.some(({ system, status }) => system === before?.system && status !== 'open'))
    return nextToLabel(order, current, systems);
  if (before?.instance === current.instance) {
    const at = systems.indexOf(current.system);
    const beside = systems[at + (systems.indexOf(before.system) > at ? -1 : 1)];
    if (beside !== undefined) return { instance: current.instance, system: beside };
  }
  const cameBack = neighbour(order, current.instance, 1)?.instance === before?.instance;
  const entry = neighbour(order, current.instance, cameBack ? -1 : 1);
  const system = entry && systemToOpen(entry, current.system);
  return entry && system !== null ? { instance: entry.instance, system } : null;
}

/** Predictions as the strip shows them: group by group, in the order in which the groups come; strong systems first. */
export function stripGroups(predictions: readonly PredictionView[]): { group: string; predictions: PredictionView[] }[] {
  const groups = new Map<string, PredictionView[]>();
  for (const prediction of predictions) {
    const group = groups.get(prediction.group);
    if (group) group.push(prediction);
    else groups.set(prediction.group, [prediction]);
  }
  return [...groups]
    .map(([group, members]) => ({ group, predictions: members }))
    .sort((a, b) => Number(b.group === 'strong') - Number(a.group === 'strong'));
}

/** The systems in the order of the strip. */
export const stripOrder = (predictions: readonly PredictionView[]): number[] =>
  stripGroups(predictions).flatMap((group) => group.predictions.map((prediction) => prediction.system));

/** The system left or right of the current one; it stays at the ends. */
export function neighbourSystem(systems: readonly number[], current: number | null, direction: Direction): number | null {
  const at = current === null ? -1 : systems.indexOf(current);
  if (at === -1) return systems[0] ?? null;
  return systems[Math.min(systems.length - 1, Math.max(0, at + direction))] ?? null;
}
