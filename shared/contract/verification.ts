import { z } from 'zod';
import { ENGINE_NAMES } from '../model/execution.ts';
import { shareSchema } from '../model/share.ts';
import { executionProgressSchema, RUN_STATES, runRequestSchema } from './execution.ts';
import { longMethod, method, nothing } from './method.ts';

/** How often golds run in each pass, as the benchmark's authors and the paper do it. */
export const VERIFICATION_PRESETS = {
  /** Passes one after the other, as in the benchmark's own verification: what the first lets through, more runs may not. */
  passes: { passes: [5, 10, 10, 10], gapSeconds: 0 },
  /** Windows apart in time: what agrees within a window may still change from one to the next. */
  windows: { passes: [10, 10, 10], gapSeconds: 3600 },
} as const;
export type VerificationPreset = keyof typeof VERIFICATION_PRESETS;

export const verificationRequestSchema = runRequestSchema
  .pick({
    jobs: true,
    limits: true,
    engine: true,
    connection: true,
    allowUnparsed: true,
    attempts: true,
    scope: true,
    maxQueries: true,
  })
  .extend({
    /** Runs of each gold in each pass. */
    passes: z.array(z.number().int().min(2).max(100)).min(1).max(20),
    /** Seconds between the end of a pass and the start of the next. */
    gapSeconds: z
      .number()
      .int()
      .min(0)
      .max(7 * 86_400),
    /** Says whether two runs agree. */
    rule: z.string(),
  });
export type VerificationRequest = z.infer<typeof verificationRequestSchema>;

/** How the runs of one gold differ. */
const VARIATION_KINDS = ['failures', 'columns', 'row count', 'cells', 'row order'] as const;

export const variationSchema = z.object({
  kind: z.enum(VARIATION_KINDS),
  /** Different results, by content. */
  results: z.number().int(),
  /** Of each result, its rows: the most frequent result first. */
  rowCounts: z.array(z.number().int()),
  /** Columns of the most frequent result with cells that vary, and in how many rows. */
  columns: z.array(z.object({ column: z.string(), rows: z.number().int() })),
  /** Cells that vary, with their different values; the first ones of `cellCount`. Rows count from 1 in the most frequent result. */
  cells: z.array(z.object({ row: z.number().int(), column: z.string(), values: z.array(z.string()) })),
  cellCount: z.number().int(),
  /** True where results were too large to be compared cell by cell. */
  tooLarge: z.boolean(),
});
export type Variation = z.infer<typeof variationSchema>;

export const unstableGoldSchema = z.object({
  instance: z.number().int(),
  instanceId: z.string(),
  /** Empty where the instance has one. */
  gold: z.string(),
  database: z.string(),
  engine: z.enum(ENGINE_NAMES),
  sql: z.string(),
  /** In each pass that checked it: runs that agree with the most frequent result, of so many; those that failed. */
  passes: z.array(
    z.object({ pass: z.number().int(), agreeing: z.number().int(), runs: z.number().int(), failed: z.number().int() }),
  ),
  /** Whether the most frequent results of the passes agree with one another. */
  agreesBetweenPasses: z.boolean(),
  /** What the engine said of a run that failed; null where none did. */
  error: z.string().nullable(),
  variation: variationSchema,
});
export type UnstableGold = z.infer<typeof unstableGoldSchema>;

export const verificationReportSchema = z.object({
  id: z.number().int(),
  startedAt: z.string(),
  state: z.enum(RUN_STATES),
  stopReason: z.string().nullable(),
  rule: z.string(),
  ruleVersion: z.string(),
  gapSeconds: z.number().int(),
  /** Which instances; null: all. */
  scope: z.string().nullable(),
  golds: z.number().int(),
  passes: z.array(
    z.object({
      pass: z.number().int(),
      runs: z.number().int(),
      /** Null until its first execution has ended. */
      window: z.object({ from: z.string(), to: z.string() }).nullable(),
      /** Golds that ran as often as they should and that the environment let run; the others are not checked. */
      checked: z.number().int(),
      consistent: shareSchema,
      /** Of golds that this and every earlier pass checked: those consistent in all of them. */
      consistentSoFar: shareSchema,
      newlyInconsistent: z.number().int(),
    }),
  ),
  /** Golds that the environment kept from running in some pass, which says nothing about them. */
  environment: z.number().int(),
  /** Consistent in every pass and between them, of those that every pass checked. */
  verified: shareSchema,
  unstable: z.array(unstableGoldSchema),
});
export type VerificationReport = z.infer<typeof verificationReportSchema>;

export const verificationMethods = {
  /** Runs every gold of the scope again and again, pass by pass; nothing of it touches verdicts. */
  'verification.start': longMethod(verificationRequestSchema, z.object({ id: z.number().int() }), executionProgressSchema),
  /** Goes on with the latest verification where it was paused, stopped or interrupted. */
  'verification.resume': longMethod(nothing, z.object({ id: z.number().int() }), executionProgressSchema),
  'verification.list': method(
    nothing,
    z.array(
      z.object({ id: z.number().int(), startedAt: z.string(), passes: z.array(z.number().int()), state: z.enum(RUN_STATES) }),
    ),
  ),
  /** What the runs of a verification show so far; `id` null: of the latest. Null before the first. */
  'verification.report': method(z.object({ id: z.number().int().nullable() }), verificationReportSchema.nullable()),
};
