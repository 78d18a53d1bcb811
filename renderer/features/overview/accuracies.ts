import { accuracyCsv } from '#shared/analysis/tables/accuracy.ts';
import { assay, saveOut } from '../../client/index.ts';

/** Asks where to save the table of accuracies, as CSV. */
export const exportAccuracies = (): Promise<void> =>
  saveOut('accuracy.csv', async () => accuracyCsv(await assay.call('report.accuracy', null)));
