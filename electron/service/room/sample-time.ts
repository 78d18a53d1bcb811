import type { Db } from '../database/open.ts';
import { workTimesOfSample } from '../database/work-time.ts';
import { queueOf } from './room.ts';

/** Fewer finished items than this tell nothing of the rest. */
const ENOUGH_TO_TELL = 5;

/**
 * The work on a sample so far, and what its open items may still take: the mean of the finished items, copied ones
 * (which take no time of their own) among them, times the open ones. Null before enough are finished.
 */
export function sampleTime(db: Db, annotator: number, sample: number) {
  const times = new Map(
    workTimesOfSample(db, annotator, sample).map(({ instance, system, ms }) => [`${instance} ${system}`, ms]),
  );
  const items = queueOf(db, sample, annotator).flatMap((entry) =>
    entry.items.map(({ system, status }) => ({ status, ms: times.get(`${entry.instance} ${system}`) ?? 0 })),
  );
  const finished = items.filter(({ status }) => status !== 'open');
  const open = items.length - finished.length;
  const spent = (of: typeof items) => of.reduce((sum, { ms }) => sum + ms, 0);
  const leftMs = finished.length < ENOUGH_TO_TELL ? null : Math.round((spent(finished) / finished.length) * open);
  return { ms: spent(items), finished: finished.length, open, leftMs };
}
