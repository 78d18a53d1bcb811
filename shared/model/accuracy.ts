import { z } from 'zod';
import { shareSchema } from './share.ts';

/** Execution accuracy (EX) of every system under every rule, each with its denominator. */
export const accuracySchema = z.object({
  /** The database files that the queries ran on; null where there were none. */
  databases: z.string().nullable(),
  rules: z.array(z.object({ id: z.string(), version: z.string() })),
  systems: z.array(
    z.object({
      system: z.string(),
      group: z.string(),
      /** Exec. %: predictions that ran without failing, of all instances but result tables handed in. n = 0: none was a query, or none has run. */
      executed: shareSchema,
      rules: z.array(
        z.object({
          rule: z.string(),
          /** Matches of the rule's frame: instances whose gold ran and could be judged. */
          overFrame: shareSchema,
          /** Matches of all instances. */
          overAll: shareSchema,
        }),
      ),
    }),
  ),
});
export type Accuracy = z.infer<typeof accuracySchema>;
