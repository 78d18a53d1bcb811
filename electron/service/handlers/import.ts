import type { AssayHandlers } from '#shared/contract/contract.ts';
import { Catalog } from '../importers/catalog.ts';
import { tableColumns } from '../importers/column-mapping.ts';
import { detect } from '../importers/detect/detect.ts';
import { discardUnfinished, previewImport, runImport, storedReceipts } from '../importers/import.ts';
import { unfinishedJobs } from '../importers/stage.ts';
import type { Session } from '../session.ts';

type Methods =
  | 'import.detect'
  | 'import.columns'
  | 'import.preview'
  | 'import.run'
  | 'import.receipts'
  | 'import.unfinished'
  | 'import.discard';

export const importHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'import.detect': async ({ paths }) => {
    const { found, leftAlone } = await detect(paths);
    return { items: found.map(({ item }) => item), leftAlone, found };
  },
  'import.columns': ({ path, purpose }) => tableColumns(path, purpose, new Catalog(session.db)),
  'import.preview': ({ items }, { signal, progress }) => previewImport(session.db, items, { signal, progress }),
  'import.run': ({ items }, { signal, progress }) =>
    session.exclusively('An import', async () => {
      try {
        return await runImport(session.db, items, { signal, progress });
      } finally {
        // A stopped import changes what is unfinished.
        session.changed('project', 'import', 'systems', 'verdicts');
      }
    }),
  'import.receipts': () => storedReceipts(session.db),
  'import.unfinished': () => unfinishedJobs(session.db),
  'import.discard': ({ jobs }) =>
    session.exclusively('An import', async () => {
      const discarded = discardUnfinished(session.db, jobs);
      session.changed('import');
      return { discarded };
    }),
});
