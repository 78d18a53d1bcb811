import { createGenerator } from '#shared/analysis/random.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { blindSince } from '../database/blind.ts';
import type { Db } from '../database/open.ts';
import { systems } from '../database/systems.ts';

/** Row ids of systems stay far below: a number tells by itself which of the two it is. */
const FIRST = 2 ** 40;
const PRIME = 2 ** 31 - 1;
/** No project has so many systems; a factor below the prime times an id below this is exact. */
const IDS = 2 ** 21;

/**
 * What stands for each system in one instance towards whoever labels blind: other numbers in each instance, so that no number
 * is known again elsewhere; the same ones for good and for everybody, so that labels, undo steps and what is still on its
 * way when the annotator changes find their item.
 */
export function blindNumbers(db: Db, instance: number): (system: number) => number {
  const generator = createGenerator(0, `blind/${blindSince(db)}/${instance}/numbers`);
  const factor = 1 + generator.below(PRIME - 1);
  const shift = generator.below(PRIME);
  return (system) => FIRST + ((factor * (system % IDS) + shift) % PRIME);
}

/** The system that a number means in an instance: a row id itself, whoever asks. @throws AssayError NOT_FOUND */
export function systemOfNumber(db: Db, instance: number, number: number): number {
  if (number < FIRST) return number;
  const numberOf = blindNumbers(db, instance);
  const found = systems(db).find(({ id }) => numberOf(id) === number);
  if (found) return found.id;
  throw new AssayError('NOT_FOUND', 'There is no such system in this instance.', { next: 'Open the instance again.' });
}
