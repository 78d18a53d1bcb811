import { countStates, systemAccuracy } from '#shared/analysis/accuracy.ts';
import { median, wilson } from '#shared/analysis/interval.ts';
import { ruleDisagreement, verdictFlips } from '#shared/analysis/ruleDisagreement.ts';
import { STRONG_GROUP, stratify } from '#shared/analysis/strata.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import type { Overview, Strata } from '#shared/contract/overview.ts';
import type { S2Reading } from '#shared/model/stratum.ts';
import { executionsOfRun } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { integer, rows } from '../database/statements.ts';
import {
  judgedInstances,
  judgedProjectRules,
  type ProjectVerdicts,
  projectVerdicts,
  requireJudged,
  requireRun,
} from './verdict-tables.ts';

/** Strata of the current run. @throws AssayError NOTHING_TO_DO before it is judged by the rule. */
export function strataOf(db: Db, rule: Rule, reading: S2Reading): Strata {
  const run = requireRun(db);
  requireJudged(db, run, rule);
  return strataFrom(projectVerdicts(db, run, rule), reading);
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
  const executions = executionsOfRun(db, run);
  const ratios = new Map<number, number[]>();
  for (const pair of rows(
    db,
    `SELECT system_id, prediction.query_id AS prediction, gold.query_id AS gold FROM prediction JOIN gold USING (instance_id)
     WHERE rollout = 0 AND prediction.query_id IS NOT NULL AND gold.query_id IS NOT NULL`,
  )) {
    const [prediction, gold] = [executions.get(integer(pair.prediction)), executions.get(integer(pair.gold))];
    if (prediction?.status !== 'ok' || gold?.status !== 'ok' || gold.durationMs <= 0) continue;
    const system = integer(pair.system_id);
    const list = ratios.get(system) ?? [];
    ratios.set(system, list);
    list.push(prediction.durationMs / gold.durationMs);
  }
  return new Map([...ratios].map(([system, list]) => [system, median(list)]));
}

/** Predictions of the current run that ran without failing, by system. */
export const executedCounts = (db: Db, run: number): Map<number, number> =>
  new Map(
    rows(
      db,
      `SELECT system_id, count(*) AS n FROM prediction JOIN execution ON execution.query_id = prediction.query_id AND run_id = ?
       WHERE rollout = 0 AND status = 'ok' GROUP BY system_id`,
      run,
    ).map((found) => [integer(found.system_id), integer(found.n)]),
  );

/** Everything that the overview shows, from the verdicts of the current run. */
export function overviewOf(db: Db, rule: Rule, reading: S2Reading): Overview {
  const run = requireRun(db);
  requireJudged(db, run, rule);
  const judged = judgedProjectRules(db, run);
  const byRule = judged.map((other) => projectVerdicts(db, run, other));
  const chosen = byRule[judged.findIndex((other) => other.id === rule.id)]!;
  const { instances, systems, table } = chosen;
  const executed = executedCounts(db, run);
  const ratios = timeRatios(db, run);
  const placements = stratify(judgedInstances(chosen), reading).placements;
  const flips = instances.map((_, row) =>
    systems.map((_, column) => verdictFlips(byRule.map((other) => other.table.rows[row]![column]!))),
  );
  return {
    rule: rule.id,
    rules: judged.map((other) => other.id),
    systems: systems.map((system, column) => ({
      systemId: system.id,
      name: system.name,
      group: system.group,
      executed: wilson(executed.get(system.id) ?? 0, instances.length),
      accuracy: systemAccuracy(table, column).overFrame,
      byRule: byRule.map((other) => ({ rule: other.table.rule, accuracy: systemAccuracy(other.table, column).overFrame })),
      flips: flips.filter((row) => row[column]).length,
      counts: countStates(table.rows.map((row) => row[column]!)),
      timeRatio: ratios.get(system.id) ?? null,
    })),
    matrix: instances.map((instance, row) => ({
      instance: instance.id,
      instanceId: instance.instanceId,
      database: instance.databaseName,
      // Under the paper's reading S3 lies in S2; the narrower one says more.
      stratum: placements[row]!.strata.at(-1) ?? null,
      states: [...table.rows[row]!],
      flips: flips[row]!.some(Boolean),
    })),
    strata: strataFrom(chosen, reading),
    disagreements: ruleDisagreement(byRule.map((other) => other.table)),
  };
}
