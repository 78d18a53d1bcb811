import { firstSeen, searchSteps, stepLine, trajectoryOverview } from '#shared/analysis/steps.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { FirstSeen, Hit, StepLine, StepView, Term, TrajectoryOverview } from '#shared/model/steps.ts';
import type { Trajectory } from '#shared/model/trajectory.ts';
import type { Db } from '../database/open.ts';
import { trajectoryIdentity } from '../database/systems.ts';
import { trajectoryOf } from '../importers/trajectories/stored.ts';

export type TrajectoryKey = {
  readonly instance: number;
  readonly system: number;
  readonly rollout?: number | undefined;
};

/** Trajectories that stay unpacked: the one that is read and those of the systems beside it. */
const KEPT = 4;

/** Unpacked trajectories of a project by what they are and what is in them. */
const kept = new WeakMap<Db, Map<string, Trajectory>>();

function unpacked(db: Db, { instance, system, rollout = 0 }: TrajectoryKey): Trajectory | null {
  const identity = trajectoryIdentity(db, instance, system, rollout);
  if (identity === null) return null;
  const known = kept.get(db) ?? new Map<string, Trajectory>();
  kept.set(db, known);
  const trajectory = known.get(identity) ?? trajectoryOf(db, instance, system, rollout);
  if (trajectory === null) return null;
  known.delete(identity);
  known.set(identity, trajectory);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return trajectory;
}

/** @throws AssayError NOT_FOUND */
function requireTrajectory(db: Db, key: TrajectoryKey): Trajectory {
  const trajectory = unpacked(db, key);
  if (trajectory) return trajectory;
  throw new AssayError('NOT_FOUND', 'There is no such trajectory.', { next: 'Import the trajectories of this system.' });
}

/** What there is to see of a trajectory; null where there is none. */
export function overviewOfSteps(db: Db, key: TrajectoryKey): TrajectoryOverview | null {
  const trajectory = unpacked(db, key);
  return trajectory && trajectoryOverview(trajectory);
}

/** Steps `from` to `from + count` of a trajectory, a line each. @throws AssayError NOT_FOUND */
export function linesOfSteps(db: Db, key: TrajectoryKey, from: number, count: number): StepLine[] {
  const { steps, terminated } = requireTrajectory(db, key);
  return steps.slice(from, from + count).map((step, at) => stepLine(step, terminated && from + at === steps.length - 1));
}

/** One step with what its query can be compared with. @throws AssayError NOT_FOUND */
export function stepOf(db: Db, key: TrajectoryKey, at: number): StepView {
  const { steps, answer } = requireTrajectory(db, key);
  const step = steps[at];
  if (!step) throw new AssayError('NOT_FOUND', `The trajectory has no step ${at + 1}.`);
  const before = steps.slice(0, at).findLastIndex(({ sql }) => sql !== null);
  const isLastSql = step.sql !== null && !steps.slice(at + 1).some(({ sql }) => sql !== null);
  return {
    step,
    previousSql: before === -1 ? null : { step: before, sql: steps[before]!.sql! },
    answer: isLastSql ? answer : null,
  };
}

export const searchInSteps = (db: Db, key: TrajectoryKey, text: string): { hits: Hit[]; cut: boolean } =>
  searchSteps(requireTrajectory(db, key).steps, text);

export const firstInSteps = (db: Db, key: TrajectoryKey, terms: readonly Term[]): FirstSeen[] =>
  firstSeen(requireTrajectory(db, key).steps, terms);
