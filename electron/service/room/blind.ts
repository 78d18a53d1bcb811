import { createGenerator, drawWithoutReplacement } from '#shared/analysis/random.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { AlignedRow, InstanceView, PredictionView, QueueEntry, ResultView } from '#shared/contract/room.ts';
import type { SearchHit } from '#shared/contract/search.ts';
import { type Execution, executionSchema } from '#shared/model/execution.ts';
import type { Finding } from '#shared/model/finding.ts';
import { type ItemKey, keyOfItem } from '#shared/model/item.ts';
import { isBlind, revealedInstances } from '../database/blind.ts';
import { derived } from '../database/derived.ts';
import { labelOf, labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleById, sampleInstances, sampleNames, samplesWith } from '../database/samples.ts';
import { predictionsOf, systems, systemsWithPrediction } from '../database/systems.ts';
import type { Annotator } from '../session.ts';
import { isPartOfName, namePattern, sqlWithoutNames, withoutNames } from './blind-names.ts';
import { itemsOfInstance, queueOf, requireBasis, systemsToLabel } from './room.ts';

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** `System Q` for every system: other letters, and another order, in each instance. The seed is the sample's. */
export function blindNames(systems: readonly number[], instance: string, annotator: string, seed: number): Map<number, string> {
  const stream = `blind/${annotator}/${instance}`;
  const order = drawWithoutReplacement(systems.map(String), systems.length, seed, `${stream}/systems`);
  const generator = createGenerator(seed, `${stream}/letters`);
  const letters: string[] = [];
  for (let round = 0; letters.length < order.length; round++) {
    const left = [...ALPHABET];
    while (left.length > 0 && letters.length < order.length) {
      const [letter] = left.splice(generator.below(left.length), 1);
      letters.push(round === 0 ? letter! : `${letter}${round + 1}`);
    }
  }
  return new Map(order.map((system, at) => [Number(system), `System ${letters[at]}`]));
}

/** What is hidden from an annotator who labels blind; null for one who does not. */
export type Blindness = {
  /** Whether names, strata and all else of the instance are hidden: an item of it is open, and it was not revealed. */
  hidesInstance(instance: number, items: readonly { readonly status: string }[]): boolean;
  /** Whether the verdict and the marks of one item are hidden: it is open itself. */
  hidesItem(item: ItemKey): boolean;
};

/** What is hidden from an annotator now; null for one who does not label blind. */
export function blindnessOf(db: Db, annotator: Annotator): Blindness | null {
  if (!isBlind(db, annotator.id)) return null;
  const revealed = revealedInstances(db, annotator.id);
  return {
    // Where there is nothing to label, nothing can be committed: it is hidden as long as anything is.
    hidesInstance: (instance, items) =>
      !revealed.has(instance) &&
      (items.length === 0 ? hidesAnything(db, annotator) : items.some(({ status }) => status === 'open')),
    hidesItem: (item) => !revealed.has(item.instance) && labelOf(db, annotator.id, item).status === 'open',
  };
}

/** Where an instance is hidden, the systems that it shows all the same: their number and their letters tell nothing. */
function listed(db: Db, instance: number, annotator: Annotator): { hidden: boolean; systems: number[] } {
  const blindness = blindnessOf(db, annotator);
  const drawnIn = samplesWith(db, instance);
  const items = drawnIn.flatMap((sample) => itemsOfInstance(db, sample, instance, annotator.id));
  const drawnWith = namesDrawnWith(db, drawnIn);
  const names = new Map(systems(db).map(({ id, name }) => [id, name]));
  return {
    hidden: blindness?.hidesInstance(instance, items) ?? false,
    systems: predictionsOf(db, instance)
      .map(({ system }) => system)
      .filter((system) => drawnWith === null || drawnWith.has(names.get(system) ?? '')),
  };
}

/** The systems that there were when any of the samples was drawn; null, for all, without a sample. */
const namesDrawnWith = (db: Db, drawnIn: readonly number[]): ReadonlySet<string> | null =>
  drawnIn.length === 0 ? null : new Set(drawnIn.flatMap((sample) => [...requireBasis(db, sample).systems]));

/** Whether names, strata and all else of an instance are hidden from an annotator now. */
export const isHidden = (db: Db, annotator: Annotator, instance: number): boolean =>
  isBlind(db, annotator.id) && listed(db, instance, annotator).hidden;

/** Refuses what would tell a hidden thing. @throws AssayError HIDDEN */
export function requireNotHidden(db: Db, annotator: Annotator, instance: number): void {
  if (!isHidden(db, annotator, instance)) return;
  throw new AssayError('HIDDEN', 'Blind labelling hides this until every item of the instance is committed.', {
    next: 'Commit its items, or reveal the instance in the room: that is logged.',
  });
}

