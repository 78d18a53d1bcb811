import type { Share } from '../../model/share.ts';
import { wilson } from '../interval.ts';

/** One pass over instances: each was run so many times, and its runs agreed with one another or not. */
export type VerificationPass = {
  readonly runs: number;
  readonly instances: readonly {
    readonly id: string;
    /** Runs that agree with the majority; runs that failed do not. */
    readonly agreeing: number;
  }[];
};

export type PassFigures = {
  readonly runs: number;
  /** Instances whose runs all agreed, of those that the pass checked. */
  readonly consistent: Share;
  /** Instances consistent in this and every earlier pass, of those that all these passes checked. */
  readonly consistentSoFar: Share;
  /** Instances that agreed in every earlier pass and did not in this one. */
  readonly newlyInconsistent: readonly string[];
};

/**
 * The figures of a determinism check by passes, as in the benchmark's own verification (5, 10, 10 and 10 runs): an
 * instance is consistent in a pass where every run of it agreed, and verified where it is so in all passes.
 */
export function verificationFigures(passes: readonly VerificationPass[]): PassFigures[] {
  let checked: Set<string> | null = null;
  const inconsistent = new Set<string>();
  return passes.map(({ runs, instances }) => {
    const failing = instances.filter(({ agreeing }) => agreeing < runs).map(({ id }) => id);
    const ids = new Set(instances.map(({ id }) => id));
    const before: Set<string> | null = checked;
    checked = before === null ? ids : new Set([...before].filter((id) => ids.has(id)));
    const newlyInconsistent = failing.filter((id) => !inconsistent.has(id));
    for (const id of failing) inconsistent.add(id);
    const stillGood = [...checked].filter((id) => !inconsistent.has(id)).length;
    return {
      runs,
      consistent: wilson(instances.length - failing.length, instances.length),
      consistentSoFar: wilson(stillGood, checked.size),
      newlyInconsistent,
    };
  });
}
