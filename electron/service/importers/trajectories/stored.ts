import type { Trajectory } from '#shared/model/trajectory.ts';
import type { Db } from '../../database/open.ts';
import { type StoredTrajectory, storedTrajectory } from '../../database/systems.ts';
import { modelOfParts } from './formats.ts';

/** The steps of a stored trajectory: read from the log as it was kept. */
export const trajectoryOfStored = (stored: StoredTrajectory): Trajectory =>
  'trajectory' in stored ? stored.trajectory : modelOfParts(stored.format, stored.parts).trajectory;

/** The trajectory of an instance and system; null where there is none. */
export function trajectoryOf(db: Db, instance: number, system: number, rollout = 0): Trajectory | null {
  const stored = storedTrajectory(db, instance, system, rollout);
  return stored === null ? null : trajectoryOfStored(stored);
}
