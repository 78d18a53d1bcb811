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

/** A mean with its number of values and its 95 % interval (normal approximation). With n = 0 nothing is known: all 0. */
export const meanSchema = z.object({ mean: z.number(), n: z.number().int(), low: z.number(), high: z.number() });
export type Mean = z.infer<typeof meanSchema>;
