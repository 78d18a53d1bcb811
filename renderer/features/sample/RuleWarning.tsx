import { useMemo } from 'react';
import type { Overview } from '#shared/contract/overview.ts';
import { go } from '../../client/index.ts';
import { Button, count, Icon } from '../../ui/index.ts';
import { useStatesByRule } from '../overview/index.ts';
import { matchedUnderOtherRules } from './logic/other-rules.ts';

/** Says before the draw how much of S1 rests on the choice of the rule; nothing where that is nothing. */
export function RuleWarning({ overview }: { overview: Overview }) {
  const byRule = useStatesByRule(overview.rules, overview.strata.reading, overview.rules.length > 1);
  const ids = useMemo(() => matchedUnderOtherRules(overview, byRule), [overview, byRule]);
  const size = overview.strata.strata.find(({ stratum }) => stratum === 'S1')?.count ?? 0;
  if (ids.length === 0) return null;
  const title = `S1 under ${overview.rule}, matched by a strong system under another rule`;
  return (
    <p className="smp-warning">
      <span className="u-warn">
        <Icon name="warning" size={13} />
      </span>
      <span>
        <Button kind="link" onClick={() => go('overview', { list: { title, instanceIds: ids } })}>
          {count(ids.length)} of {count(size)} in S1
        </Button>{' '}
        {ids.length === 1 ? 'is' : 'are'} matched by some strong system under another rule: with that rule they would be in
        another stratum. Look at some before you draw; a drawn sample keeps its rule.
      </span>
    </p>
  );
}
