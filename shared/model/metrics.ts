import { z } from 'zod';
import { meanSchema, shareSchema } from './share.ts';

/** A quantity with its interval, in the unit that its column names; n values are behind it. */
export const amountSchema = z.object({ value: z.number(), n: z.number().int(), low: z.number(), high: z.number() });
export type Amount = z.infer<typeof amountSchema>;

const METRIC_KINDS = ['text', 'count', 'share', 'mean', 'amount'] as const;

export const metricColumnSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** What it counts and of what, for a tooltip and for who reads the file. */
  what: z.string(),
  kind: z.enum(METRIC_KINDS),
});
export type MetricColumn = z.infer<typeof metricColumnSchema>;

/** A column of a metric table; `what` says what it counts and of what. */
export const metricColumn = (id: string, title: string, kind: MetricColumn['kind'], what: string): MetricColumn => ({
  id,
  title,
  what,
  kind,
});

/** Null where there is nothing to state. */
export const metricCellSchema = z.union([z.string(), z.number(), shareSchema, meanSchema, amountSchema]).nullable();
export type MetricCell = z.infer<typeof metricCellSchema>;

/** One table of the report. */
export const metricTableSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** The table of the paper whose question it answers; null where there is none. */
  paper: z.string().nullable(),
  caption: z.string(),
  /** What the figures are not. */
  caveats: z.array(z.string()),
  columns: z.array(metricColumnSchema),
  rows: z.array(z.array(metricCellSchema)),
});
export type MetricTable = z.infer<typeof metricTableSchema>;
