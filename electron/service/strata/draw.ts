import { createHash } from 'node:crypto';
import { drawSample } from '#shared/analysis/sample.ts';
import { frameText } from '#shared/analysis/strata.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Sample } from '#shared/contract/overview.ts';
import type { S2Reading, SampleSizes } from '#shared/model/stratum.ts';
import { SAMPLED_STRATA } from '#shared/model/stratum.ts';
import { instances } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { addSample, samples } from '../database/samples.ts';
import { ruleNamed } from '../rules/project-rules.ts';
import { strataOf } from './overview.ts';
import { requireRun } from './verdict-tables.ts';

export type Draw = {
  readonly rule: string;
  readonly reading: S2Reading;
  readonly seed: number;
  readonly sizes: SampleSizes;
  /** Names of samples whose instances are left out. */
  readonly without: readonly string[];
};

/** What a draw gives, without writing it. */
export function previewDraw(db: Db, draw: Draw) {
  const strata = strataOf(db, ruleNamed(db, draw.rule), draw.reading);
  const earlier = samples(db);
  const left = draw.without.flatMap((name) => {
    const sample = earlier.find((candidate) => candidate.name === name);
    if (!sample) throw new AssayError('NOT_FOUND', `There is no sample ${name}.`);
    return sample.strata.flatMap((stratum) => stratum.instanceIds);
  });
  return { strata, left: new Set(left), drawn: drawSample(strata.strata, draw.sizes, draw.seed, left) };
}

/** Draws a sample and locks it. @throws AssayError where the name is taken or nothing can be drawn. */
export function drawAndStore(db: Db, name: string, draw: Draw, annotator: string): Sample {
  if (samples(db).some((sample) => sample.name === name)) {
    throw new AssayError('INVALID_INPUT', `There is a sample ${name} already, and a drawn sample never changes.`, {
      next: 'Choose another name.',
    });
  }
  const { strata, left, drawn } = previewDraw(db, draw);
  if (drawn.every((stratum) => stratum.instanceIds.length === 0)) {
    throw new AssayError('NOTHING_TO_DO', 'No stratum holds an instance to draw.', {
      next:
        strata.strongSystems.length === 0 ? 'Put at least one system into the group strong.' : 'Change the sizes or the rule.',
    });
  }
  const available = (stratum: string) =>
    strata.strata.find((entry) => entry.stratum === stratum)!.instanceIds.filter((id) => !left.has(id));
  const [S1, S2, S3] = SAMPLED_STRATA.map(available) as [string[], string[], string[]];
  return addSample(
    db,
    {
      name,
      drawnBy: annotator,
      rule: strata.rule,
      ruleVersion: strata.ruleVersion,
      run: requireRun(db),
      reading: draw.reading,
      seed: draw.seed,
      sizes: draw.sizes,
      without: [...draw.without],
      strongSystems: strata.strongSystems,
      otherSystems: strata.otherSystems,
      frameIds: { S1, S2, S3 },
      frameHash: createHash('sha256').update(frameText(strata)).digest('hex'),
      strata: drawn.map((stratum) => ({ ...stratum, instanceIds: [...stratum.instanceIds] })),
    },
    new Map(instances(db).map((instance) => [instance.instanceId, instance.id])),
  );
}
