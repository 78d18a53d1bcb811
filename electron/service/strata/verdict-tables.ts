import type { VerdictTable } from '#shared/analysis/accuracy.ts';
import { meanOf } from '#shared/analysis/interval.ts';
import { type JudgedInstance, outsideFrame } from '#shared/analysis/strata.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Mean } from '#shared/model/share.ts';
import { givesScore } from '#shared/model/verdict.ts';
import { type Instance, instances } from '../database/benchmark.ts';
import { derived, keptInFile } from '../database/derived.ts';
import { currentRun, latestRun } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { type System, systems } from '../database/systems.ts';
import { forEachVerdict, judgedRules, type TableVerdict } from '../database/verdicts.ts';
import { projectRules, versionIn } from '../rules/project-rules.ts';

/** The current run. @throws AssayError NOTHING_TO_DO before the first one. */
export function requireRun(db: Db): number {
  const run = currentRun(db);
  if (run !== null) return run;
  throw new AssayError('NOTHING_TO_DO', 'Nothing has run yet.', { next: 'Execute the queries first.' });
}

/** The latest run, which is not the current one until it is judged. @throws AssayError NOTHING_TO_DO before the first one. */
export const requireLatestRun = (db: Db): number => latestRun(db) ?? requireRun(db);

/** Verdicts of the whole project under one rule: instances in the benchmark's order, systems in the shown order. */
export type ProjectVerdicts = {
  readonly instances: readonly Instance[];
  readonly systems: readonly System[];
  /** States only; under a rule that gives a score, a score of 1 is a match. */
  readonly table: VerdictTable;
  readonly verdicts: readonly (readonly TableVerdict[])[];
};

const NO_PREDICTION: TableVerdict = { state: 'no prediction', reason: null, score: null };

/** The verdicts of a run under a rule, once every prediction has one; read once, until something changes. */
export function projectVerdicts(db: Db, run: number, rule: Rule): ProjectVerdicts {
  const version = versionIn(db, run, rule);
  return derived(db, `verdicts ${run} ${rule.id} ${version}`, () => readVerdicts(db, run, rule.id, version));
}

function readVerdicts(db: Db, run: number, rule: string, version: string): ProjectVerdicts {
  const all = derived(db, 'instances', () => instances(db));
  const shown = systems(db);
  const verdicts = all.map(() => shown.map(() => NO_PREDICTION));
  const rowOf = new Map(all.map(({ id }, row) => [id, verdicts[row]!]));
  const columnOf = new Map(shown.map(({ id }, column) => [id, column]));
  forEachVerdict(db, { run, rule, version }, (instance, system, verdict) => {
    rowOf.get(instance)![columnOf.get(system)!] = verdict;
  });
  return {
    instances: all,
    systems: shown,
    table: { rule, version, rows: verdicts.map((row) => row.map(({ state }) => state)) },
    verdicts,
  };
}

/**
 * The mean score of the system at an index under a rule that gives one, over the rule's frame: what is missing,
 * did not run or failed scores 0, as in the published evaluators. Null of other rules.
 */
export function meanScore({ verdicts, table }: ProjectVerdicts, system: number): Mean | null {
  if (!givesScore(table.rule)) return null;
  const inFrame = verdicts.filter((_, row) => outsideFrame(table.rows[row]!) === null);
  return meanOf(
    inFrame.map((row) => row[system]!.score ?? 0),
    { least: 0, greatest: 1 },
  );
}

/** The same, as `stratify` takes it. */
export const judgedInstances = ({ instances: all, systems: shown, table }: ProjectVerdicts): JudgedInstance[] =>
  all.map((instance, index) => ({
    id: instance.instanceId,
    verdicts: shown.map((system, column) => ({ system: system.name, group: system.group, state: table.rows[index]![column]! })),
  }));

/** Those of the given rules under which the run is judged whole. */
function judgedOf(db: Db, run: number, rules: readonly Rule[]): Rule[] {
  const versions = rules.map((rule) => ({ id: rule.id, version: versionIn(db, run, rule) }));
  return rules.filter((_, at) => {
    const { id, version } = versions[at]!;
    const name = `judged ${run} ${id} ${version}`;
    return derived(db, name, () => keptInFile(db, name, () => judgedRules(db, run, [{ id, version }]).length > 0));
  });
}

/** The project's rules under which the run is judged whole. */
export const judgedProjectRules = (db: Db, run: number): Rule[] => judgedOf(db, run, projectRules(db));

/** @throws AssayError NOTHING_TO_DO where the run has no verdicts of the rule. */
export function requireJudged(db: Db, run: number, rule: Rule): void {
  if (judgedOf(db, run, [rule]).length > 0) return;
  throw new AssayError('NOTHING_TO_DO', `Not every prediction is judged by ${rule.id} yet.`, {
    next: `Judge by ${rule.id} first.`,
  });
}
