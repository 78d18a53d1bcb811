import type { Db } from './open.ts';

/** What was computed from a whole project, by its name; only of connections whose changes are told. */
const kept = new WeakMap<Db, Map<string, unknown>>();

/**
 * The answer of `compute`, kept under the name until {@link forgetDerived}. It may rest on everything in the project
 * but labels: 10,000 instances of 10 systems are 100,000 verdicts a rule, too many to read for each answer.
 */
export function derived<T>(db: Db, name: string, compute: () => T): T {
  const answers = kept.get(db);
  if (answers === undefined) return compute();
  if (!answers.has(name)) answers.set(name, compute());
  return answers.get(name) as T;
}

/** Keeps answers from now on: whoever calls this says by {@link forgetDerived} when the project changes. */
export const keepDerived = (db: Db): void => void kept.set(db, new Map());

/** Keeps nothing any more, e.g. while a long operation writes. */
export const stopKeeping = (db: Db): void => void kept.delete(db);

/** Says that the project has changed in something other than labels. */
export const forgetDerived = (db: Db): void => kept.get(db)?.clear();
