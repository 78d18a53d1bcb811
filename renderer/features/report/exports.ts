import { accuracyCsv, accuracyJson } from '#shared/analysis/tables/accuracy.ts';
import { metricCsv } from '#shared/analysis/tables/metrics.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { ErrorTypes, MetricTable } from '#shared/contract/report.ts';
import { type AssayParams, assay, desktop, type Failure, failureOf, startReport, useActivity } from '../../client/index.ts';
import { greyFile } from './draw.ts';

export type ReportFileName = AssayParams<'report.file'>['name'];

/** How an export ended; null where the person cancelled. */
export type Exported = { readonly text: string; readonly path: string } | { readonly failure: Failure } | null;

async function save(suggestedName: string, bytes: Uint8Array<ArrayBuffer>): Promise<Exported> {
  const answer = await desktop().saveFile({ suggestedName, bytes });
  if (answer === null) return null;
  if ('error' in answer) {
    const { code, message, next } = answer.error;
    return { failure: failureOf(new AssayError(code, message, next === undefined ? {} : { next })) };
  }
  return { text: `${suggestedName} saved`, path: answer.path };
}

/** Asks where to save one file of a sample's report. */
export async function exportFile(sample: number, name: ReportFileName): Promise<Exported> {
  const file = await assay.call('report.file', { sample, name });
  return save(file.name, new Uint8Array(file.bytes));
}

/** Asks where to save the figure without hue. */
export const exportGrey = async (data: ErrorTypes, format: 'svg' | 'png'): Promise<Exported> =>
  save(`error-types-grey.${format}`, await greyFile(data, format));

/** Asks where to save the accuracies, which need no sample. */
export async function exportAccuracy(format: 'csv' | 'json'): Promise<Exported> {
  const data = await assay.call('report.accuracy', null);
  return save(`accuracy.${format}`, new TextEncoder().encode(format === 'csv' ? accuracyCsv(data) : accuracyJson(data)));
}

/** Asks where to save one of the further tables, which need no sample. */
export const exportMetrics = (table: MetricTable, rule: string): Promise<Exported> =>
  save(`${table.id}-${rule.replace(/[^\p{L}\p{N}._-]/gu, '_')}.csv`, new TextEncoder().encode(metricCsv(table)));

/** Asks where to save one of the tables of the labels. */
export const exportLabelTable = (table: MetricTable): Promise<Exported> =>
  save(`${table.id}.csv`, new TextEncoder().encode(metricCsv(table)));

/** Asks for a folder and writes every file of the report there, as an activity that the bar shows and cancels. */
export async function exportAll(sample: number): Promise<Exported> {
  const [directory] = await desktop().openFilesDialog({ title: 'Export the report to a folder', folders: true, multiple: false });
  if (directory === undefined) return null;
  const written = await startReport(sample, directory);
  if (written !== null) return { text: `${written.files.length} files written`, path: written.files[0] ?? directory };
  const failure = useActivity.getState().activity?.failure ?? null;
  return failure && { failure };
}
