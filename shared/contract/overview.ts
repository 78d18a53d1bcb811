import { z } from 'zod';
import { meanSchema, shareSchema } from '../model/share.ts';
import { s2ReadingSchema, sampleSizesSchema, stratumSchema } from '../model/stratum.ts';
import { verdictStateSchema } from '../model/verdict.ts';
import { NEAR_MISS_KINDS, WARNING_KINDS } from '../model/why.ts';
import { method, nothing } from './method.ts';
import { matrixSchema } from './verdictMatrix.ts';

export { type Share, shareSchema } from '../model/share.ts';
export type { MatrixRow } from './verdictMatrix.ts';

export const systemRowSchema = z.object({
  systemId: z.number().int(),
  name: z.string(),
  group: z.string(),
  /** Predictions that ran without failing, of all instances but result tables handed in. n = 0: none was a query, or none has run. */
  executed: shareSchema,
  /** Matches under the chosen rule, of the frame. */
  accuracy: shareSchema,
  /** Matches under each judged rule, of that rule's own frame. */
  byRule: z.array(
    z.object({
      rule: z.string(),
      accuracy: shareSchema,
      /** Of a rule that gives a score: the mean over its frame, which is what is shown. */
      meanScore: meanSchema.nullable(),
    }),
  ),
  /** Instances whose verdict differs between judged rules that match or not. */
  flips: z.number().int(),
  counts: z.record(verdictStateSchema, z.number().int()),
  /** Median of prediction time over gold time where both ran; null without one. */
  timeRatio: z.number().nullable(),
  /** Mismatches under the chosen rule that are near misses, by kind; one can be of several kinds. */
  nearMisses: z.array(z.object({ kind: z.enum(NEAR_MISS_KINDS), count: z.number().int() })),
  /** Matches under the chosen rule that carry a warning, by kind. */
  warnings: z.array(z.object({ kind: z.enum(WARNING_KINDS), count: z.number().int() })),
});
export type SystemRow = z.infer<typeof systemRowSchema>;

export const strataSchema = z.object({
  rule: z.string(),
  ruleVersion: z.string(),
  reading: s2ReadingSchema,
  strongSystems: z.array(z.string()),
  otherSystems: z.array(z.string()),
  /** All instances, and those whose gold ran and could be judged. */
  instances: z.number().int(),
  frame: z.number().int(),
  outside: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  strata: z.array(z.object({ stratum: stratumSchema, count: z.number().int(), instanceIds: z.array(z.string()) })),
});
export type Strata = z.infer<typeof strataSchema>;

export const overviewSchema = z.object({
  rule: z.string(),
  rules: z.array(z.string()),
  /** Those of `rules` that give a score. */
  scoreRules: z.array(z.string()),
  systems: z.array(systemRowSchema),
  matrix: matrixSchema,
  strata: strataSchema,
  /** Why predictions are not judged under the chosen rule, with the instances: caps, broken evaluation configurations. */
  notJudged: z.array(z.object({ reason: z.string(), instanceIds: z.array(z.string()) })),
  /** How many (instance, system) pairs two rules that match or not judge differently, of those both judged. */
  disagreements: z.array(z.object({ first: z.string(), second: z.string(), count: z.number().int(), n: z.number().int() })),
});
export type Overview = z.infer<typeof overviewSchema>;
/** The same as it travels. */
export type PackedOverview = z.input<typeof overviewSchema>;

const strataParams = z.object({ rule: z.string(), reading: s2ReadingSchema });

export const drawParams = strataParams.extend({
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sizes: sampleSizesSchema,
  /** Samples whose instances are left out of the frame. */
  without: z.array(z.string()),
});

export const drawnStratumSchema = z.object({
  stratum: stratumSchema,
  /** Instances of the stratum that could be drawn. */
  frame: z.number().int(),
  asked: z.number().int(),
  instanceIds: z.array(z.string()),
});

export const sampleSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  drawnAt: z.string(),
  drawnBy: z.string(),
  rule: z.string(),
  ruleVersion: z.string(),
  reading: s2ReadingSchema,
  seed: z.number().int(),
  without: z.array(z.string()),
  frameHash: z.string(),
  /** Instances that could be drawn. */
  frame: z.number().int(),
  strongSystems: z.array(z.string()),
  strata: z.array(drawnStratumSchema),
});
export type Sample = z.infer<typeof sampleSchema>;

export const overviewMethods = {
  'overview.get': method(strataParams, overviewSchema),
  /** Every instance of the benchmark with what a person searches for, in the benchmark's order. */
  'instances.list': method(
    nothing,
    z.array(z.object({ instance: z.number().int(), instanceId: z.string(), database: z.string(), instruction: z.string() })),
  ),
  /** Moves systems into a group: all of them or, where one is unknown, none. */
  'systems.setGroup': method(z.object({ systems: z.array(z.string()).min(1), group: z.string().trim().min(1).max(40) }), nothing),
  'strata.get': method(strataParams, strataSchema),
  /** What a draw would give; writes nothing. */
  'sample.preview': method(drawParams, z.array(drawnStratumSchema)),
  /** Draws and locks a sample. A drawn sample never changes. */
  'sample.draw': method(drawParams.extend({ name: z.string().trim().min(1).max(80) }), sampleSchema),
  'sample.list': method(nothing, z.array(sampleSchema)),
};
