import { useAssay } from '../../client/index.ts';

/** A rule in words, for the title of its name: what it is called and what it counts as a match. */
export function useRuleTitle(): (rule: string) => string {
  const rules = useAssay('judge.rules', null).data ?? [];
  return (rule) => {
    const known = rules.find(({ id }) => id === rule);
    return known ? [`${known.title}.`, known.definition].filter(Boolean).join(' ') : rule;
  };
}
