import { z } from 'zod';
import { userRuleNameSchema, userRuleOptionsSchema, userRuleSchema } from '../model/userRule.ts';
import { method, nothing } from './method.ts';

export const ruleViewSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  source: z.string(),
  /** What counts as a match, in plain sentences; null where none is written. */
  definition: z.string().nullable(),
  /** It gives a score: shown as a mean; only a score of 1 counts as a match. */
  givesScore: z.boolean(),
  /** The project is judged by it. */
  chosen: z.boolean(),
  /** A benchmark of this format is usually judged by it. */
  usual: z.boolean(),
  /** Of the project's own rules. */
  options: userRuleOptionsSchema.nullable(),
});
export type RuleView = z.infer<typeof ruleViewSchema>;

export const ruleMethods = {
  /** Every rule, those of the project last. */
  'judge.rules': method(nothing, z.array(ruleViewSchema)),
  /** Chooses the rules that the project is judged by, in the shown order; null = the usual ones of its benchmark. */
  'rules.choose': method(z.object({ rules: z.array(z.string()).min(1).nullable() }), z.array(ruleViewSchema)),
  /** Adds a rule of the project's own, or a new version of it, and chooses it. Old verdicts stay under the old version. */
  'rules.add': method(z.object({ name: userRuleNameSchema, options: userRuleOptionsSchema }), userRuleSchema),
};
