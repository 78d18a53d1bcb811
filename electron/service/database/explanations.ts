import { EXPLANATION_VERSION, type Explanation } from '#shared/model/why.ts';
import type { Db } from './open.ts';
import { integer, json, prepared, rows } from './statements.ts';

/** Stores why predictions of a run differ, or what their matches hide. */
export function storeExplanations(db: Db, run: number, explanations: readonly { prediction: number; body: Explanation }[]): void {
  for (const { prediction, body } of explanations) {
    prepared(
      db,
      `INSERT INTO explanation (run_id, prediction_id, version, body) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body`,
    ).run(run, prediction, EXPLANATION_VERSION, JSON.stringify(body));
  }
}

/** What is stored of one instance in a run, of the current version, by system. */
export const explanationsOfInstance = (db: Db, run: number, instance: number): Map<number, Explanation> =>
  new Map(
    rows(
      db,
      `SELECT system_id, body FROM prediction JOIN explanation ON run_id = ? AND prediction_id = prediction.id
       WHERE instance_id = ? AND rollout = 0 AND version = ?`,
      run,
      instance,
      EXPLANATION_VERSION,
    ).map((found) => [integer(found.system_id), json<Explanation>(found.body)]),
  );

/** What is stored of a run, of the current version, by instance and system. */
export function explanationsOf(db: Db, run: number): Map<number, Map<number, Explanation>> {
  const found = new Map<number, Map<number, Explanation>>();
  for (const row of rows(
    db,
    `SELECT instance_id, system_id, body FROM explanation JOIN prediction ON prediction.id = prediction_id
     WHERE run_id = ? AND version = ? AND rollout = 0`,
    run,
    EXPLANATION_VERSION,
  )) {
    const id = integer(row.instance_id);
    const bySystem = found.get(id) ?? new Map<number, Explanation>();
    found.set(id, bySystem);
    bySystem.set(integer(row.system_id), json<Explanation>(row.body));
  }
  return found;
}
