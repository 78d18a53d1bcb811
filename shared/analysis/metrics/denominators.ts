import type { Share } from '../../model/share.ts';
import type { VerdictState } from '../../model/verdict.ts';
import { wilson } from '../interval.ts';
import { outsideFrame } from '../strata.ts';

/** One prediction's verdict with the score that stands behind it. */
export type ScoredState = { readonly state: VerdictState; readonly score: number | null };

export type AccuraciesByDenominator = {
  /** Of instances whose gold ran and could be judged: whatever else became of the prediction counts against the system. */
  readonly frame: Share;
  /** "Primary accuracy" of the Spider2-AIFunc evaluator: match / (match + mismatch). Failed predictions are left out. */
  readonly primary: Share;
  /** Its "full accuracy": instances of unstable gold join, judged by their most frequent results. */
  readonly full: Share;
  /** Of all instances of the benchmark but those that the environment kept from running. */
  readonly all: Share;
};

/**
 * The accuracy of the system at an index under one rule, over each denominator in use.
 *
 * @param rows a row an instance, in it one verdict a system.
 */
export function accuraciesByDenominator(rows: readonly (readonly ScoredState[])[], system: number): AccuraciesByDenominator {
  const own = rows.map((row) => row[system]!);
  const matches = own.filter(({ state }) => state === 'match').length;
  const mismatches = own.filter(({ state }) => state === 'mismatch').length;
  const unstable = own.filter(({ state }) => state === 'unstable gold');
  const unstableMatches = unstable.filter(({ score }) => score === 1).length;
  const inFrame = rows.filter((row) => outsideFrame(row.map(({ state }) => state)) === null);
  return {
    frame: wilson(inFrame.filter((row) => row[system]!.state === 'match').length, inFrame.length),
    primary: wilson(matches, matches + mismatches),
    full: wilson(matches + unstableMatches, matches + mismatches + unstable.length),
    all: wilson(matches, own.filter(({ state }) => state !== 'environment').length),
  };
}
