import type { Overview } from '#shared/contract/overview.ts';
import type { VerdictState } from '#shared/model/verdict.ts';

/** The states of every instance's predictions by rule, in the order of the overview's systems. */
type StatesByRule = ReadonlyMap<string, ReadonlyMap<number, readonly VerdictState[]>>;

/**
 * Instances of S1, which no strong system matches under the overview's rule, that some strong system matches under
 * another judged rule: whether they are hard or only judged strictly hangs on the rule.
 */
export function matchedUnderOtherRules(overview: Overview, byRule: StatesByRule): string[] {
  const strong = overview.systems.flatMap(({ group }, index) => (group === 'strong' ? [index] : []));
  const others = overview.rules.filter((rule) => rule !== overview.rule);
  return overview.matrix
    .filter(({ stratum }) => stratum === 'S1')
    .filter(({ instance }) =>
      others.some((rule) => {
        const states = byRule.get(rule)?.get(instance) ?? [];
        return strong.some((system) => states[system] === 'match');
      }),
    )
    .map(({ instanceId }) => instanceId);
}
