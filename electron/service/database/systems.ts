import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Trajectory } from '#shared/model/trajectory.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, prepared, row, rows, text, textOrNull, write } from './statements.ts';

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

export const setGroup = (db: Db, name: string, group: string): boolean =>
  prepared(db, 'UPDATE system SET group_name = ? WHERE name = ?').run(group, name).changes > 0;

export type Prediction = {
  readonly id: number;
  readonly instance: number;
  readonly system: number;
  readonly query: number | null;
  readonly sql: string | null;
  readonly source: string;
};

const PREDICTION = `SELECT prediction.id, instance_id, system_id, query_id, sql, source_file, source_line
  FROM prediction LEFT JOIN query ON query.id = query_id`;

const toPrediction = (found: NonNullable<ReturnType<typeof row>>): Prediction => ({
  id: integer(found.id),
  instance: integer(found.instance_id),
  system: integer(found.system_id),
  query: integerOrNull(found.query_id),
  sql: textOrNull(found.sql),
  source: found.source_line === null ? text(found.source_file) : `${text(found.source_file)}:${found.source_line}`,
});

export const predictionsOf = (db: Db, instance: number): Prediction[] =>
  rows(db, `${PREDICTION} WHERE instance_id = ? AND rollout = 0`, instance).map(toPrediction);

export const predictionOf = (db: Db, instance: number, system: number): Prediction | null => {
  const found = row(db, `${PREDICTION} WHERE instance_id = ? AND system_id = ? AND rollout = 0`, instance, system);
  return found ? toPrediction(found) : null;
};

export const addPrediction = (
  db: Db,
  prediction: { instance: number; system: number; query: number | null; file: string; line: number | null },
): number =>
  write(
    db,
    'INSERT INTO prediction (instance_id, system_id, query_id, source_file, source_line) VALUES (?, ?, ?, ?, ?)',
    prediction.instance,
    prediction.system,
    prediction.query,
    prediction.file,
    prediction.line,
  );

/** Stores a trajectory; false where the same item has one already. */
export function addTrajectory(db: Db, instance: number, system: number, trajectory: Trajectory): boolean {
  return (
    prepared(
      db,
      `INSERT INTO trajectory (instance_id, system_id, step_count, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(instance, system, trajectory.steps.length, deflateRawSync(JSON.stringify(trajectory))).changes > 0
  );
}

export function trajectoryOf(db: Db, instance: number, system: number): Trajectory | null {
  const found = row(db, 'SELECT body FROM trajectory WHERE instance_id = ? AND system_id = ? AND rollout = 0', instance, system);
  return found ? (JSON.parse(inflateRawSync(found.body as Uint8Array).toString()) as Trajectory) : null;
}

/** Number of steps by system, for the trajectories of an instance. */
export const stepCounts = (db: Db, instance: number): Map<number, number> =>
  new Map(
    rows(db, 'SELECT system_id, step_count FROM trajectory WHERE instance_id = ? AND rollout = 0', instance).map((found) => [
      integer(found.system_id),
      integer(found.step_count),
    ]),
  );
