import type { Rule } from '#shared/comparison/rule.ts';
import type { MatrixRow, Overview, SystemRow } from '#shared/contract/overview.ts';
import {
  type Explanation,
  NEAR_MISS_KINDS,
  type NearMissKind,
  UNTESTED_ON_SUITE,
  WARNING_KINDS,
  type WarningKind,
} from '#shared/model/why.ts';
import type { ProjectVerdicts } from './verdict-tables.ts';

type Notes = MatrixRow['notes'];

const NOTHING: Pick<Explanation, 'isExplained' | 'nearMisses' | 'warnings'> = {
  isExplained: false,
  nearMisses: [],
  warnings: [],
};
const OF_ROW_ORDER: readonly NearMissKind[] = ['row order', 'ties'];

/**
 * For each instance the systems whose mismatch is a near miss, and those whose match carries a warning. Explanations are of
 * all rules: what the rule does not look at is left out.
 */
export function notesOf(
  { instances, systems, verdicts }: ProjectVerdicts,
  { ignoresRowOrder }: Pick<Rule, 'ignoresRowOrder'>,
  explanations: ReadonlyMap<number, ReadonlyMap<number, Explanation>>,
): Notes[] {
  return instances.map((instance, row) => {
    const bySystem = explanations.get(instance.id);
    return systems.flatMap(({ id }, system) => {
      const why = bySystem?.get(id) ?? NOTHING;
      const { state, reason } = verdicts[row]![system]!;
      const isNear = state === 'mismatch' && (why.isExplained || why.nearMisses.some(({ kind }) => kind === 'literal only'));
      const nearMisses = isNear
        ? why.nearMisses.map(({ kind }) => kind).filter((kind) => !(ignoresRowOrder && OF_ROW_ORDER.includes(kind)))
        : [];
      const isUntested = state === 'match' && reason?.startsWith(UNTESTED_ON_SUITE) === true;
      const warnings: WarningKind[] = state === 'match' ? why.warnings.map(({ kind }) => kind) : [];
      if (isUntested) warnings.push('suite not tested');
      return nearMisses.length + warnings.length === 0 ? [] : [{ system, nearMisses, warnings }];
    });
  });
}

/** How many instances carry each kind for the system at an index. */
export function countNotes(notes: readonly Notes[], system: number): Pick<SystemRow, 'nearMisses' | 'warnings'> {
  const own = notes.flatMap((row) => row.filter((note) => note.system === system));
  const counts = <K extends string>(kinds: readonly K[], kindsOf: (note: Notes[number]) => readonly K[]) =>
    kinds
      .map((kind) => ({ kind, count: own.filter((note) => kindsOf(note).includes(kind)).length }))
      .filter(({ count }) => count > 0);
  return {
    nearMisses: counts(NEAR_MISS_KINDS, (note) => note.nearMisses),
    warnings: counts(WARNING_KINDS, (note) => note.warnings),
  };
}

/** Why predictions are not judged, the most frequent reason first. */
export function notJudged({ instances, verdicts }: ProjectVerdicts): Overview['notJudged'] {
  const byReason = new Map<string, string[]>();
  for (const [row, instance] of instances.entries()) {
    const reasons = new Set(
      verdicts[row]!.flatMap(({ state, reason }) => (state === 'not judged' ? [reason ?? 'no reason'] : [])),
    );
    for (const reason of reasons) byReason.set(reason, [...(byReason.get(reason) ?? []), instance.instanceId]);
  }
  return [...byReason]
    .map(([reason, instanceIds]) => ({ reason, instanceIds }))
    .sort((a, b) => b.instanceIds.length - a.instanceIds.length);
}
