import { z } from 'zod';
import { executionSchema } from '../model/execution.ts';
import { findingSchema } from '../model/finding.ts';
import { itemKeySchema } from '../model/item.ts';
import { itemStatusSchema, labelChangeSchema, labelEditSchema, labelSchema } from '../model/label.ts';
import { stratumSchema } from '../model/stratum.ts';
import { trajectorySchema } from '../model/trajectory.ts';
import { verdictSchema } from '../model/verdict.ts';
import { explanationSchema } from '../model/why.ts';
import { method, nothing, rowSchema } from './method.ts';

/** Which pair of a trial is looked at: its own two sides, or one side as the run has it beside the same side in the trial. */
export const trialPairSchema = z.object({ id: z.number().int(), compare: z.enum(['sides', 'gold', 'prediction']) });
export type TrialPair = z.infer<typeof trialPairSchema>;

/** An item in the run of a sample, or in the newest run where it is null or left out. */
const resultKey = itemKeySchema.extend({
  sample: z.number().int().nullable().optional(),
  /** The gold whose rows are shown; without it the first that has some. */
  gold: z.string().nullable().optional(),
  trial: trialPairSchema.nullable().optional(),
});
export type ResultKey = z.infer<typeof resultKey>;

/** One instance of the queue; `items` are the predictions to label (those that do not match), one a system. */
export const queueEntrySchema = z.object({
  instance: z.number().int(),
  instanceId: z.string(),
  database: z.string(),
  instruction: z.string(),
  /** Null without a sample, and for an annotator who labels blind. */
  stratum: stratumSchema.nullable(),
  items: z.array(
    z.object({
      system: z.number().int(),
      status: itemStatusSchema,
      flagged: z.boolean(),
      codes: z.array(z.string()),
      /** A code was set under an older meaning than the codebook now gives it. */
      stale: z.boolean(),
    }),
  ),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

const itemPlace = { instance: z.number().int(), system: z.number().int() };

/** What the queue can be filtered by beyond its entries. */
export const queueFacetsSchema = z.object({
  systems: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Rules that turn the verdict of at least one item. */
  rules: z.array(z.string()),
  /** AI functions that the benchmark names for an instance. */
  functions: z.array(z.object({ instance: z.number().int(), names: z.array(z.string()) })),
  /** Items that the named rules match, where the sample's rule does not. */
  flips: z.array(z.object({ ...itemPlace, rules: z.array(z.string()) })),
  /** Items that another annotator finished with other codes. */
  disputed: z.array(z.object(itemPlace)),
  /** The systems that have a trajectory, by instance; not told to an annotator who labels blind: few systems may have one. */
  trajectories: z.array(z.object({ instance: z.number().int(), systems: z.array(z.number().int()) })),
});
export type QueueFacets = z.infer<typeof queueFacetsSchema>;

export const schemaTableSchema = z.object({
  name: z.string(),
  title: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      type: z.string(),
      primaryKey: z.boolean(),
      /** `table.column` that a foreign key points at. */
      references: z.string().nullable(),
      /** What the benchmark's documentation says of the column. */
      description: z.string().optional(),
    }),
  ),
});
export type SchemaTable = z.infer<typeof schemaTableSchema>;

export const goldViewSchema = z.object({
  name: z.string(),
  sql: z.string().nullable(),
  execution: executionSchema.nullable(),
  /** Why it does not compile on a sample database made of its schema; null where it does, or nobody has tried. */
  compileProblem: z.string().nullish(),
});
export type GoldView = z.infer<typeof goldViewSchema>;

export const predictionViewSchema = z.object({
  system: z.number().int(),
  name: z.string(),
  group: z.string(),
  sql: z.string().nullable(),
  /** Where it was read: file and line. */
  source: z.string(),
  execution: executionSchema.nullable(),
  /** As of a gold. */
  compileProblem: z.string().nullish(),
  /** One a rule, at the version that holds; under the sample's rule at the sample's version. */
  verdicts: z.array(verdictSchema),
  /** Why it differs, or what its matches hide; null where there is nothing to say and where it is only told on asking. */
  explanation: explanationSchema.nullable(),
  /** Systems with the same letter returned the same rows; null without a result. */
  cluster: z.string().nullable(),
  trajectorySteps: z.number().int().nullable(),
  label: labelSchema,
});
export type PredictionView = z.infer<typeof predictionViewSchema>;

export const instanceViewSchema = z.object({
  instance: z.number().int(),
  instanceId: z.string(),
  database: z.string(),
  engine: z.string(),
  instruction: z.string(),
  knowledge: z.string().nullable(),
  /** The document that the benchmark names for it, imported or not. */
  document: z.string().nullable(),
  difficulty: z.string().nullable(),
  stratum: stratumSchema.nullable(),
  /** Blind labelling hides names, verdicts and marks until every item is committed or the instance is revealed. */
  hidden: z.boolean(),
  golds: z.array(goldViewSchema),
  predictions: z.array(predictionViewSchema),
  /** Systems of the project that gave no prediction for it, by name; none where names are hidden. */
  withoutPrediction: z.array(z.string()),
  schema: z.array(schemaTableSchema),
  /** What a check of the golds found of this instance in the run. */
  findings: z.array(findingSchema),
});
export type InstanceView = z.infer<typeof instanceViewSchema>;

