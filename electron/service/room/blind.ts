import { createGenerator, drawWithoutReplacement } from '#shared/analysis/random.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { AlignedRow, InstanceView, PredictionView, QueueEntry, ResultView } from '#shared/contract/room.ts';
import type { SearchHit } from '#shared/contract/search.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { isBlind, revealedInstances } from '../database/blind.ts';
import { labelOf } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleById, samples, samplesWith } from '../database/samples.ts';
import { predictionsOf } from '../database/systems.ts';
import type { Annotator } from '../session.ts';
import { itemsOfInstance } from './room.ts';

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
    // Where there is nothing to label, nothing can be committed: only revealing shows it.
    hidesInstance: (instance, items) =>
      !revealed.has(instance) && (items.length === 0 || items.some(({ status }) => status === 'open')),
    hidesItem: (item) => !revealed.has(item.instance) && labelOf(db, annotator.id, item).status === 'open',
  };
}

/**
 * The items of an instance by which it is hidden, and the systems that are shown while it is; null for all of them. Where the
 * sample did not draw it, they are those that every sample with the instance has to label: a prediction beyond a sample's
 * items is one that matches there.
 */
function listedItems(
  db: Db,
  sample: number | null,
  instance: number,
  annotator: Annotator,
): { items: { system: number; status: string }[]; systems: readonly number[] | null } {
  const drawnIn = samplesWith(db, instance);
  const asked = sample !== null && drawnIn.includes(sample) ? [sample] : drawnIn;
  const lists = asked.map((id) => itemsOfInstance(db, id, instance, annotator.id));
  const items = lists.flat();
  if (items.length === 0) return { items, systems: null };
  const everywhere = (system: number) => lists.every((list) => list.some((item) => item.system === system));
  return { items, systems: [...new Set(items.map(({ system }) => system))].filter(everywhere) };
}

/** Refuses what would tell a hidden thing. @throws AssayError INVALID_INPUT */
export function requireNotHidden(db: Db, annotator: Annotator, sample: number | null, instance: number): void {
  const blindness = blindnessOf(db, annotator);
  const chosen = sample ?? samples(db).at(-1)?.id ?? null;
  if (!blindness?.hidesInstance(instance, listedItems(db, chosen, instance, annotator).items)) return;
  throw new AssayError('INVALID_INPUT', 'Blind labelling hides this until every item of the instance is committed.', {
    next: 'Commit the items, or reveal the instance: that is logged.',
  });
}

const seedOf = (db: Db, sample: number | null): number => (sample === null ? 0 : (sampleById(db, sample)?.seed ?? 0));

/** The queue as an annotator who labels blind gets it: in an order of its own, without strata, systems shuffled. */
export function blindQueue(db: Db, sample: number, annotator: Annotator, entries: readonly QueueEntry[]): QueueEntry[] {
  const seed = seedOf(db, sample);
  const byId = new Map(entries.map((entry) => [String(entry.instance), entry]));
  const order = drawWithoutReplacement([...byId.keys()], byId.size, seed, `blind/${annotator.name}/queue`);
  return order.map((id) => {
    const entry = byId.get(id)!;
    const systems = entry.items.map(({ system }) => system);
    const places = [...blindNames(systems, entry.instanceId, annotator.name, seed).keys()];
    const items = [...entry.items].sort((a, b) => places.indexOf(a.system) - places.indexOf(b.system));
    return { ...entry, stratum: null, items };
  });
}

/**
 * An instance as it is sent while it is hidden: only the predictions to label (that others match would tell their
 * verdict), under letters and shuffled, each without verdict, explanation and source until it is committed itself.
 */
export function blindView(db: Db, sample: number | null, annotator: Annotator, view: InstanceView): InstanceView {
  const blindness = blindnessOf(db, annotator);
  if (blindness === null) return view;
  const { items, systems } = listedItems(db, sample, view.instance, annotator);
  if (!blindness.hidesInstance(view.instance, items)) return view;
  const listed = systems ?? view.predictions.map(({ system }) => system);
  const names = blindNames(listed, view.instanceId, annotator.name, seedOf(db, sample));
  const masked = (prediction: PredictionView, name: string): PredictionView => ({
    ...prediction,
    name,
    group: '',
    source: '',
    cluster: null,
    ...(prediction.label.status === 'open' ? { verdicts: [], explanation: null } : {}),
  });
  return {
    ...view,
    hidden: true,
    stratum: null,
    findings: view.findings.filter(({ system, kind }) => system === null && kind !== 'systems agree against gold'),
    predictions: [...names].flatMap(([system, name]) => {
      const prediction = view.predictions.find((each) => each.system === system);
      return prediction ? [masked(prediction, name)] : [];
    }),
  };
}

/**
 * What a search found, as an annotator who labels blind gets it: in hidden instances systems have their letters, and
 * notes of others are left out.
 */
export function blindHits(db: Db, annotator: Annotator, hits: readonly SearchHit[]): SearchHit[] {
  const blindness = blindnessOf(db, annotator);
  if (blindness === null) return [...hits];
  const sample = samples(db).at(-1)?.id ?? null;
  const namesOf = new Map<number, Map<number, string> | null>();
  return hits.flatMap((hit): SearchHit[] => {
    if (!namesOf.has(hit.instance)) {
      const { items, systems } = listedItems(db, sample, hit.instance, annotator);
      const listed = systems ?? predictionsOf(db, hit.instance).map(({ system }) => system);
      const hidden = blindness.hidesInstance(hit.instance, items);
      namesOf.set(hit.instance, hidden ? blindNames(listed, hit.instanceId, annotator.name, seedOf(db, sample)) : null);
    }
    const names = namesOf.get(hit.instance) ?? null;
    if (names === null || hit.system === null) return [hit];
    if (hit.annotator !== null && hit.annotator !== annotator.name) return [];
    const name = names.get(hit.system.id);
    // A system that is not to label matches: that it is found there would tell so.
    return name === undefined ? [] : [{ ...hit, system: { id: hit.system.id, name } }];
  });
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
