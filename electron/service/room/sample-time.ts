import { type ItemKey, keyOfItem } from '#shared/model/item.ts';
import { labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { workTimesOfSample } from '../database/work-time.ts';
import { systemsToLabel } from './room.ts';

/** Fewer finished items than this tell nothing of the rest. */
const ENOUGH_TO_TELL = 5;

/**
 * The work on a sample so far, and what its open items may still take: the mean of the finished items, copied ones
 * (which take no time of their own) among them, times the open ones. Null before enough are finished.
 */
export function sampleTime(db: Db, annotator: number, sample: number) {
  const toLabel = systemsToLabel(db, sample);
  const isListed = ({ instance, system }: ItemKey) => toLabel.get(instance)?.has(system) ?? false;
  // What is open carries no label as a rule, and there may be 10,000s of it: only what is labelled is gone through.
  const finished = new Set(
    labelsOfSample(db, annotator, sample)
      .filter((item) => item.label.status !== 'open' && isListed(item))
      .map(keyOfItem),
  );
  const times = workTimesOfSample(db, annotator, sample).filter(isListed);
  const spent = (of: typeof times) => of.reduce((sum, { ms }) => sum + ms, 0);
  const open = [...toLabel.values()].reduce((sum, systems) => sum + systems.size, 0) - finished.size;
  const mean = spent(times.filter((item) => finished.has(keyOfItem(item)))) / finished.size;
  const leftMs = finished.size < ENOUGH_TO_TELL ? null : Math.round(mean * open);
  return { ms: spent(times), finished: finished.size, open, leftMs };
}
