import type { AssayHandlers } from '#shared/contract/contract.ts';
import { detect } from '../importers/detect/detect.ts';
import { discardUnfinished, previewImport, runImport, storedReceipts } from '../importers/import.ts';
import { unfinishedJobs } from '../importers/stage.ts';
import type { Session } from '../session.ts';

type Methods = 'import.detect' | 'import.preview' | 'import.run' | 'import.receipts' | 'import.unfinished' | 'import.discard';

export const importHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'import.detect': async ({ paths }) => {
    const { found, leftAlone } = await detect(paths);
    return { items: found.map(({ item }) => item), leftAlone, found };
  },
  'import.preview': ({ items }, { signal, progress }) => previewImport(session.db, items, { signal, progress }),
  'import.run': ({ items }, { signal, progress }) =>
    session.exclusively('An import', async () => {
      const receipts = await runImport(session.db, items, { signal, progress });
      session.changed('project', 'import', 'systems', 'verdicts');
      return receipts;
    }),
  'import.receipts': () => storedReceipts(session.db),
  'import.unfinished': () =>
    unfinishedJobs(session.db).map(({ item, startedAt, finishedFiles }) => ({ item, startedAt, finishedFiles })),
  'import.discard': () => session.exclusively('An import', async () => ({ discarded: discardUnfinished(session.db) })),
});
