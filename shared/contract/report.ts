import { z } from 'zod';
import { stratumSchema } from '../model/stratum.ts';
import { method, nothing } from './method.ts';
import { shareSchema } from './overview.ts';

/** Share of the stratum's labelled instances that carry a code in any system's label; several codes an instance. */
export const errorTypesSchema = z.object({
  sample: z.string(),
  annotator: z.string(),
  rule: z.string(),
  ruleVersion: z.string(),
  seed: z.number().int(),
  codebookVersion: z.number().int(),
  strata: z.array(
    z.object({
      stratum: stratumSchema,
      /** Instances of the stratum in the frame. */
      frame: z.number().int(),
      drawn: z.number().int(),
      /** Instances with no item left open: the denominator n. */
      labelled: z.number().int(),
    }),
  ),
  codes: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      shares: z.array(
        z.object({
          stratum: stratumSchema,
          /** Null where the codebook does not offer the code in the stratum. */
          share: shareSchema.nullable(),
          instanceIds: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** What a reader must know: unfinished strata, undecided and skipped items. */
  checks: z.array(z.object({ level: z.enum(['ok', 'note', 'warning']), text: z.string() })),
  caption: z.string(),
});
export type ErrorTypes = z.infer<typeof errorTypesSchema>;

export const accuracySchema = z.object({
  rules: z.array(z.object({ id: z.string(), version: z.string() })),
  systems: z.array(
    z.object({
      system: z.string(),
      group: z.string(),
      executed: shareSchema,
      rules: z.array(z.object({ rule: z.string(), overFrame: shareSchema, overAll: shareSchema })),
    }),
  ),
});
export type Accuracy = z.infer<typeof accuracySchema>;

const basis = z.object({ sample: z.number().int() });

export const reportMethods = {
  'report.errorTypes': method(basis, errorTypesSchema),
  'report.accuracy': method(nothing, accuracySchema),
  /** One file of the report, as bytes for a save dialog. */
  'report.file': method(
    basis.extend({
      name: z.enum([
        'error-types.svg',
        'error-types.png',
        'error-types.csv',
        'error-types.json',
        'accuracy.csv',
        'accuracy.json',
      ]),
    }),
    z.object({ name: z.string(), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  ),
  /** Writes every file of the report into a folder; answers their paths. `sample` null = the newest. */
  'report.export': method(
    z.object({ sample: z.number().int().nullable(), directory: z.string().min(1) }),
    z.object({ files: z.array(z.string()) }),
  ),
};
