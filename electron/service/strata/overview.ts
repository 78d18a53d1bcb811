import { countStates, systemAccuracy } from '#shared/analysis/accuracy.ts';
import { median, wilson } from '#shared/analysis/interval.ts';
import { ruleDisagreement, verdictFlips } from '#shared/analysis/ruleDisagreement.ts';
import { STRONG_GROUP, stratify } from '#shared/analysis/strata.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import type { PackedOverview, Strata } from '#shared/contract/overview.ts';
import { packMatrix } from '#shared/contract/verdictMatrix.ts';
import type { Share } from '#shared/model/share.ts';
import type { S2Reading } from '#shared/model/stratum.ts';
import { givesScore } from '#shared/model/verdict.ts';
import { derived, keptInFile } from '../database/derived.ts';
import { durationsOfRun } from '../database/executions.ts';
import { explanationsOf } from '../database/explanations.ts';
import type { Db } from '../database/open.ts';
import { plainRows } from '../database/statements.ts';
import { versionIn } from '../rules/project-rules.ts';
import { countNotes, notesOf, notJudged } from './notes.ts';
import {
  judgedInstances,
  judgedProjectRules,
  meanScore,
  type ProjectVerdicts,
  projectVerdicts,
  requireJudged,
  requireRun,
} from './verdict-tables.ts';

/** Strata of the current run. @throws AssayError NOTHING_TO_DO before it is judged by the rule. */
export function strataOf(db: Db, rule: Rule, reading: S2Reading): Strata {
  const run = requireRun(db);
  requireJudged(db, run, rule);
  const verdicts = projectVerdicts(db, run, rule);
  return derived(db, `strata ${run} ${rule.id} ${verdicts.table.version} ${reading}`, () => strataFrom(verdicts, reading));
}

function strataFrom(verdicts: ProjectVerdicts, reading: S2Reading): Strata {
  const { frame, outside, strata } = stratify(judgedInstances(verdicts), reading);
  const names = (strong: boolean) =>
    verdicts.systems.filter((system) => (system.group === STRONG_GROUP) === strong).map((system) => system.name);
  return {
    rule: verdicts.table.rule,
    ruleVersion: verdicts.table.version,
    reading,
    strongSystems: names(true),
    otherSystems: names(false),
    instances: verdicts.instances.length,
    frame,
    outside: outside.map((entry) => ({ ...entry })),
    strata: strata.map(({ stratum, instanceIds }) => ({ stratum, count: instanceIds.length, instanceIds: [...instanceIds] })),
  };
}

/** Median over instances of prediction time over gold time, by system, where both ran. */
function timeRatios(db: Db, run: number): Map<number, number | null> {
  const medians = new Map<number, number>();
  for (const [query, times] of durationsOfRun(db, run)) medians.set(query, median(times)!);
  const goldTimes = new Map<number, number[]>();
  for (const [instance, query] of plainRows<[instance: number, query: number]>(
    db,
    'SELECT instance_id, query_id FROM gold WHERE query_id IS NOT NULL',
  )) {
    const time = medians.get(query) ?? 0;
    if (time > 0) goldTimes.set(instance, [...(goldTimes.get(instance) ?? []), time]);
  }
  const ratios = new Map<number, number[]>();
  for (const [system, instance, query] of plainRows<[system: number, instance: number, query: number]>(
    db,
    'SELECT system_id, instance_id, query_id FROM prediction WHERE rollout = 0 AND query_id IS NOT NULL',
  )) {
    const time = medians.get(query);
    if (time === undefined) continue;
    const list = ratios.get(system) ?? [];
    ratios.set(system, list);
    for (const goldTime of goldTimes.get(instance) ?? []) list.push(time / goldTime);
  }
  return new Map([...ratios].map(([system, list]) => [system, median(list)]));
}

export type ExecutedCounts = {
  /** Predictions that ran without failing. */
  readonly ok: number;
  /** Those that the environment kept from running, and those that nobody has run yet. */
  readonly absent: number;
  readonly waiting: number;
  /** Those that ran, whatever came of it. */
  readonly ran: number;
  /** Predictions that are queries, and those that came as nothing but a result table. */
  readonly queries: number;
  readonly tables: number;
};

