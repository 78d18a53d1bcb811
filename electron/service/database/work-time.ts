import type { ItemKey } from '#shared/model/item.ts';
import type { Db } from './open.ts';
import { count, integer, rows, write } from './statements.ts';

/** Adds a stretch of work on an item, in ms. */
export const addWorkTime = (db: Db, annotator: number, item: ItemKey, ms: number): number =>
  write(
    db,
    'INSERT INTO work_time (annotator_id, instance_id, system_id, ended_at, ms) VALUES (?, ?, ?, ?, ?)',
    annotator,
    item.instance,
    item.system,
    new Date().toISOString(),
    Math.round(ms),
  );

/** What the annotator has spent on an item, in ms. */
export const workTimeOf = (db: Db, annotator: number, item: ItemKey): number =>
  count(
    db,
    'SELECT coalesce(sum(ms), 0) FROM work_time WHERE annotator_id = ? AND instance_id = ? AND system_id = ?',
    annotator,
    item.instance,
    item.system,
  );

/** What the annotator has spent on each item of a sample, in ms. */
export const workTimesOfSample = (db: Db, annotator: number, sample: number): (ItemKey & { ms: number })[] =>
  rows(
    db,
    `SELECT work_time.instance_id, system_id, sum(ms) AS ms FROM sample_instance JOIN work_time USING (instance_id)
     WHERE sample_id = ? AND annotator_id = ? GROUP BY work_time.instance_id, system_id`,
    sample,
    annotator,
  ).map((found) => ({ instance: integer(found.instance_id), system: integer(found.system_id), ms: integer(found.ms) }));
