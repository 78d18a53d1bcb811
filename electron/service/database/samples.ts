import type { Sample } from '#shared/contract/overview.ts';
import { SAMPLED_STRATA, type SampleSizes, type Stratum } from '#shared/model/stratum.ts';
import type { Db } from './open.ts';
import { integer, json, row, rows, type Stored, text, write } from './statements.ts';

type FrameIds = Record<(typeof SAMPLED_STRATA)[number], string[]>;

export type NewSample = Omit<Sample, 'id' | 'drawnAt' | 'frame'> & {
  readonly run: number;
  readonly sizes: SampleSizes;
  readonly otherSystems: string[];
  /** Ids that could be drawn, by stratum. */
  readonly frameIds: FrameIds;
};

function toSample(db: Db, found: Stored): Sample {
  const id = integer(found.id);
  const sizes = json<SampleSizes>(found.sizes);
  const frame = json<FrameIds>(found.frame);
  const drawn = rows(
    db,
    `SELECT instance.instance_id, stratum FROM sample_instance JOIN instance ON instance.id = sample_instance.instance_id
     WHERE sample_id = ? ORDER BY sample_instance.position`,
    id,
  );
  return {
    id,
    name: text(found.name),
    drawnAt: text(found.drawn_at),
    drawnBy: text(found.drawn_by),
    rule: text(found.rule),
    ruleVersion: text(found.rule_version),
    reading: found.reading as Sample['reading'],
    seed: integer(found.seed),
    without: json(found.without),
    frameHash: text(found.frame_hash),
    frame: new Set(SAMPLED_STRATA.flatMap((stratum) => frame[stratum])).size,
    strongSystems: json(found.strong_systems),
    strata: SAMPLED_STRATA.map((stratum) => ({
      stratum,
      frame: frame[stratum].length,
      asked: sizes[stratum],
      instanceIds: drawn.filter((entry) => entry.stratum === stratum).map((entry) => text(entry.instance_id)),
    })),
  };
}

/** Every sample with its instances, the oldest first. */
export const samples = (db: Db): Sample[] => rows(db, 'SELECT * FROM sample ORDER BY id').map((found) => toSample(db, found));

/** The samples by name alone, the oldest first. */
export const sampleNames = (db: Db): { id: number; name: string }[] =>
  rows(db, 'SELECT id, name FROM sample ORDER BY id').map((found) => ({ id: integer(found.id), name: text(found.name) }));

/** A sample with its instances; null where there is none. */
export function sampleById(db: Db, id: number): Sample | null {
  const found = row(db, 'SELECT * FROM sample WHERE id = ?', id);
  return found ? toSample(db, found) : null;
}

/** What a sample rests on: its strata and verdicts stay those of its drawing. */
export type SampleBasis = {
  readonly run: number;
  readonly rule: string;
  readonly ruleVersion: string;
  /** Names of the systems that there were. */
  readonly systems: ReadonlySet<string>;
};

/** What a sample rests on; null where there is no such sample. */
export function sampleBasis(db: Db, id: number): SampleBasis | null {
  const found = row(db, 'SELECT run_id, rule, rule_version, strong_systems, other_systems FROM sample WHERE id = ?', id);
  if (!found) return null;
  return {
    run: integer(found.run_id),
    rule: text(found.rule),
    ruleVersion: text(found.rule_version),
    systems: new Set([...json<string[]>(found.strong_systems), ...json<string[]>(found.other_systems)]),
  };
}

/** Stores a drawn sample; triggers keep it as it is from then on. */
export function addSample(db: Db, sample: NewSample, instanceKeys: ReadonlyMap<string, number>): Sample {
  return db.transaction(() => {
    const id = write(
      db,
      `INSERT INTO sample (name, drawn_at, drawn_by, rule, rule_version, run_id, reading, seed, sizes, without, strong_systems,
         other_systems, frame, frame_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      sample.name,
      new Date().toISOString(),
      sample.drawnBy,
      sample.rule,
      sample.ruleVersion,
      sample.run,
      sample.reading,
      sample.seed,
      JSON.stringify(sample.sizes),
      JSON.stringify(sample.without),
      JSON.stringify(sample.strongSystems),
      JSON.stringify(sample.otherSystems),
      JSON.stringify(sample.frameIds),
      sample.frameHash,
    );
    let position = 0;
    for (const { stratum, instanceIds } of sample.strata) {
      for (const instanceId of instanceIds) {
        write(
          db,
          'INSERT INTO sample_instance (sample_id, instance_id, stratum, position) VALUES (?, ?, ?, ?)',
          id,
          instanceKeys.get(instanceId)!,
          stratum,
          position++,
        );
      }
    }
    return sampleById(db, id)!;
  })();
}

/** The samples that an instance was drawn in. */
export const samplesWith = (db: Db, instance: number): number[] =>
  rows(db, 'SELECT sample_id FROM sample_instance WHERE instance_id = ? ORDER BY sample_id', instance).map((found) =>
    integer(found.sample_id),
  );

/** The stratum of an instance in a sample; null where it was not drawn. */
export const stratumIn = (db: Db, sample: number, instance: number): Stratum | null =>
  (row(db, 'SELECT stratum FROM sample_instance WHERE sample_id = ? AND instance_id = ?', sample, instance)?.stratum ??
    null) as Stratum | null;

/** The sample's instances in the order of drawing. */
export const sampleInstances = (db: Db, id: number): { instance: number; stratum: Stratum }[] =>
  rows(db, 'SELECT instance_id, stratum FROM sample_instance WHERE sample_id = ? ORDER BY position', id).map((found) => ({
    instance: integer(found.instance_id),
    stratum: found.stratum as Stratum,
  }));
