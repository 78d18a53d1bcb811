import { z } from 'zod';
import { method } from './method.ts';

export const SEARCHED = ['instruction', 'sql', 'note', 'trajectory'] as const;
export type Searched = (typeof SEARCHED)[number];

/** A place where the words stand. Whose it is: a gold (system null), a system's prediction or trajectory, an annotator's note. */
export const searchHitSchema = z.object({
  in: z.enum(SEARCHED),
  instance: z.number().int(),
  instanceId: z.string(),
  system: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  rollout: z.number().int().nullable(),
  /** Of a trajectory: the step, from 0. */
  step: z.number().int().nullable(),
  annotator: z.string().nullable(),
  /** The text around the first match, in pieces. */
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchMethods = {
  /**
   * Instructions, SQL, notes and trajectories that hold all words of the text; the last word may be the beginning of one.
   * `cut` says that there are more than `limit` of a kind; `unsearched` names the numbers of the text that are looked for
   * nowhere in what trajectories observed: long ones and decimals are left out of their index.
   */
  'search.find': method(
    z.object({
      text: z.string().max(400),
      in: z.array(z.enum(SEARCHED)).default([...SEARCHED]),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    z.object({ hits: z.array(searchHitSchema), cut: z.boolean(), unsearched: z.array(z.string()) }),
  ),
};