/** What finds the names of systems in texts of an instance that is hidden; null where nothing is to be masked. */
export function hiddenNames(db: Db, annotator: Annotator, instance: number): RegExp | null {
  if (!isHidden(db, annotator, instance)) return null;
  return namePattern(systems(db).map(({ name }) => name));
}

const seedOf = (db: Db, sample: number | null): number => (sample === null ? 0 : (sampleById(db, sample)?.seed ?? 0));

/** Every system that an instance was drawn with and that has a prediction for it, in all samples together. */
const systemsDrawn = (db: Db): ReadonlyMap<number, readonly number[]> =>
  derived(db, 'systems drawn', () => {
    const found = new Map<number, number[]>();
    const names = systems(db);
    const predicted = systemsWithPrediction(db);
    const drawnIn = new Map<number, number[]>();
    for (const { id } of sampleNames(db)) {
      for (const { instance } of sampleInstances(db, id)) drawnIn.set(instance, [...(drawnIn.get(instance) ?? []), id]);
    }
    const drawnWith = new Map<string, ReadonlySet<string> | null>();
    for (const [instance, ids] of drawnIn) {
      const key = ids.join();
      if (!drawnWith.has(key)) drawnWith.set(key, namesDrawnWith(db, ids));
      const there = predicted.get(instance);
      found.set(
        instance,
        names.filter(({ id, name }) => there?.has(id) && drawnWith.get(key)?.has(name)).map(({ id }) => id),
      );
    }
    return found;
  });

/** The instances of which some sample has an item that the annotator has not finished. */
function openInstances(db: Db, annotator: number): Set<number> {
  const open = new Set<number>();
  for (const { id: sample } of sampleNames(db)) {
    const finished = new Set(
      labelsOfSample(db, annotator, sample)
        .filter(({ label }) => label.status !== 'open')
        .map(keyOfItem),
    );
    for (const [instance, toLabel] of systemsToLabel(db, sample)) {
      if ([...toLabel].some((system) => !finished.has(keyOfItem({ instance, system })))) open.add(instance);
    }
  }
  return open;
}

/**
 * Whether anything is hidden from an annotator now: some item of some sample is open, or no sample is drawn yet. An instance
 * that was revealed still counts until it is committed: what tells of many instances tells of others too.
 */
export function hidesAnything(db: Db, annotator: Annotator): boolean {
  if (!isBlind(db, annotator.id)) return false;
  const drawn = sampleNames(db);
  return drawn.length === 0 || openInstances(db, annotator.id).size > 0;
}

/** A finding about gold that names no system, and does not rest on what systems returned. */
export const tellsNoSystem = ({ system, kind }: { system: number | string | null; kind: Finding['kind'] }): boolean =>
  system === null && kind !== 'systems agree against gold';

/** Which instances of the samples are hidden from an annotator now; null where they do not label blind. */
export function hiddenInSamples(db: Db, annotator: Annotator): ((instance: number) => boolean) | null {
  if (!isBlind(db, annotator.id)) return null;
  const revealed = revealedInstances(db, annotator.id);
  const open = openInstances(db, annotator.id);
  return (instance) => open.has(instance) && !revealed.has(instance);
}

/**
 * The queue as an annotator who labels blind gets it: in an order of its own, without strata, systems shuffled. While an
 * instance is hidden all its systems are to label, those that match among them: how many failed would tell its stratum.
 */
export function blindQueue(db: Db, sample: number, annotator: Annotator): QueueEntry[] {
  const seed = seedOf(db, sample);
  const isHidden = hiddenInSamples(db, annotator);
  const drawn = systemsDrawn(db);
  const entries = queueOf(db, sample, annotator.id, (instance) => (isHidden?.(instance) ? (drawn.get(instance) ?? []) : null));
  const byId = new Map(entries.map((entry) => [String(entry.instance), entry]));
  const order = drawWithoutReplacement([...byId.keys()], byId.size, seed, `blind/${annotator.name}/queue`);
  return order.map((id) => {
    const entry = byId.get(id)!;
    const shown = entry.items.map(({ system }) => system);
    const places = [...blindNames(shown, entry.instanceId, annotator.name, seed).keys()];
    const items = [...entry.items].sort((a, b) => places.indexOf(a.system) - places.indexOf(b.system));
    return { ...entry, stratum: null, items };
  });
}

/** An execution without the names of its result: equal names tell equal results. */
const withoutIdentity = (execution: Execution | null): Execution | null => execution && executionSchema.parse(execution);

/** An execution that does not tell whose it is: systems run in the same order in each instance, so of its time the day is left. */
function anonymous(execution: Execution | null, names: RegExp | null): Execution | null {
  const own = withoutIdentity(execution);
  if (own === null) return null;
  const { errorMessage, startedAt } = own;
  return {
    ...own,
    startedAt: startedAt.slice(0, 'YYYY-MM-DD'.length),
    errorMessage: errorMessage !== null && names !== null ? withoutNames(errorMessage, names) : errorMessage,
  };
}

