import type { AssayHandlers } from '#shared/contract/contract.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { detectItems, previewImport, runImport, storedReceipts } from '../importers/import.ts';
import type { Session } from '../session.ts';

type Methods = 'import.detect' | 'import.preview' | 'import.run' | 'import.receipts';

/** Lets messages in (a cancellation, a label to save) between two pieces of work. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));

export const importHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'import.detect': ({ paths }) => detectItems(paths),
  'import.preview': ({ items }) => previewImport(session.db, items),
  'import.run': ({ items }, { signal, progress }) =>
    session.exclusively('An import', async () => {
      const receipts: StoredReceipt[] = [];
      for (const [index, item] of items.entries()) {
        progress({ phase: item.path, done: index, total: items.length, etaSeconds: null });
        await breathe();
        signal.throwIfAborted();
        receipts.push(...runImport(session.db, item));
        session.changed('project', 'import', 'systems', 'verdicts');
      }
      return receipts;
    }),
  'import.receipts': () => storedReceipts(session.db),
});
