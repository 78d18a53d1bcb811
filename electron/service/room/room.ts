import { AssayError } from '#shared/contract/errors.ts';
import type { InstanceView, PredictionView, QueueEntry, ResultKey } from '#shared/contract/room.ts';
import { staleCodes } from '#shared/model/codebookChange.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { EMPTY_LABEL, type ItemStatus, type Label } from '#shared/model/label.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { readsNoTable } from '#shared/sql/words.ts';
import type { PairReference, WhyTask } from '../comparison/protocol.ts';
import { documentText, golds, instanceById, instances, schemaOf } from '../database/benchmark.ts';
import { currentCodebook } from '../database/codebook.ts';
import { compileProblem } from '../database/compiled.ts';
import { derived, keptInFile } from '../database/derived.ts';
import { currentRun, type StoredExecution } from '../database/executions.ts';
import { explanationsOfInstance } from '../database/explanations.ts';
import { findingsOfInstance } from '../database/findings.ts';
import { comparedGolds, runsInRun, runsOfGold, runsOfPrediction } from '../database/imported-tables.ts';
import { labelOf, labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleBasis, sampleInstances, stratumIn } from '../database/samples.ts';
import { type Prediction, predictionOf, predictionsOf, stepCounts, systems } from '../database/systems.ts';
import { unmatchedIn, verdictsOfPrediction } from '../database/verdicts.ts';
import { projectRules, versionIn } from '../rules/project-rules.ts';
import { trialPair } from './trial-pair.ts';

/** @throws AssayError NOT_FOUND */
export const requireBasis = (db: Db, sample: number) => {
  const basis = sampleBasis(db, sample);
  if (basis) return basis;
  throw new AssayError('NOT_FOUND', 'There is no such sample.', { next: 'Choose a drawn sample.' });
};

export type SampledEntry = QueueEntry & { stratum: Stratum };

/**
 * The items to label of every sampled instance: predictions that do not match under the sample's rule in the sample's
 * run, with the annotator's labels. Systems imported after the drawing are not in it. `instead` names other systems to list
 * of an instance, null for those.
 */
export function queueOf(
  db: Db,
  sample: number,
  annotator: number,
  instead: (instance: number) => readonly number[] | null = () => null,
): SampledEntry[] {
  const codebook = currentCodebook(db);
  const labels = new Map<number, Map<number, Label>>();
  for (const { instance, system, label } of labelsOfSample(db, annotator, sample)) {
    const bySystem = labels.get(instance);
    if (bySystem) bySystem.set(system, label);
    else labels.set(instance, new Map([[system, label]]));
  }
  return derived(db, `queue ${sample}`, () => itemsToLabel(db, sample)).map(({ systems: toLabel, ...entry }) => ({
    ...entry,
    items: (instead(entry.instance) ?? toLabel).map((system) => {
      const label = labels.get(entry.instance)?.get(system) ?? EMPTY_LABEL;
      const { status, flagged, codes } = label;
      return { system, status, flagged, codes, stale: staleCodes(label, codebook).length > 0 };
    }),
  }));
}

/** The queue without its labels. */
function itemsToLabel(db: Db, sample: number): (Omit<SampledEntry, 'items'> & { systems: number[] })[] {
  const { run, rule, ruleVersion, systems: drawnWith } = requireBasis(db, sample);
  const unmatched = unmatchedIn(db, sample, { run, rule, version: ruleVersion });
  const order = systems(db).filter((system) => drawnWith.has(system.name));
  const byId = new Map(derived(db, 'instances', () => instances(db)).map((instance) => [instance.id, instance]));
  return sampleInstances(db, sample).map(({ instance: id, stratum }) => {
    const { instanceId, databaseName, instruction } = byId.get(id)!;
    const toLabel = unmatched.get(id);
    return {
      instance: id,
      instanceId,
      database: databaseName,
      instruction,
      stratum,
      systems: order.filter((system) => toLabel?.has(system.id)).map((system) => system.id),
    };
  });
}

/** Every instance as the room lists it where no sample is drawn: to be looked at, with nothing to label. */
export const everyInstance = (db: Db): QueueEntry[] =>
  derived(db, 'instances', () => instances(db)).map(({ id, instanceId, databaseName, instruction }) => ({
    instance: id,
    instanceId,
    database: databaseName,
    instruction,
    stratum: null,
    items: [],
  }));

/** The items to label of one instance of a sample, with how far they are; none outside it. */
export function itemsOfInstance(
  db: Db,
  sample: number | null,
  instance: number,
  annotator: number,
): { system: number; status: ItemStatus }[] {
  if (sample === null || stratumIn(db, sample, instance) === null) return [];
  const { run, rule, ruleVersion, systems: drawnWith } = requireBasis(db, sample);
  const predictions = new Map(predictionsOf(db, instance).map((prediction) => [prediction.system, prediction]));
  return systems(db).flatMap((system) => {
    const prediction = drawnWith.has(system.name) ? predictions.get(system.id) : undefined;
    if (prediction === undefined) return [];
    const [verdict] = verdictsOfPrediction(db, run, prediction.id, new Map([[rule, ruleVersion]]));
    if (verdict === undefined || verdict.state === 'match') return [];
    return [{ system: system.id, status: labelOf(db, annotator, { instance, system: system.id }).status }];
  });
}

