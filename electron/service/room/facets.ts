import type { QueueFacets } from '#shared/contract/room.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { givesScore } from '#shared/model/verdict.ts';
import { namedAiFunctions } from '../database/imported-tables.ts';
import { annotatorIds, labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleInstances } from '../database/samples.ts';
import { integer, rows } from '../database/statements.ts';
import { systems } from '../database/systems.ts';
import type { Annotator } from '../session.ts';
import { blindnessOf } from './blind.ts';
import { requireBasis, versionsShown } from './room.ts';

/** The sample's items that another rule judges the other way round than the sample's own. */
function flipsOf(db: Db, sample: number): QueueFacets['flips'] {
  const { run, rule, ruleVersion } = requireBasis(db, sample);
  const found = new Map<string, QueueFacets['flips'][number]>();
  for (const [other, version] of versionsShown(db, run, sample)) {
    if (other === rule || givesScore(other)) continue;
    for (const flipped of rows(
      db,
      `SELECT prediction.instance_id, prediction.system_id FROM sample_instance JOIN prediction USING (instance_id)
       JOIN verdict AS own ON own.run_id = ? AND own.rule = ? AND own.rule_version = ? AND own.prediction_id = prediction.id
       JOIN verdict AS other ON other.run_id = own.run_id AND other.rule = ? AND other.rule_version = ?
         AND other.prediction_id = prediction.id
       WHERE sample_id = ? AND rollout = 0 AND own.state = 'mismatch' AND other.state = 'match'`,
      run,
      rule,
      ruleVersion,
      other,
      version,
      sample,
    )) {
      const item = { instance: integer(flipped.instance_id), system: integer(flipped.system_id) };
      const key = keyOfItem(item);
      const entry = found.get(key) ?? { ...item, rules: [] };
      found.set(key, entry);
      entry.rules.push(other);
    }
  }
  return [...found.values()];
}

/** Items that the annotator and somebody else have both finished, with other codes. */
function disputedOf(db: Db, sample: number, annotator: Annotator): QueueFacets['disputed'] {
  const finished = (id: number) => labelsOfSample(db, id, sample).filter(({ label }) => label.status !== 'open');
  const codesOf = (codes: readonly string[]) => [...codes].sort().join('\n');
  const own = new Map(finished(annotator.id).map(({ label, ...item }) => [keyOfItem(item), codesOf(label.codes)]));
  const disputed = new Map<string, QueueFacets['disputed'][number]>();
  for (const other of annotatorIds(db)) {
    if (other === annotator.id) continue;
    for (const { instance, system, label } of finished(other)) {
      const key = keyOfItem({ instance, system });
      const mine = own.get(key);
      if (mine !== undefined && mine !== codesOf(label.codes)) disputed.set(key, { instance, system });
    }
  }
  return [...disputed.values()];
}

/** The systems that have a trajectory of an instance of the sample. */
function trajectoriesOf(db: Db, sample: number): QueueFacets['trajectories'] {
  const systemsOf = new Map<number, number[]>();
  for (const found of rows(
    db,
    `SELECT instance_id, system_id FROM sample_instance JOIN trajectory USING (instance_id)
     WHERE sample_id = ? AND rollout = 0 AND step_count > 0`,
    sample,
  )) {
    const instance = integer(found.instance_id);
    systemsOf.set(instance, [...(systemsOf.get(instance) ?? []), integer(found.system_id)]);
  }
  return [...systemsOf].map(([instance, of]) => ({ instance, systems: of }));
}

/**
 * What the queue can be filtered by beyond what it shows. For an annotator who labels blind: no systems, and nothing of
 * items that are not committed.
 */
export function facetsOf(db: Db, sample: number, annotator: Annotator): QueueFacets {
  const blindness = blindnessOf(db, annotator);
  const isShown = (item: { instance: number; system: number }) => !blindness?.hidesItem(item);
  const sampled = new Set(sampleInstances(db, sample).map(({ instance }) => instance));
  const flips = flipsOf(db, sample).filter(isShown);
  return {
    systems: blindness === null ? systems(db).map(({ id, name }) => ({ id, name })) : [],
    rules: [...new Set(flips.flatMap(({ rules }) => rules))],
    functions: [...namedAiFunctions(db)].filter(([id]) => sampled.has(id)).map(([instance, names]) => ({ instance, names })),
    flips,
    disputed: disputedOf(db, sample, annotator).filter(isShown),
    trajectories: blindness === null ? trajectoriesOf(db, sample) : [],
  };
}
