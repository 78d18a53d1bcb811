import { z } from 'zod';
import { method } from './method.ts';

/** A pause longer than this is idle time, and none of it counts. */
export const IDLE_MS = 60_000;

/** A stretch of work is handed on at least this often, so that a crash loses no more. */
export const STRETCH_MS = 15_000;

const item = z.object({ instance: z.number().int(), system: z.number().int() });

export const timeMethods = {
  /** Adds a stretch of work, in ms, to an item; answers the sum. */
  'time.add': method(
    item.extend({
      ms: z
        .number()
        .positive()
        .max(STRETCH_MS + IDLE_MS),
    }),
    z.object({ ms: z.number() }),
  ),
  /** What the current annotator has spent on an item, in ms. */
  'time.get': method(item, z.object({ ms: z.number() })),
  /** Of a sample: the work so far, and what the open items may still take, once enough are finished to tell (else null). */
  'time.sample': method(
    z.object({ sample: z.number().int() }),
    z.object({ ms: z.number(), finished: z.number().int(), open: z.number().int(), leftMs: z.number().nullable() }),
  ),
};
