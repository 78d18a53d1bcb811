import type { ExportItem } from '#shared/contract/export.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import type { Db } from '../database/open.ts';
import { storedReceipts } from '../importers/import.ts';
import { exportBenchmark } from './benchmark.ts';
import { exportOutcomes } from './outcomes.ts';
import { exportPredictions } from './predictions.ts';
import { exportTrajectories } from './trajectories.ts';
import { type Exported, type ExportWriter, withWriter } from './writer.ts';

export type ExportContext = { readonly signal: AbortSignal; readonly progress: (report: ProgressReport) => void };
/**
 * Writes what was imported in the format it came in, so that reading it again gives the same records.
 * @throws AssayError INVALID_INPUT where the folder is not empty, NOT_FOUND where there is nothing of the kind
 */
export const exportItem = (db: Db, item: ExportItem, directory: string, context: ExportContext): Promise<Exported> =>
  withWriter(directory, (writer) => writeItem(db, item, writer, context));

async function writeItem(db: Db, item: ExportItem, writer: ExportWriter, context: ExportContext): Promise<void> {
  switch (item.kind) {
    case 'benchmark':
      await exportBenchmark(db, writer, context);
      break;
    case 'predictions':
      await exportPredictions(db, item, writer, context);
      break;
    case 'trajectories':
      await exportTrajectories(db, item.system, writer, context);
      break;
    case 'outcomes':
      exportOutcomes(db, item.system, writer);
      break;
    case 'receipts':
      writer.joined(
        'receipts.json',
        storedReceipts(db).map((receipt) => JSON.stringify(receipt, null, 1)),
        { before: '[\n', between: ',\n', after: '\n]\n' },
      );
      break;
  }
}
