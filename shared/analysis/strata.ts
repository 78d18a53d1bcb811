import { compareCodePoints } from '../model/codePoints.ts';
import { type S2Reading, STRATA, type Stratum } from '../model/stratum.ts';
import { isOutsideFrame, type VerdictState } from '../model/verdict.ts';

/** The group whose systems define the strata. */
export const STRONG_GROUP = 'strong';

/** One instance with its verdicts under one rule: one for every system of the project. */
export type JudgedInstance = {
  readonly id: string;
  readonly verdicts: readonly { readonly system: string; readonly group: string; readonly state: VerdictState }[];
};

/** Where an instance stands. Outside the frame, or without a strong system, it is in no stratum. */
export type Placement = {
  readonly id: string;
  /** One stratum; under the paper's reading S2 and S3 for an instance of both. */
  readonly strata: readonly Stratum[];
  /** Why the instance is outside the frame, as the verdict state that puts it there; null inside. */
  readonly outside: VerdictState | null;
};

export type Stratification = {
  readonly placements: readonly Placement[];
  /** Instances inside the frame. */
  readonly frame: number;
  /** Reasons in the order of the first occurrence. */
  readonly outside: readonly { readonly reason: VerdictState; readonly count: number }[];
  /** Every stratum in the order S1, S2, S3, rest; ids sorted by code point. All empty where `problem` is set. */
  readonly strata: readonly { readonly stratum: Stratum; readonly instanceIds: readonly string[] }[];
  /** Why there are no strata; null where there are. */
  readonly problem: 'no systems' | 'no strong system' | null;
};

/**
 * Why an instance is outside the frame of a rule, or null inside. It depends on the instance's verdicts alone, not on
 * the groups, so that accuracies and strata rest on the same instances:
 * - its gold failed, gold and prediction failed, or its gold is unstable, for any system;
 * - no system was judged against its gold at all: `no prediction` where there is none, `not run` where nothing ran, else
 *   `not judged`;
 * - a verdict is `not judged` and no system matches: then nothing shows that the gold can be judged (its result may be
 *   cut), and calling the instance one where every system fails would be a guess.
 *
 * A `not judged` beside a match is the prediction's own trouble: like a failed, timed out or missing prediction it
 * counts as not matching.
 */
export function outsideFrame(states: readonly VerdictState[]): VerdictState | null {
  const broken = states.find(isOutsideFrame);
  if (broken !== undefined) return broken;
  if (states.length > 0 && states.every((state) => state === 'no prediction')) return 'no prediction';
  if (states.every((state) => state === 'not run' || state === 'no prediction')) return 'not run';
  const undecided = states.every((state) => state === 'not run' || state === 'no prediction' || state === 'not judged');
  if (undecided || (states.includes('not judged') && !states.includes('match'))) return 'not judged';
  return null;
}

/** Strata of an instance inside the frame, by how many strong and other systems match. */
function strataOf(instance: JudgedInstance, reading: S2Reading): Stratum[] {
  let strong = 0;
  let strongMatches = 0;
  let others = 0;
  let otherMatches = 0;
  for (const { group, state } of instance.verdicts) {
    const match = state === 'match' ? 1 : 0;
    if (group === STRONG_GROUP) {
      strong += 1;
      strongMatches += match;
    } else {
      others += 1;
      otherMatches += match;
    }
  }
  if (strongMatches === 0) return ['S1'];
  if (strongMatches < strong) return ['S2'];
  if (otherMatches === others) return ['rest'];
  return reading === 'paper' ? ['S2', 'S3'] : ['S3'];
}

/**
 * Places every instance in its stratum (see `STRATUM_DEFINITIONS`) or outside the frame. Under the disjoint reading
 * the strata partition the frame; under the paper's, S3 is a part of S2. Without a strong system there is no
 * stratum: nothing is guessed from the other systems.
 */
export function stratify(instances: readonly JudgedInstance[], reading: S2Reading): Stratification {
  const systems = instances[0]?.verdicts ?? [];
  const problem =
    systems.length === 0 ? 'no systems' : systems.some(({ group }) => group === STRONG_GROUP) ? null : 'no strong system';
  const placements = instances.map((instance): Placement => {
    const outside = outsideFrame(instance.verdicts.map(({ state }) => state));
    return { id: instance.id, strata: outside === null && problem === null ? strataOf(instance, reading) : [], outside };
  });

  const reasons = new Map<VerdictState, number>();
  for (const { outside } of placements) if (outside !== null) reasons.set(outside, (reasons.get(outside) ?? 0) + 1);
  return {
    placements,
    frame: placements.filter(({ outside }) => outside === null).length,
    outside: [...reasons].map(([reason, count]) => ({ reason, count })),
    strata: STRATA.map((stratum) => ({
      stratum,
      instanceIds: placements
        .filter(({ strata }) => strata.includes(stratum))
        .map(({ id }) => id)
        .sort(compareCodePoints),
    })),
    problem,
  };
}

/** What a frame rests on, for {@link frameText}. */
export type FrameBasis = {
  readonly rule: string;
  readonly ruleVersion: string;
  readonly reading: S2Reading;
  readonly strongSystems: readonly string[];
  readonly otherSystems: readonly string[];
  readonly strata: readonly { readonly stratum: Stratum; readonly instanceIds: readonly string[] }[];
};

/**
 * A frame as canonical text, to be hashed: the same frame gives the same bytes on every machine, whatever the order
 * of systems and instances. One JSON array a line, so that no id can forge another.
 */
export function frameText(basis: FrameBasis): string {
  const sorted = (texts: readonly string[]) => [...texts].sort(compareCodePoints);
  const lines = [
    ['assay-frame', 1],
    ['rule', basis.rule, basis.ruleVersion],
    ['reading', basis.reading],
    ['strong', ...sorted(basis.strongSystems)],
    ['other', ...sorted(basis.otherSystems)],
    ...STRATA.map((stratum) => [
      stratum,
      ...sorted(basis.strata.filter((entry) => entry.stratum === stratum).flatMap((entry) => entry.instanceIds)),
    ]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
