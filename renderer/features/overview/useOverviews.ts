import { useQueries } from '@tanstack/react-query';
import type { S2Reading } from '#shared/model/stratum.ts';
import { assay } from '../../client/index.ts';
import { type StatesByRule, statesByRule } from './logic/filter.ts';

/** Every verdict under every rule, for filters that compare rules; empty until all are here. */
export function useStatesByRule(rules: readonly string[], reading: S2Reading, enabled: boolean): StatesByRule {
  return useQueries({
    queries: rules.map((rule) => ({
      queryKey: ['overview.get', { rule, reading }],
      queryFn: () => assay.call('overview.get', { rule, reading }),
      enabled,
    })),
    combine: (answers) =>
      enabled && answers.every(({ data }) => data !== undefined) ? statesByRule(answers.flatMap(({ data }) => data ?? [])) : NONE,
  });
}

const NONE: StatesByRule = new Map();
