import { create } from 'zustand';
import { S2_READINGS, type S2Reading } from '#shared/model/stratum.ts';
import { useProject } from '../../client/index.ts';
import { recall, remember } from '../../ui/index.ts';

/** The rule and the reading of S2 that overview and sample look through. */
export type Basis = { readonly rule: string; readonly reading: S2Reading };

type Choice = { readonly rule: string | null; readonly reading: S2Reading };
const DEFAULT_RULE = 'multiset';
const REMEMBERED = 'basis';

/** Chosen since the start, by project path; what was chosen before is remembered by the machine. */
const useChoices = create<Readonly<Record<string, Choice>>>(() => ({}));

function recalled(): Choice {
  const known = recall(REMEMBERED) as Partial<Choice> | null;
  return {
    rule: typeof known?.rule === 'string' ? known.rule : null,
    reading: S2_READINGS.find((reading) => reading === known?.reading) ?? 'disjoint',
  };
}

/** The basis of the open project: a rule that has been judged, where there is one. */
export function useBasis(judgedRules: readonly string[]): { basis: Basis; choose: (change: Partial<Basis>) => void } {
  const path = useProject((project) => project.path) ?? '';
  const chosen = useChoices((choices) => choices[path]);
  const choice = chosen ?? recalled();
  const fallback = judgedRules.includes(DEFAULT_RULE) ? DEFAULT_RULE : (judgedRules[0] ?? DEFAULT_RULE);
  const rule = choice.rule !== null && judgedRules.includes(choice.rule) ? choice.rule : fallback;
  return {
    basis: { rule, reading: choice.reading },
    choose: (change) => {
      const next = { rule: choice.rule, reading: choice.reading, ...change };
      remember(REMEMBERED, next);
      useChoices.setState({ [path]: next });
    },
  };
}
