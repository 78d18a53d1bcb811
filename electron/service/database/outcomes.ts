import type { ImportedEvaluation } from '#shared/contract/trajectories.ts';
import type { TrajectoryFigures } from '#shared/model/trajectory.ts';
import type { Verdict, VerdictState } from '#shared/model/verdict.ts';
import type { Db } from './open.ts';
import { integer, json, rows, text, textOrNull } from './statements.ts';

/** Every imported evaluation with its counts. */
export function evaluations(db: Db): ImportedEvaluation[] {
  const counts = new Map<number, Partial<Record<VerdictState, number>>>();
  for (const found of rows(db, 'SELECT evaluation_id, state, count(*) AS n FROM outcome GROUP BY evaluation_id, state')) {
    const id = integer(found.evaluation_id);
    counts.set(id, { ...counts.get(id), [found.state as VerdictState]: integer(found.n) });
  }
  return rows(
    db,
    `SELECT evaluation.*, system.name AS system FROM evaluation JOIN system ON system.id = system_id ORDER BY evaluation.id`,
  ).map((found) => {
    const byState = counts.get(integer(found.id)) ?? {};
    return {
      id: integer(found.id),
      evaluator: text(found.evaluator),
      evaluatorVersion: text(found.evaluator_version),
      system: text(found.system),
      file: text(found.source_file),
      importedAt: text(found.imported_at),
      outcomes: Object.values(byState).reduce((sum, count) => sum + count, 0),
      byState,
    };
  });
}

export type Outcome = Pick<Verdict, 'state' | 'reason'> & {
  evaluator: string;
  evaluatorVersion: string;
  system: string;
  status: string;
  score: number | null;
};

/** What other evaluators said of an instance. */
export const outcomesOf = (db: Db, instance: number): Outcome[] =>
  rows(
    db,
    `SELECT evaluator, evaluator_version, system.name AS system, status, state, score, reason FROM outcome
     JOIN evaluation ON evaluation.id = evaluation_id JOIN system ON system.id = system_id WHERE outcome.instance_id = ?
     ORDER BY evaluation_id`,
    instance,
  ).map((found) => ({
    evaluator: text(found.evaluator),
    evaluatorVersion: text(found.evaluator_version),
    system: text(found.system),
    status: text(found.status),
    state: found.state as VerdictState,
    score: found.score == null ? null : Number(found.score),
    reason: textOrNull(found.reason),
  }));

/** The figures of every trajectory, by system. Those that an older version stored have none. */
export function figuresBySystem(db: Db): Map<number, TrajectoryFigures[]> {
  const figures = new Map<number, TrajectoryFigures[]>();
  for (const found of rows(
    db,
    'SELECT system_id, figures FROM trajectory WHERE figures IS NOT NULL ORDER BY instance_id, rollout',
  )) {
    const system = integer(found.system_id);
    figures.set(system, [...(figures.get(system) ?? []), json<TrajectoryFigures>(found.figures)]);
  }
  return figures;
}
