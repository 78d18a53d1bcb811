import { z } from 'zod';

/** One record that was not taken, with the place where it stands and why. */
export const rejectionSchema = z.object({
  file: z.string(),
  /** 1-based line, where the file has lines that mean something. */
  line: z.number().int().nullable(),
  /** The record's own key (an instance id), where it has one. */
  key: z.string().nullable(),
  reason: z.string(),
  /** The offending text, shortened. */
  excerpt: z.string(),
});
export type Rejection = z.infer<typeof rejectionSchema>;

/** What an import read of one file: read = kept + unchanged + rejected, always. */
export const receiptSchema = z.object({
  what: z.string(),
  file: z.string(),
  read: z.number().int(),
  kept: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.number().int(),
  rejections: z.array(rejectionSchema),
  /** Records taken after a change that is recorded with them, e.g. a database name cut from the line's end. */
  cleaned: z.number().int(),
  notes: z.array(z.string()),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const storedReceiptSchema = receiptSchema.extend({ id: z.number().int(), at: z.string() });
export type StoredReceipt = z.infer<typeof storedReceiptSchema>;