/** How a run went for each system's predictions; a system without any has no entry. */
export const executedCounts = (db: Db, run: number): Map<number, ExecutedCounts> =>
  derived(
    db,
    `executed ${run}`,
    () =>
      new Map(
        plainRows<[system: number, ok: number, absent: number, waiting: number, ran: number, queries: number, tables: number]>(
          db,
          `SELECT system_id, total(ok), total(NOT ok AND absent), total(waiting), total(ran), total(asked), total(NOT asked)
           FROM (
             SELECT system_id, prediction.query_id IS NOT NULL OR prediction.result_hash IS NULL AS asked,
               prediction.query_id IS NOT NULL AND max(status) IS NULL AS waiting, max(status <> 'environment') AS ran,
               max(status = 'ok') AS ok, max(status = 'environment') AS absent
             FROM prediction LEFT JOIN execution ON execution.query_id = prediction.query_id AND run_id = ?
             WHERE rollout = 0 GROUP BY system_id, prediction.id
           ) GROUP BY system_id`,
          run,
        ).map(([system, ok, absent, waiting, ran, queries, tables]) => [system, { ok, absent, waiting, ran, queries, tables }]),
      ),
  );

/**
 * The share of predictions that ran, of all instances but those of which there was nothing to run or that the environment
 * kept. Where not one ran and some still wait or were kept, nothing is known.
 */
export function executedShare(counts: ExecutedCounts | undefined, instances: number): Share {
  if (counts === undefined || counts.queries === 0) return wilson(0, 0);
  if (counts.ran === 0 && counts.waiting + counts.absent > 0) return wilson(0, 0);
  return wilson(counts.ok, instances - counts.absent - counts.tables);
}

/** Everything that the overview shows, from the verdicts of the current run. */
export function overviewOf(db: Db, rule: Rule, reading: S2Reading): PackedOverview {
  const run = requireRun(db);
  requireJudged(db, run, rule);
  const name = `overview ${run} ${rule.id} ${versionIn(db, run, rule)} ${reading}`;
  return derived(db, name, () => keptInFile(db, name, () => computeOverview(db, run, rule, reading)));
}

function computeOverview(db: Db, run: number, rule: Rule, reading: S2Reading): PackedOverview {
  const project = judgedProjectRules(db, run);
  // A rule that was judged once and is no longer among the project's is shown as long as it is looked through.
  const judged = project.some(({ id }) => id === rule.id) ? project : [rule, ...project];
  const byRule = judged.map((other) => projectVerdicts(db, run, other));
  const chosen = byRule[judged.findIndex((other) => other.id === rule.id)]!;
  const { instances, systems, table } = chosen;
  const executed = executedCounts(db, run);
  const ratios = derived(db, `time ratios ${run}`, () => timeRatios(db, run));
  const placements = stratify(judgedInstances(chosen), reading).placements;
  // A score is never shown as a match or mismatch, so rules that give one flip nothing.
  const matching = byRule.filter(({ table: { rule: id } }) => !givesScore(id));
  const flips = instances.map((_, row) => {
    const states = matching.map((other) => other.table.rows[row]!);
    return systems.map((_, column) => {
      const isSame = states.every((ofRule) => ofRule[column] === states[0]?.[column]);
      return !isSame && verdictFlips(states.map((ofRule) => ofRule[column]!));
    });
  });
  const notes = notesOf(chosen, rule, explanationsOf(db, run));
  return {
    rule: rule.id,
    rules: judged.map((other) => other.id),
    scoreRules: judged.map((other) => other.id).filter(givesScore),
    systems: systems.map((system, column) => ({
      systemId: system.id,
      name: system.name,
      group: system.group,
      executed: executedShare(executed.get(system.id), instances.length),
      accuracy: systemAccuracy(table, column).overFrame,
      byRule: byRule.map((other) => ({
        rule: other.table.rule,
        accuracy: systemAccuracy(other.table, column).overFrame,
        meanScore: meanScore(other, column),
      })),
      flips: flips.filter((row) => row[column]).length,
      counts: countStates(table.rows.map((row) => row[column]!)),
      timeRatio: ratios.get(system.id) ?? null,
      ...countNotes(notes, column),
    })),
    matrix: packMatrix(
      instances.map((instance, row) => ({
        instance: instance.id,
        instanceId: instance.instanceId,
        database: instance.databaseName,
        // Under the paper's reading S3 lies in S2; the narrower one says more.
        stratum: placements[row]!.strata.at(-1) ?? null,
        states: [...table.rows[row]!],
        flips: flips[row]!.flatMap((flip, column) => (flip ? [column] : [])),
        notes: notes[row]!,
      })),
    ),
    strata: strataOf(db, rule, reading),
    notJudged: notJudged(chosen),
    disagreements: ruleDisagreement(matching.map((other) => other.table)),
  };
}
