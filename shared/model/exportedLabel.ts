import { z } from 'zod';
import { labelSchema } from './label.ts';
import { stratumSchema } from './stratum.ts';
import { verdictStateSchema } from './verdict.ts';

/** One label as it leaves the project: what was labelled, by whom, and under which verdict. */
export const exportedLabelSchema = labelSchema.omit({ copiedFrom: true }).extend({
  sample: z.string(),
  instanceId: z.string(),
  database: z.string(),
  /** Stratum, group and verdict are null, and the system a letter, while blind labelling hides them. */
  stratum: stratumSchema.nullable(),
  system: z.string(),
  group: z.string().nullable(),
  rule: z.string(),
  ruleVersion: z.string(),
  verdict: verdictStateSchema.nullable(),
  annotator: z.string(),
  /** The system whose label was copied here because both returned the same rows. */
  copiedFrom: z.string().nullable(),
  /** Time at work on the item in ms, without pauses over a minute; 0 where it was only copied or never shown. */
  workMs: z.number(),
  /** When the label last changed; null where it never did. */
  updatedAt: z.string().nullable(),
});
export type ExportedLabel = z.infer<typeof exportedLabelSchema>;
