import { AssayError } from '#shared/contract/errors.ts';
import type { InstanceView, ItemKey, PredictionView, QueueEntry, ResultKey } from '#shared/contract/room.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import { readsNoTable } from '#shared/sql/words.ts';
import type { PairReference, WhyTask } from '../comparison/protocol.ts';
import { documentText, golds, instanceById, instances, schemaOf } from '../database/benchmark.ts';
import { compileProblem } from '../database/compiled.ts';
import { currentRun, type StoredExecution } from '../database/executions.ts';
import { explanationsOf } from '../database/explanations.ts';
import { comparedGolds, runsInRun, runsOfGold, runsOfPrediction } from '../database/imported-tables.ts';
import { labelOf, labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleBasis, sampleInstances } from '../database/samples.ts';
import { type Prediction, predictionOf, predictionsOf, stepCounts, systems } from '../database/systems.ts';
import { matchedGold, verdictsOf, verdictsOfPrediction } from '../database/verdicts.ts';
import { projectRules, versionIn } from '../rules/project-rules.ts';
import { trialPair } from './trial-pair.ts';

/** @throws AssayError NOT_FOUND */
const requireBasis = (db: Db, sample: number) => {
  const basis = sampleBasis(db, sample);
  if (basis) return basis;
  throw new AssayError('NOT_FOUND', 'There is no such sample.', { next: 'Choose a drawn sample.' });
};

/**
 * The items to label of every sampled instance: predictions that do not match under the sample's rule in the sample's
 * run, with the annotator's labels. Systems imported after the drawing are not in it.
 */
export function queueOf(db: Db, sample: number, annotator: number): QueueEntry[] {
  const { run, rule, ruleVersion, systems: drawnWith } = requireBasis(db, sample);
  const verdicts = verdictsOf(db, run, rule, ruleVersion);
  const labels = new Map(
    labelsOfSample(db, annotator, sample).map(({ instance, system, label }) => [`${instance} ${system}`, label]),
  );
  const order = systems(db).filter((system) => drawnWith.has(system.name));
  const byId = new Map(instances(db).map((instance) => [instance.id, instance]));
  return sampleInstances(db, sample).map(({ instance: id, stratum }) => {
    const instance = byId.get(id)!;
    const states = verdicts.get(id);
    const toLabel = order.filter((system) => {
      const state = states?.get(system.id)?.state;
      return state !== undefined && state !== 'match';
    });
    return {
      instance: id,
      instanceId: instance.instanceId,
      database: instance.databaseName,
      instruction: instance.instruction,
      stratum,
      items: toLabel.map((system) => {
        const { status, flagged, codes } = labels.get(`${id} ${system.id}`) ?? EMPTY_LABEL;
        return { system: system.id, status, flagged, codes };
      }),
    };
  });
}

/** Letters for equal results, the largest cluster first; only results that two or more predictions share have one. */
function clusters(executions: readonly (StoredExecution | null)[]): (string | null)[] {
  const sizes = new Map<string, number>();
  for (const execution of executions) {
    if (execution?.rowsHash) sizes.set(execution.rowsHash, (sizes.get(execution.rowsHash) ?? 0) + 1);
  }
  const shared = [...sizes].filter(([, size]) => size > 1).sort((a, b) => b[1] - a[1]);
  const letters = new Map(shared.map(([hash], index) => [hash, String.fromCharCode(65 + (index % 26))]));
  return executions.map((execution) => (execution?.rowsHash ? (letters.get(execution.rowsHash) ?? null) : null));
}

/** The rules whose verdicts are shown, each with the one version that is: a sample keeps its rule as it was. */
function versionsShown(db: Db, run: number, sample: number | null): Map<string, string> {
  const versions = new Map(projectRules(db).map((rule) => [rule.id, versionIn(db, run, rule)]));
  if (sample !== null) {
    const { rule, ruleVersion } = requireBasis(db, sample);
    versions.set(rule, ruleVersion);
  }
  return versions;
}

