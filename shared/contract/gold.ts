import { z } from 'zod';
import { findingSchema } from '../model/finding.ts';
import { connectionSourceSchema } from './connection.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

export const goldFindingsSchema = z.object({
  /** When the golds of the current run were checked; null where they were not. */
  checkedAt: z.string().nullable(),
  /** Golds that were checked. */
  golds: z.number().int(),
  /** Golds whose order and LIMIT could not be looked at, and why. */
  unprobed: z.array(z.object({ instanceId: z.string(), reason: z.string() })),
  /** How many systems must return the same rows for 'systems agree against gold'. */
  agreeingSystems: z.number().int(),
  findings: z.array(findingSchema.omit({ system: true }).extend({ instanceId: z.string(), systemName: z.string().nullable() })),
});
export type GoldFindings = z.infer<typeof goldFindingsSchema>;

export const goldMethods = {
  /**
   * Checks every gold of the current run: whether it runs, matches its stored tables and itself, whether LIMIT cuts a tie,
   * and whether systems agree against it. Runs further queries on local databases; on a warehouse only where `connection`
   * names it, and at most `maxQueries` of them.
   */
  'gold.check': longMethod(
    z.object({ connection: connectionSourceSchema.optional(), maxQueries: z.number().int().min(1).optional() }).nullable(),
    goldFindingsSchema,
    progressSchema,
  ),
  'gold.findings': method(nothing, goldFindingsSchema),
};
