import { z } from 'zod';
import { PREDICTION_FORMATS } from './import.ts';
import { longMethod, progressSchema } from './method.ts';

/** What to write in the format it came in. Predictions can be written in any of their formats. */
export const exportItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('benchmark') }),
  z.object({ kind: z.literal('predictions'), system: z.string(), format: z.enum(PREDICTION_FORMATS) }),
  z.object({ kind: z.literal('trajectories'), system: z.string() }),
  z.object({ kind: z.literal('outcomes'), system: z.string() }),
  z.object({ kind: z.literal('receipts') }),
]);
export type ExportItem = z.infer<typeof exportItemSchema>;

export const exportMethods = {
  /**
   * Writes into `directory`, which must be empty or new. `left` names records that the format has no place for.
   */
  'export.run': longMethod(
    z.object({ item: exportItemSchema, directory: z.string().min(1) }),
    z.object({ files: z.number().int(), records: z.number().int(), left: z.array(z.string()) }),
    progressSchema,
  ),
};
