import { firstSeen, searchSteps, stepLine, trajectoryOverview } from '#shared/analysis/steps.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { FirstSeen, Hit, StepLine, StepView, Term, TrajectoryOverview } from '#shared/model/steps.ts';
import type { Trajectory } from '#shared/model/trajectory.ts';
import type { Db } from '../database/open.ts';
import { trajectoryIdentity } from '../database/systems.ts';
import { trajectoryOf } from '../importers/trajectories/stored.ts';
import type { Annotator } from '../session.ts';
import { hiddenNames } from './blind.ts';
import { trajectoryWithoutNames } from './blind-names.ts';

export type TrajectoryKey = {
  readonly instance: number;
  readonly system: number;
  readonly rollout?: number | undefined;
};

/** Trajectories that stay unpacked: the one that is read and those of the systems beside it. */
const KEPT = 4;

/** Whose eyes it is for: names of systems are masked where blind labelling hides the instance. */
type For = { readonly db: Db; readonly annotator: Annotator };

/** Unpacked trajectories of a project by what they are, what is in them and what is masked. */
const kept = new WeakMap<Db, Map<string, Trajectory>>();

/** A trajectory as the annotator may see it; null where there is none. */
export function shownTrajectory({ db, annotator }: For, { instance, system, rollout = 0 }: TrajectoryKey): Trajectory | null {
  const stored = trajectoryIdentity(db, instance, system, rollout);
  if (stored === null) return null;
  const names = hiddenNames(db, annotator, instance);
  const identity = `${stored} ${names?.source ?? ''}`;
  const known = kept.get(db) ?? new Map<string, Trajectory>();
  kept.set(db, known);
  const read = () => {
    const whole = trajectoryOf(db, instance, system, rollout);
    return whole && names ? trajectoryWithoutNames(whole, names) : whole;
  };
  const trajectory = known.get(identity) ?? read();
  if (trajectory === null) return null;
  known.delete(identity);
  known.set(identity, trajectory);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return trajectory;
}

/** @throws AssayError NOT_FOUND */
function requireTrajectory(whom: For, key: TrajectoryKey): Trajectory {
  const trajectory = shownTrajectory(whom, key);
  if (trajectory) return trajectory;
  throw new AssayError('NOT_FOUND', 'There is no such trajectory.', { next: 'Import the trajectories of this system.' });
}

/** What there is to see of a trajectory; null where there is none. */
export function overviewOfSteps(whom: For, key: TrajectoryKey): TrajectoryOverview | null {
  const trajectory = shownTrajectory(whom, key);
  return trajectory && trajectoryOverview(trajectory);
}

/** Steps `from` to `from + count` of a trajectory, a line each. @throws AssayError NOT_FOUND */
export function linesOfSteps(whom: For, key: TrajectoryKey, from: number, count: number): StepLine[] {
  const { steps, terminated } = requireTrajectory(whom, key);
  return steps.slice(from, from + count).map((step, at) => stepLine(step, terminated && from + at === steps.length - 1));
}

/** One step with what its query can be compared with. @throws AssayError NOT_FOUND */
export function stepOf(whom: For, key: TrajectoryKey, at: number): StepView {
  const { steps, answer } = requireTrajectory(whom, key);
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

export const searchInSteps = (whom: For, key: TrajectoryKey, text: string): { hits: Hit[]; cut: boolean } =>
  searchSteps(requireTrajectory(whom, key).steps, text);

export const firstInSteps = (whom: For, key: TrajectoryKey, terms: readonly Term[]): FirstSeen[] =>
  firstSeen(requireTrajectory(whom, key).steps, terms);
