import { z } from 'zod';

/** A share with its counts and its Wilson 95 % interval, all of 1. With n = 0 nothing is known: 0, from 0 to 1. */
export const shareSchema = z.object({
  count: z.number().int(),
  n: z.number().int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Share = z.infer<typeof shareSchema>;
