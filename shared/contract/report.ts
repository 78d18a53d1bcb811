import { z } from 'zod';
import { accuracySchema } from '../model/accuracy.ts';
import { errorTypesSchema } from '../model/errorTypes.ts';
import { metricTableSchema } from '../model/metrics.ts';
import { longMethod, method, nothing, progressSchema } from './method.ts';

export { type Accuracy, accuracySchema } from '../model/accuracy.ts';
export { type ErrorTypes, errorTypesSchema } from '../model/errorTypes.ts';
export type { MetricTable } from '../model/metrics.ts';

/** What an export writes: the figure, its numbers, every label, and the accuracies. */
export const REPORT_FILES = [
  'error-types.svg',
  'error-types.png',
  'error-types.csv',
  'error-types.json',
  'labels.csv',
  'labels.json',
  'accuracy.csv',
  'accuracy.json',
] as const;
export type ReportFile = (typeof REPORT_FILES)[number];

const basis = z.object({ sample: z.number().int() });

export const reportMethods = {
  'report.errorTypes': method(basis, errorTypesSchema),
  /** Tables of the annotator's labels: responsible party, confidence, error types by system. */
  'report.labelTables': method(basis, z.object({ tables: z.array(metricTableSchema) })),
  'report.accuracy': method(nothing, accuracySchema),
  /** Further tables under one rule: accuracies by denominator, times, VES, AI functions where the benchmark names some. */
  'report.metrics': method(
    z.object({ rule: z.string() }),
    z.object({ rule: z.string(), ruleVersion: z.string(), tables: z.array(metricTableSchema) }),
  ),
  /** One file of the report, as bytes for a save dialog. */
  'report.file': method(
    basis.extend({
      name: z.enum(REPORT_FILES),
    }),
    z.object({ name: z.string(), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  ),
  /** Writes every file of the report into a folder; answers their paths. `sample` null = the newest. */
  'report.export': longMethod(
    z.object({ sample: z.number().int().nullable(), directory: z.string().min(1) }),
    z.object({ files: z.array(z.string()) }),
    progressSchema,
  ),
};
