import { z } from 'zod';
import { receiptSchema, storedReceiptSchema } from '../model/receipt.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

/** One thing to import, as a person names it or as Assay proposes it. */
export const importItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('benchmark'), format: z.enum(['spider']), path: z.string() }),
  z.object({
    kind: z.literal('predictions'),
    format: z.enum(['lines']),
    path: z.string(),
    system: z.string().trim().min(1).max(120),
    group: z.string().trim().min(1).max(40),
  }),
  z.object({
    kind: z.literal('trajectories'),
    format: z.enum(['spider-agent-tc']),
    path: z.string(),
    system: z.string().trim().min(1).max(120),
  }),
]);
export type ImportItem = z.infer<typeof importItemSchema>;

/** What an item would bring, before anything is written. */
export const importPreviewSchema = z.object({
  item: importItemSchema,
  /** One receipt a file; what they say is what an import would do. */
  receipts: z.array(receiptSchema),
  /** The first ten records, in the file's order. */
  firstTen: z.array(z.object({ line: z.number().int().nullable(), key: z.string(), text: z.string(), note: z.string() })),
  /** Instances of the benchmark that the item gives no prediction for. */
  without: z.array(z.string()),
  /** Why nothing of the item can be imported; null where it can. */
  refused: z.object({ message: z.string(), next: z.string().nullable() }).nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const importMethods = {
  /** What the named files and folders look like: proposals, in the order to import them; what no reader claims is in `leftAlone`. */
  'import.detect': method(
    z.object({ paths: z.array(z.string()) }),
    z.object({ items: z.array(importItemSchema), leftAlone: z.array(z.string()) }),
  ),
  'import.preview': longMethod(z.object({ items: z.array(importItemSchema) }), z.array(importPreviewSchema), progressSchema),
  /** Imports the items in order, each in a transaction of its own; the receipts are kept with the project. */
  'import.run': longMethod(z.object({ items: z.array(importItemSchema) }), z.array(storedReceiptSchema), progressSchema),
  'import.receipts': method(nothing, z.array(storedReceiptSchema)),
};
