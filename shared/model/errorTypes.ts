import { z } from 'zod';
import { shareSchema } from './share.ts';
import { stratumSchema } from './stratum.ts';

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
export type Check = ErrorTypes['checks'][number];
