import type { VerdictTable } from '#shared/analysis/accuracy.ts';
import type { JudgedInstance } from '#shared/analysis/strata.ts';
import { RULES } from '#shared/comparison/registry.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { type Instance, instances } from '../database/benchmark.ts';
import { currentRun } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { type System, systems } from '../database/systems.ts';
import { judgedRules, verdictsOf } from '../database/verdicts.ts';

const ALL_RULES: readonly Rule[] = Object.values(RULES);

/** Rules that can be judged from executed queries. */
export const projectRules = (): readonly Rule[] => ALL_RULES.filter((rule) => EXECUTED_RULES.has(rule.id));

/** Rules over executed rows, in the order in which they are shown; the others read files of published evaluators. */
const EXECUTED_RULES = new Set<string>(['multiset', 'bird-ex', 'test-suite']);

/** The rule of that name. @throws AssayError INVALID_INPUT where there is none. */
export function ruleNamed(id: string): Rule {
  const rule = projectRules().find((candidate) => candidate.id === id);
  if (rule) return rule;
  throw new AssayError('INVALID_INPUT', `There is no rule ${id}.`, {
    next: `Rules: ${projectRules()
      .map((known) => known.id)
      .join(', ')}.`,
  });
}

/** The current run. @throws AssayError NOTHING_TO_DO before the first one. */
export function requireRun(db: Db): number {
  const run = currentRun(db);
  if (run !== null) return run;
  throw new AssayError('NOTHING_TO_DO', 'Nothing has run yet.', { next: 'Execute the queries first.' });
}

/** Verdicts of the whole project under one rule: instances in the benchmark's order, systems in the shown order. */
export type ProjectVerdicts = {
  readonly instances: readonly Instance[];
  readonly systems: readonly System[];
  readonly table: VerdictTable;
};

export function projectVerdicts(db: Db, run: number, rule: Rule): ProjectVerdicts {
  const found = verdictsOf(db, run, rule.id, rule.version);
  const all = instances(db);
  const shown = systems(db);
  return {
    instances: all,
    systems: shown,
    table: {
      rule: rule.id,
      version: rule.version,
      rows: all.map((instance) => shown.map((system) => found.get(instance.id)?.get(system.id) ?? 'not run')),
    },
  };
}

/** The same, as `stratify` takes it. */
export const judgedInstances = ({ instances: all, systems: shown, table }: ProjectVerdicts): JudgedInstance[] =>
  all.map((instance, index) => ({
    id: instance.instanceId,
    verdicts: shown.map((system, column) => ({ system: system.name, group: system.group, state: table.rows[index]![column]! })),
  }));

/** Rules under which the run is judged whole. */
export const judgedProjectRules = (db: Db, run: number): Rule[] => {
  const judged = new Set(judgedRules(db, run, projectRules()));
  return projectRules().filter((rule) => judged.has(rule.id));
};

/** @throws AssayError NOTHING_TO_DO where the run has no verdicts of the rule. */
export function requireJudged(db: Db, run: number, rule: Rule): void {
  if (judgedProjectRules(db, run).some((judged) => judged.id === rule.id)) return;
  throw new AssayError('NOTHING_TO_DO', `Not every prediction is judged by ${rule.id} yet.`, {
    next: `Judge by ${rule.id} first.`,
  });
}
