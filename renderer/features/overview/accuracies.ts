import { accuracyCsv } from '#shared/analysis/tables/accuracy.ts';
import { assay, desktop } from '../../client/index.ts';

/** Asks where to save the table of accuracies, as CSV. */
export async function exportAccuracies(): Promise<void> {
  const bytes = new TextEncoder().encode(accuracyCsv(await assay.call('report.accuracy', null)));
  await desktop().saveFile({ suggestedName: 'accuracy.csv', bytes });
}
