import { RULES } from '#shared/comparison/registry.ts';
import type { Rule, RuleId } from '#shared/comparison/rule.ts';
import { ruleDefinition } from '#shared/comparison/ruleTexts.ts';
import { userRuleInWords } from '#shared/comparison/userRule/inWords.ts';
import { userRule } from '#shared/comparison/userRule.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { RuleView } from '#shared/contract/rules.ts';
import type { UserRule, UserRuleOptions } from '#shared/model/userRule.ts';
import { givesScore } from '#shared/model/verdict.ts';
import { theBenchmark } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { chosenRules, putUserRule, setChosenRules, userRules } from '../database/rules.ts';
import { repetitionsOf } from '../database/runs.ts';
import { judgingMode } from '../database/verdicts.ts';

const PLAIN: readonly RuleId[] = ['multiset', 'bird-ex', 'test-suite'];
const SPIDER2: readonly RuleId[] = ['spider2', 'spider2-as-documented', 'aifunc', 'multiset'];
const LITE: readonly RuleId[] = ['spider2-lite', 'spider2-as-documented', 'multiset'];
const BIRD: readonly RuleId[] = ['bird-ex', 'bird-soft-f1', 'multiset'];

/** The rules that a benchmark of this format is usually judged by, the first one first on screen. */
export function usualRules(format: string | null): readonly RuleId[] {
  if (format === 'spider2-lite') return LITE;
  if (format?.startsWith('spider2')) return SPIDER2;
  return format?.startsWith('bird') ? BIRD : PLAIN;
}

/** Every rule that the project can be judged by: those that Assay ships, then its own. */
const allRules = (db: Db): Rule[] => [...Object.values(RULES), ...userRules(db).map(userRule)];

/** Ids of the rules that the project is judged by, in the shown order. */
const chosenIds = (db: Db): readonly string[] => chosenRules(db) ?? usualRules(theBenchmark(db)?.format ?? null);

/** The rules that the project is judged by. */
export function projectRules(db: Db): Rule[] {
  const all = allRules(db);
  return chosenIds(db).flatMap((id) => all.find((rule) => rule.id === id) ?? []);
}

/** The rule of that name, chosen or not. @throws AssayError INVALID_INPUT where there is none. */
export function ruleNamed(db: Db, id: string): Rule {
  const all = allRules(db);
  const rule = all.find((candidate) => candidate.id === id);
  if (rule) return rule;
  throw new AssayError('INVALID_INPUT', `There is no rule ${id}.`, {
    next: `Rules: ${all.map((known) => known.id).join(', ')}.`,
  });
}

/** Chooses the rules to judge by; null = the usual ones. @throws AssayError INVALID_INPUT */
export function chooseRules(db: Db, ids: readonly string[] | null): void {
  if (ids?.length === 0) {
    throw new AssayError('INVALID_INPUT', 'At least one rule must be chosen.', { next: 'Choose a rule to judge by.' });
  }
  for (const id of ids ?? []) ruleNamed(db, id);
  setChosenRules(db, ids === null ? null : [...new Set(ids)]);
}

/** Makes rules that are judged by rules of the project, so that their verdicts are shown. */
export function includeRules(db: Db, ids: readonly string[]): void {
  const chosen = chosenIds(db);
  const added = ids.filter((id) => !chosen.includes(id));
  if (added.length > 0) setChosenRules(db, [...chosen, ...added]);
}

/** Adds or changes a rule of the project and chooses it. @throws AssayError INVALID_INPUT where Assay ships one of that name. */
export function addUserRule(db: Db, name: string, options: UserRuleOptions): UserRule {
  if (Object.keys(RULES).some((id) => id.toLowerCase() === name.toLowerCase())) {
    throw new AssayError('INVALID_INPUT', `${name} is a rule that ships with Assay.`, { next: 'Choose another name.' });
  }
  return db.transaction(() => {
    const rule = putUserRule(db, name, options);
    includeRules(db, [rule.name]);
    return rule;
  })();
}

/**
 * A rule's version as verdicts of a run carry it. Where queries ran more than once, how their runs are put together is
 * part of what was judged.
 */
export function versionIn(db: Db, run: number, rule: Pick<Rule, 'version'>): string {
  const repetitions = repetitionsOf(db, run);
  return repetitions > 1 ? `${rule.version}, ${judgingMode(db, run)} of ${repetitions}` : rule.version;
}

/** Every rule, as a client shows it. */
export function ruleViews(db: Db): RuleView[] {
  const own = new Map(userRules(db).map((rule) => [rule.name, rule.options]));
  const chosen = chosenIds(db);
  const usual: readonly string[] = usualRules(theBenchmark(db)?.format ?? null);
  return allRules(db).map(({ id, version, title, source }) => ({
    id,
    version,
    title,
    source,
    definition: own.has(id) ? userRuleInWords(own.get(id)!) : ruleDefinition(id),
    givesScore: givesScore(id),
    chosen: chosen.includes(id),
    usual: usual.includes(id),
    options: own.get(id) ?? null,
  }));
}