/**
 * An instance as it is sent while it is hidden: every system under a letter and shuffled, those that match among them,
 * each without verdict, explanation and source until it is committed itself.
 */
export function blindView(db: Db, sample: number | null, annotator: Annotator, view: InstanceView): InstanceView {
  if (!isBlind(db, annotator.id)) return view;
  const { hidden, systems: shown } = listed(db, view.instance, annotator);
  if (!hidden) return view;
  const names = blindNames(shown, view.instanceId, annotator.name, seedOf(db, sample));
  const nameInText = namePattern(systems(db).map((system) => system.name));
  const masked = (prediction: PredictionView, name: string): PredictionView => ({
    ...prediction,
    name,
    group: '',
    source: '',
    sql: prediction.sql && nameInText ? sqlWithoutNames(prediction.sql, nameInText) : prediction.sql,
    cluster: null,
    execution: anonymous(prediction.execution, nameInText),
    compileProblem: prediction.compileProblem && nameInText ? withoutNames(prediction.compileProblem, nameInText) : null,
    ...(prediction.label.status === 'open' ? { verdicts: [], explanation: null } : {}),
  });
  return {
    ...view,
    hidden: true,
    stratum: null,
    golds: view.golds.map((gold) => ({ ...gold, execution: withoutIdentity(gold.execution) })),
    withoutPrediction: [],
    findings: view.findings.filter(tellsNoSystem),
    predictions: [...names].flatMap(([system, name]) => {
      const prediction = view.predictions.find((each) => each.system === system);
      return prediction ? [masked(prediction, name)] : [];
    }),
  };
}

/** Texts of an instance as an annotator may read them: where it is hidden, no system is named in them, nor in comments of SQL. */
export function readableTexts(db: Db, annotator: Annotator): (instance: number, text: string, isSql: boolean) => string {
  const names = new Map<number, RegExp | null>();
  return (instance, text, isSql) => {
    if (!names.has(instance)) names.set(instance, hiddenNames(db, annotator, instance));
    const pattern = names.get(instance) ?? null;
    if (pattern === null) return text;
    return isSql ? sqlWithoutNames(text, pattern) : withoutNames(text, pattern);
  };
}

/**
 * What a search for `words` found, as an annotator who labels blind gets it: in hidden instances systems have their letters,
 * notes of others are left out, and a part of a system's name finds nothing.
 */
export function blindHits(db: Db, annotator: Annotator, hits: readonly SearchHit[], words: readonly string[]): SearchHit[] {
  if (!isBlind(db, annotator.id)) return [...hits];
  const all = systems(db).map(({ name }) => name);
  const looksForName = isPartOfName(words, all);
  const sample = sampleNames(db).at(-1)?.id ?? null;
  const namesOf = new Map<number, Map<number, string> | null>();
  // Those of one hidden instance stand together, in the order of its letters: that of the systems would tell which is which.
  const kept = new Map<string, { hit: SearchHit; place: number }[]>();
  const keep = (key: string, hit: SearchHit, place: number) => {
    const group = kept.get(key) ?? [];
    kept.set(key, group);
    group.push({ hit, place });
  };
  for (const [at, hit] of hits.entries()) {
    if (!namesOf.has(hit.instance)) {
      const { hidden, systems: shown } = listed(db, hit.instance, annotator);
      namesOf.set(hit.instance, hidden ? blindNames(shown, hit.instanceId, annotator.name, seedOf(db, sample)) : null);
    }
    const names = namesOf.get(hit.instance) ?? null;
    if (names === null || hit.system === null) {
      keep(`at ${at}`, hit, 0);
      continue;
    }
    if (looksForName || (hit.annotator !== null && hit.annotator !== annotator.name)) continue;
    const { id } = hit.system;
    const name = names.get(id);
    // A system that no sample was drawn with is not shown there either.
    if (name !== undefined) keep(`${hit.in} ${hit.instance}`, { ...hit, system: { id, name } }, [...names.keys()].indexOf(id));
  }
  return [...kept.values()].flatMap((group) => group.sort((a, b) => a.place - b.place).map(({ hit }) => hit));
}

/** The results without what marks their differences: sizes and alignment alone. */
export const withoutMarks = (view: ResultView): ResultView => ({
  ...view,
  marked: false,
  columns: view.columns.map((column) => ({ ...column, differing: 0 })),
  counts: { equal: 0, different: 0, onlyGold: 0, onlyPrediction: 0, differingCells: 0 },
});

/** Rows of {@link withoutMarks}: they stand beside each other as before, and nothing says how they differ. */
export const rowsWithoutMarks = (rows: readonly AlignedRow[]): AlignedRow[] =>
  rows.map((row) => ({ ...row, kind: 'equal', differing: [] }));
