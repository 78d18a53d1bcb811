import { type Gold, golds, type Instance, instances } from '../database/benchmark.ts';
import { executionsOfRun, type StoredExecution } from '../database/executions.ts';
import type { NewFinding } from '../database/findings.ts';
import { runsOfPrediction } from '../database/imported-tables.ts';
import type { Db } from '../database/open.ts';
import { predictionsOf, type System, systems } from '../database/systems.ts';
import { verdictsOf } from '../database/verdicts.ts';
import { representative } from '../judging/state.ts';
import { projectRules, versionIn } from '../rules/project-rules.ts';

/** An instance with what its golds and predictions returned in the run. */
export type LookedAt = {
  readonly instance: Instance;
  readonly golds: readonly { readonly gold: Gold; readonly query: StoredExecution | null }[];
  readonly predictions: readonly { readonly id: number; readonly system: System; readonly run: StoredExecution | null }[];
  /** Systems whose prediction some rule of the project matches. */
  readonly matching: ReadonlySet<number>;
};

/** A finding that speaks of a gold. */
export const onGold = (gold: Gold, kind: NewFinding['kind'], words: string): NewFinding => ({
  gold: gold.id,
  prediction: null,
  kind,
  words,
});

/** Every instance in the benchmark's order. */
export function lookAt(db: Db, run: number): LookedAt[] {
  const executions = executionsOfRun(db, run);
  const runsOf = (query: number) => executions.get(query) ?? [];
  const bySystem = new Map(systems(db).map((system) => [system.id, system]));
  const verdicts = projectRules(db).map((rule) => verdictsOf(db, run, rule.id, versionIn(db, run, rule)));
  return instances(db).map((instance) => ({
    instance,
    golds: golds(db, instance.id).map((gold) => ({
      gold,
      query: gold.query === null ? null : representative(runsOf(gold.query)),
    })),
    predictions: predictionsOf(db, instance.id).map((prediction) => ({
      id: prediction.id,
      system: bySystem.get(prediction.system)!,
      run: representative(runsOfPrediction(db, prediction, runsOf)),
    })),
    matching: new Set(
      verdicts.flatMap((rule) =>
        [...(rule.get(instance.id) ?? [])].filter(([, { state }]) => state === 'match').map(([system]) => system),
      ),
    ),
  }));
}
