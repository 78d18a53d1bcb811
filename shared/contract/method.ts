import { z } from 'zod';
import type { Method } from './rpc.ts';

/** A method that answers at once. */
export const method = <P extends z.ZodType, R extends z.ZodType>(params: P, result: R): Method<P, R, z.ZodNever> => ({
  params,
  result,
  progress: z.never(),
});

/** A method that reports while it runs and can be cancelled. */
export const longMethod = <P extends z.ZodType, R extends z.ZodType, G extends z.ZodType>(
  params: P,
  result: R,
  progress: G,
): Method<P, R, G> => ({ params, result, progress });

export const nothing = z.null();

/** How far a long method is; `etaSeconds` is null until it can be told. */
export const progressSchema = z.object({
  phase: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  etaSeconds: z.number().nullable(),
});
export type ProgressReport = z.infer<typeof progressSchema>;

/** A cell, as it crosses to the window: rows can be large, so their inner structure is trusted. */
export const rowSchema = z.custom<import('../model/value.ts').Row>((row) => Array.isArray(row));