/** The systems to label of each instance of a sample. */
export const systemsToLabel = (db: Db, sample: number): ReadonlyMap<number, ReadonlySet<number>> =>
  derived(
    db,
    `queue systems ${sample}`,
    () =>
      new Map(
        keptInFile(db, `systems to label ${sample}`, () =>
          derived(db, `queue ${sample}`, () => itemsToLabel(db, sample)).map(({ instance, systems: toLabel }) => ({
            instance,
            systems: toLabel,
          })),
        ).map((entry) => [entry.instance, new Set(entry.systems)]),
      ),
  );

/** How many instances of a sample there are, and how many of them have no item left that is open. */
export function labellingProgress(db: Db, sample: number, annotator: number): { instances: number; labelledInstances: number } {
  const finished = new Map<number, number>();
  const toLabel = systemsToLabel(db, sample);
  for (const { instance, system, label } of labelsOfSample(db, annotator, sample)) {
    if (label.status === 'open' || !toLabel.get(instance)?.has(system)) continue;
    finished.set(instance, (finished.get(instance) ?? 0) + 1);
  }
  return {
    instances: toLabel.size,
    labelledInstances: [...toLabel].filter(([instance, of]) => of.size > 0 && (finished.get(instance) ?? 0) === of.size).length,
  };
}

const GREEK = [...'αβγδεζηθλμξπρστφψω'];
/** No Latin letter, nor one whose sign is hardly another (ι κ ν ο υ χ): those are keys and codes. */
const clusterName = (at: number): string =>
  `${GREEK[at % GREEK.length]}${at < GREEK.length ? '' : Math.floor(at / GREEK.length) + 1}`;

/** Letters for equal results, the largest cluster first; only results that two or more predictions share have one. */
function clusters(executions: readonly (StoredExecution | null)[]): (string | null)[] {
  const sizes = new Map<string, number>();
  for (const execution of executions) {
    if (execution?.rowsHash) sizes.set(execution.rowsHash, (sizes.get(execution.rowsHash) ?? 0) + 1);
  }
  const shared = [...sizes].filter(([, size]) => size > 1).sort((a, b) => b[1] - a[1]);
  const letters = new Map(shared.map(([hash], index) => [hash, clusterName(index)]));
  return executions.map((execution) => (execution?.rowsHash ? (letters.get(execution.rowsHash) ?? null) : null));
}

/** The rules whose verdicts are shown, each with the one version that is: a sample keeps its rule as it was. */
export function versionsShown(db: Db, run: number, sample: number | null): Map<string, string> {
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
  const all = systems(db);
  const shown = all.flatMap((system) => {
    const prediction = predictions.get(system.id);
    return prediction ? [{ system, prediction, execution: runsOfPrediction(db, prediction, runsOf)[0] ?? null }] : [];
  });
  const versions = run === null ? new Map<string, string>() : versionsShown(db, run, sample);
  const explanations = run === null ? undefined : explanationsOfInstance(db, run, id);
  const letters = clusters(shown.map(({ execution }) => execution));
  const steps = stepCounts(db, id);
  return {
    instance: id,
    instanceId: instance.instanceId,
    database: instance.databaseName,
    engine: instance.engine,
    instruction: instance.instruction,
    knowledge: instance.knowledge ?? (instance.document === null ? null : documentText(db, instance.document)),
    document: instance.document,
    difficulty: instance.difficulty,
    stratum: sample === null ? null : stratumIn(db, sample, id),
    hidden: false,
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
        verdicts: run === null ? [] : verdictsOfPrediction(db, run, prediction.id, versions),
        explanation: explanations?.get(system.id) ?? null,
        cluster: letters[index]!,
        trajectorySteps: steps.get(system.id) ?? null,
        label: labelOf(db, annotator, { instance: id, system: system.id }),
      }),
    ),
    withoutPrediction: all.filter(({ id: system }) => !predictions.has(system)).map(({ name }) => name),
    schema: schemaOf(db, instance.database),
    findings: run === null ? [] : findingsOfInstance(db, run, id),
  };
}

/** The text of the document that an instance names; null without one, and where it was not imported. @throws AssayError NOT_FOUND */
export function documentOf(db: Db, id: number): string | null {
  const instance = instanceById(db, id);
  if (!instance) throw new AssayError('NOT_FOUND', 'There is no such instance.');
  return instance.document === null ? null : documentText(db, instance.document);
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

/** The gold that some rule says is matched, the first by name; null where none says so. */
const matchedGold = (verdicts: readonly Verdict[]): string | null =>
  verdicts.flatMap(({ state, gold }) => (state === 'match' && gold !== null ? [gold] : [])).sort()[0] ?? null;

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
    matchedGold: matchedGold(verdictsOfPrediction(db, run, prediction.id, versionsShown(db, run, item.sample))),
    orderCounts: !instance.ignoreOrder,
    readsNoTable: prediction.sql !== null && readsNoTable(prediction.sql),
    shown: pair,
  };
}
