import type { AiInstance } from '#shared/analysis/metrics/aiFunctions.ts';
import { type MetricsInput, metricTables } from '#shared/analysis/metrics/tables.ts';
import type { Breathe, TimedPair } from '#shared/analysis/metrics/times.ts';
import { outsideFrame } from '#shared/analysis/strata.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import type { MetricTable } from '#shared/model/metrics.ts';
import { aiFunctionsIn } from '#shared/sql/words.ts';
import { durationsOfRun } from '../database/executions.ts';
import { namedAiFunctions } from '../database/imported-tables.ts';
import type { Db } from '../database/open.ts';
import { databaseSetOf } from '../database/run-databases.ts';
import { integer, rows, text } from '../database/statements.ts';
import { meanScore, type ProjectVerdicts, projectVerdicts, requireJudged, requireRun } from '../strata/verdict-tables.ts';

/**
 * The further tables of the report under one rule. What is stored is read at once, so that the tables fit each other
 * whatever changes while they are computed. @throws AssayError NOTHING_TO_DO before it has judged.
 */
export async function metricsOf(
  db: Db,
  rule: Rule,
  breathe: Breathe,
): Promise<{ rule: MetricsInput['rule']; tables: MetricTable[] }> {
  const run = requireRun(db);
  requireJudged(db, run, rule);
  const verdicts = projectVerdicts(db, run, rule);
  const { table, systems } = verdicts;
  const judged = { id: table.rule, version: table.version };
  const input: MetricsInput = {
    rule: judged,
    databases: databaseSetOf(db, run),
    systems,
    verdicts: verdicts.verdicts,
    meanScores: systems.map((_, system) => meanScore(verdicts, system)),
    times: timesOf(db, run, verdicts),
    ai: aiInstances(db, verdicts),
  };
  return { rule: judged, tables: await metricTables(input, breathe) };
}

/** For each system the instances that name AI functions, with what its prediction calls. */
function aiInstances(db: Db, { instances, systems, table }: ProjectVerdicts): AiInstance[][] {
  const named = namedAiFunctions(db);
  if (named.size === 0) return systems.map(() => []);
  const used = new Map(
    rows(db, 'SELECT instance_id, system_id, sql FROM prediction JOIN query ON query.id = query_id WHERE rollout = 0').map(
      (found) => [`${found.system_id} ${found.instance_id}`, aiFunctionsIn(text(found.sql))],
    ),
  );
  return systems.map((system, column) =>
    instances.flatMap((instance, row): AiInstance[] => {
      const functions = named.get(instance.id);
      if (functions === undefined) return [];
      const states = table.rows[row]!;
      return [
        {
          functions,
          used: used.get(`${system.id} ${instance.id}`) ?? null,
          matches: outsideFrame(states) === null ? states[column] === 'match' : null,
        },
      ];
    }),
  );
}

/** For each system the times of every instance that the environment let run: of the first gold that ran, and of the prediction. */
function timesOf(db: Db, run: number, { instances, systems, table }: ProjectVerdicts): TimedPair[][] {
  const durations = durationsOfRun(db, run);
  const gold = new Map<number, number[]>();
  for (const found of rows(db, 'SELECT instance_id, query_id FROM gold WHERE query_id IS NOT NULL ORDER BY instance_id, name')) {
    const instance = integer(found.instance_id);
    const times = durations.get(integer(found.query_id)) ?? [];
    if (!gold.has(instance) && times.length > 0) gold.set(instance, times);
  }
  const predicted = new Map<string, number[]>();
  for (const found of rows(
    db,
    'SELECT instance_id, system_id, query_id FROM prediction WHERE rollout = 0 AND query_id IS NOT NULL',
  )) {
    predicted.set(`${found.system_id} ${found.instance_id}`, durations.get(integer(found.query_id)) ?? []);
  }
  return systems.map((system, column) =>
    instances.flatMap((instance, row): TimedPair[] => {
      const state = table.rows[row]![column]!;
      if (state === 'environment') return [];
      return [
        {
          gold: gold.get(instance.id) ?? [],
          prediction: predicted.get(`${system.id} ${instance.id}`) ?? [],
          matches: state === 'match',
        },
      ];
    }),
  );
}