/** Everything of one instance but its rows. */
export function instanceView(db: Db, id: number, sample: number | null, annotator: number): InstanceView {
  const instance = instanceById(db, id);
  if (!instance) throw new AssayError('NOT_FOUND', 'There is no such instance.');
  const run = sample === null ? currentRun(db) : requireBasis(db, sample).run;
  const runsOf = runsInRun(db, run);
  const predictions = new Map(predictionsOf(db, id).map((prediction) => [prediction.system, prediction]));
  const shown = systems(db).flatMap((system) => {
    const prediction = predictions.get(system.id);
    return prediction ? [{ system, prediction, execution: runsOfPrediction(db, prediction, runsOf)[0] ?? null }] : [];
  });
  const versions = run === null ? new Map() : versionsShown(db, run, sample);
  const explanations = run === null ? undefined : explanationsOf(db, run, id).get(id);
  const letters = clusters(shown.map(({ execution }) => execution));
  const steps = stepCounts(db, id);
  return {
    instance: id,
    instanceId: instance.instanceId,
    database: instance.databaseName,
    engine: instance.engine,
    instruction: instance.instruction,
    knowledge: instance.knowledge ?? (instance.document === null ? null : documentText(db, instance.document)),
    difficulty: instance.difficulty,
    stratum: sample === null ? null : (sampleInstances(db, sample).find((entry) => entry.instance === id)?.stratum ?? null),
    golds: golds(db, id).map((gold) => ({
      name: gold.name,
      sql: gold.sql,
      execution: runsOfGold(db, gold, runsOf)[0] ?? null,
      compileProblem: compileProblem(db, gold.query),
    })),
    predictions: shown.map(
      ({ system, prediction, execution }, index): PredictionView => ({
        system: system.id,
        name: system.name,
        group: system.group,
        sql: prediction.sql,
        source: prediction.source,
        execution,
        compileProblem: compileProblem(db, prediction.query),
        verdicts:
          run === null
            ? []
            : verdictsOfPrediction(db, run, prediction.id).filter(({ rule, ruleVersion }) => versions.get(rule) === ruleVersion),
        explanation: explanations?.get(system.id) ?? null,
        cluster: letters[index]!,
        trajectorySteps: steps.get(system.id) ?? null,
        label: labelOf(db, annotator, { instance: id, system: system.id }),
      }),
    ),
    schema: schemaOf(db, instance.database),
  };
}

/** The run whose results an item shows. */
export const runOfItem = (db: Db, sample: number | null | undefined): number | null =>
  sample == null ? currentRun(db) : requireBasis(db, sample).run;

/** What the run has of an item's two sides. `gold` null: the first compared gold with a result, else the first of all. */
export function sidesOf(db: Db, item: ItemKey, run: number | null, gold: string | null) {
  const runsOf = runsInRun(db, run);
  const all = golds(db, item.instance);
  const ran = (gold === null ? comparedGolds(all) : all.filter(({ name }) => name === gold)).map((each) => ({
    gold: each,
    execution: runsOfGold(db, each, runsOf)[0] ?? null,
  }));
  const prediction: Prediction | null = predictionOf(db, item.instance, item.system);
  return {
    gold: ran.find(({ execution }) => execution?.resultHash) ?? ran[0] ?? null,
    prediction,
    predicted: (prediction && runsOfPrediction(db, prediction, runsOf)[0]) ?? null,
  };
}

/** The pair of results that is shown of an item. */
export function pairOf(db: Db, item: ResultKey): PairReference {
  const sides = sidesOf(db, item, runOfItem(db, item.sample), item.gold ?? null);
  const inRun = { gold: sides.gold?.execution?.resultHash ?? null, prediction: sides.predicted?.resultHash ?? null };
  return item.trial ? trialPair(db, item, inRun) : inRun;
}

/** What the comparison thread needs to explain an item; null where a side has no result. */
export function whyTaskOf(db: Db, item: ItemKey & { sample: number | null; gold?: string | null | undefined }): WhyTask | null {
  const run = runOfItem(db, item.sample);
  const prediction = predictionOf(db, item.instance, item.system);
  const instance = instanceById(db, item.instance);
  const pair = pairOf(db, item);
  if (run === null || prediction === null || instance === null || pair.prediction === null) return null;
  const withResult = comparedGolds(golds(db, item.instance)).flatMap((gold) => {
    const hash = runsOfGold(db, gold, runsInRun(db, run))[0]?.resultHash ?? null;
    return hash === null ? [] : [{ name: gold.name, hash, conditionColumns: gold.conditionColumns }];
  });
  if (withResult.length === 0) return null;
  return {
    prediction: pair.prediction,
    golds: withResult,
    matchedGold: matchedGold(db, run, prediction.id),
    orderCounts: !instance.ignoreOrder,
    readsNoTable: prediction.sql !== null && readsNoTable(prediction.sql),
    shown: pair,
  };
}
