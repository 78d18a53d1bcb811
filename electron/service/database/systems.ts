import { inflateRawSync } from 'node:zlib';
import type { Trajectory } from '#shared/model/trajectory.ts';
import { bodyText } from './bodies.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, prepared, row, rows, text, textOrNull } from './statements.ts';

export type System = { readonly id: number; readonly name: string; readonly group: string };

/** Every system: strong ones first, then as they were imported. */
export const systems = (db: Db): System[] =>
  rows(db, "SELECT id, name, group_name FROM system ORDER BY group_name <> 'strong', group_name, id").map((found) => ({
    id: integer(found.id),
    name: text(found.name),
    group: text(found.group_name),
  }));

/** The system of that name; added with the group where it is new. An existing system keeps its group. */
export function putSystem(db: Db, name: string, group: string): System {
  prepared(db, 'INSERT INTO system (name, group_name) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, group);
  return systems(db).find((system) => system.name === name)!;
}

/** Puts a system into a group; false where there is no system of that name. */
export const setGroup = (db: Db, name: string, group: string): boolean =>
  prepared(db, 'UPDATE system SET group_name = ? WHERE name = ?').run(group, name).changes > 0;

export type Prediction = {
  readonly id: number;
  readonly instance: number;
  readonly system: number;
  readonly query: number | null;
  readonly sql: string | null;
  readonly source: string;
  /** The result table that came with it: content hashes of its cells (in `result`) and of its CSV text (in `body`). */
  readonly result: string | null;
  readonly csv: string | null;
};

const PREDICTION = `SELECT prediction.id, instance_id, system_id, query_id, sql, source_file, source_line, result_hash, csv_hash
  FROM prediction LEFT JOIN query ON query.id = query_id`;

const toPrediction = (found: NonNullable<ReturnType<typeof row>>): Prediction => ({
  id: integer(found.id),
  instance: integer(found.instance_id),
  system: integer(found.system_id),
  query: integerOrNull(found.query_id),
  sql: textOrNull(found.sql),
  source: found.source_line === null ? text(found.source_file) : `${text(found.source_file)}:${found.source_line}`,
  result: textOrNull(found.result_hash),
  csv: textOrNull(found.csv_hash),
});

/** The predictions for an instance, the first rollout of each system. */
export const predictionsOf = (db: Db, instance: number): Prediction[] =>
  rows(db, `${PREDICTION} WHERE instance_id = ? AND rollout = 0`, instance).map(toPrediction);

/** The systems that have a prediction, by instance. */
export function systemsWithPrediction(db: Db): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const { instance_id, system_id } of rows(db, 'SELECT instance_id, system_id FROM prediction WHERE rollout = 0')) {
    const instance = integer(instance_id);
    const there = found.get(instance);
    if (there) there.add(integer(system_id));
    else found.set(instance, new Set([integer(system_id)]));
  }
  return found;
}

/** A system's first rollout for an instance; null where it has none. */
export const predictionOf = (db: Db, instance: number, system: number): Prediction | null => {
  const found = row(db, `${PREDICTION} WHERE instance_id = ? AND system_id = ? AND rollout = 0`, instance, system);
  return found ? toPrediction(found) : null;
};

/** What a trajectory was read from, or its steps as an older version stored them. */
export type StoredTrajectory =
  | { readonly format: 'steps'; readonly trajectory: Trajectory }
  | { readonly format: string; readonly parts: [name: string, text: string][] };

const toTrajectory = (db: Db, found: NonNullable<ReturnType<typeof row>>): StoredTrajectory =>
  found.body_hash === null
    ? { format: 'steps', trajectory: JSON.parse(inflateRawSync(found.body as Uint8Array).toString()) as Trajectory }
    : { format: text(found.format), parts: JSON.parse(bodyText(db, text(found.body_hash))) as [string, string][] };

/** The trajectory of a rollout; null where there is none. */
export function storedTrajectory(db: Db, instance: number, system: number, rollout = 0): StoredTrajectory | null {
  const found = row(
    db,
    'SELECT format, body, body_hash FROM trajectory WHERE instance_id = ? AND system_id = ? AND rollout = ?',
    instance,
    system,
    rollout,
  );
  return found ? toTrajectory(db, found) : null;
}

/** Names a stored trajectory with its content; another content has another name. Null where there is none. */
export function trajectoryIdentity(db: Db, instance: number, system: number, rollout: number): string | null {
  const found = row(
    db,
    'SELECT id, step_count, body_hash FROM trajectory WHERE instance_id = ? AND system_id = ? AND rollout = ?',
    instance,
    system,
    rollout,
  );
  return found ? `${found.id} ${found.step_count} ${found.body_hash ?? 'in the row'}` : null;
}

/** A trajectory by its id; null where there is none. */
export function storedTrajectoryById(db: Db, id: number): StoredTrajectory | null {
  const found = row(db, 'SELECT format, body, body_hash FROM trajectory WHERE id = ?', id);
  return found ? toTrajectory(db, found) : null;
}

/** Number of steps by system, for the trajectories of an instance. */
export const stepCounts = (db: Db, instance: number): Map<number, number> =>
  new Map(
    rows(db, 'SELECT system_id, step_count FROM trajectory WHERE instance_id = ? AND rollout = 0', instance).map((found) => [
      integer(found.system_id),
      integer(found.step_count),
    ]),
  );