/** Where each shown column stands: `gold` and `prediction` are column indices; null = the side lacks it. */
export const alignedColumnSchema = z.object({
  gold: z.number().int().nullable(),
  prediction: z.number().int().nullable(),
  /** Paired rows whose two cells differ in this column, so that a grid can hide the columns that are equal throughout. */
  differing: z.number().int(),
});
export type AlignedColumn = z.infer<typeof alignedColumnSchema>;

export const resultViewSchema = z.object({
  goldColumns: z.array(z.string()),
  predictionColumns: z.array(z.string()),
  columns: z.array(alignedColumnSchema),
  /** Aligned rows: pairs plus rows that only one side has. */
  rowCount: z.number().int(),
  counts: z.object({
    equal: z.number().int(),
    different: z.number().int(),
    onlyGold: z.number().int(),
    onlyPrediction: z.number().int(),
    differingCells: z.number().int(),
  }),
  /** False: blind labelling hides what differs; counts and marks are empty. */
  marked: z.boolean(),
  /** Null where both sides have a result. */
  missing: z.enum(['gold', 'prediction', 'both']).nullable(),
});
export type ResultView = z.infer<typeof resultViewSchema>;

/**
 * One shown row; a side that lacks it is null. `differing` are indices into {@link ResultView.columns}. Where marks are
 * hidden every row is `equal`.
 */
export const alignedRowSchema = z.object({
  kind: z.enum(['equal', 'different', 'only gold', 'only prediction']),
  goldIndex: z.number().int().nullable(),
  predictionIndex: z.number().int().nullable(),
  gold: rowSchema.nullable(),
  prediction: rowSchema.nullable(),
  differing: z.array(z.number().int()),
});
export type AlignedRow = z.infer<typeof alignedRowSchema>;

const withRow = { row: z.number().int().nullable(), difference: z.number().int().nullable() };

/** An {@link explanationSchema}; `row` is the aligned row in which a kind is first seen, `difference` its place among the
 * rows that are not equal; null where no single row shows it. */
export const whySchema = explanationSchema.extend({
  nearMisses: z.array(explanationSchema.shape.nearMisses.element.extend(withRow)),
  warnings: z.array(explanationSchema.shape.warnings.element.extend(withRow)),
});
export type Why = z.infer<typeof whySchema>;

export const labelAnswerSchema = z.object({
  instance: z.number().int(),
  system: z.number().int(),
  label: labelSchema,
  /** When the change was on disk. */
  savedAt: z.string(),
  undoSteps: z.number().int(),
  redoSteps: z.number().int(),
  description: z.string(),
});
export type LabelAnswer = z.infer<typeof labelAnswerSchema>;

export const roomMethods = {
  /** The instances of a sample; without one every instance, with nothing to label. */
  'room.queue': method(z.object({ sample: z.number().int().nullable() }), z.array(queueEntrySchema)),
  'room.facets': method(z.object({ sample: z.number().int() }), queueFacetsSchema),
  'room.instance': method(z.object({ instance: z.number().int(), sample: z.number().int().nullable() }), instanceViewSchema),
  /** The text of the document that an instance names; null where the document was not imported. */
  'room.document': method(z.object({ instance: z.number().int() }), z.object({ text: z.string().nullable() })),
  /** The two result tables under the best single column mapping, without rows. */
  'room.results': method(resultKey, resultViewSchema),
  /** A page of the aligned rows; `onlyDifferences` counts and pages only rows that are not equal. */
  'room.rows': method(
    resultKey.extend({ from: z.number().int().min(0), count: z.number().int().min(1).max(2_000), onlyDifferences: z.boolean() }),
    z.object({ rows: z.array(alignedRowSchema) }),
  ),
  /** Index of the next row that is not equal, from `from` (exclusive) in the direction; null without one. */
  'room.nextDifference': method(
    resultKey.extend({ from: z.number().int(), direction: z.enum(['forward', 'back']) }),
    z.object({ index: z.number().int().nullable() }),
  ),
  /** Index of the aligned row that shows a side's own row, among all or among those that differ; null where none does. */
  'room.rowOf': method(
    resultKey.extend({
      side: z.enum(['gold', 'prediction']),
      row: z.number().int().min(0),
      onlyDifferences: z.boolean(),
    }),
    z.object({ index: z.number().int().nullable() }),
  ),
  /** Why the rows differ, or what a match hides; null where a side has no result. */
  'room.why': method(
    itemKeySchema.extend({ sample: z.number().int().nullable(), gold: z.string().nullable().optional() }),
    whySchema.nullable(),
  ),
  /** `rollout` 0 without it. */
  'room.trajectory': method(itemKeySchema.extend({ rollout: z.number().int().min(0).optional() }), trajectorySchema.nullable()),
  'label.edit': method(itemKeySchema.extend({ edit: labelEditSchema }), labelAnswerSchema),
  /** Copies codes, note, responsible party, confidence and status to systems that returned the same rows: one undo step. */
  'label.copy': method(itemKeySchema.extend({ systems: z.array(z.number().int()).min(1) }), z.array(labelAnswerSchema)),
  /** Takes back (or does again) the annotator's latest change, wherever it was; null when there is none. */
  'label.undo': method(nothing, labelAnswerSchema.nullable()),
  'label.redo': method(nothing, labelAnswerSchema.nullable()),
  'label.history': method(itemKeySchema, z.array(labelChangeSchema)),
  /** The current annotator's undo depth, for the footer. */
  'label.depth': method(nothing, z.object({ undoSteps: z.number().int(), redoSteps: z.number().int() })),
};
