import { cancelActivity, saveOut, useActivity } from '../../client/index.ts';
import { Button, count } from '../../ui/index.ts';
import { Progress } from './Progress.tsx';
import { importable, receiptCsv, sumOf } from './parts.ts';
import { clearPlan, importParts, type Plan } from './plan.ts';

/** Saves receipts as a CSV file of the person's choice. */
export const exportReceipt = (receipts: Parameters<typeof receiptCsv>[0]): void =>
  void saveOut('import-receipt.csv', () => receiptCsv(receipts));

/** The foot: what would be written, the sum that must hold, and the one button that writes. */
export function ReceiptFoot({ plan, ready }: { plan: Plan; ready: boolean }) {
  const activity = useActivity((store) => store.activity);
  const receipts = importable(plan.parts).flatMap((part) => part.preview?.receipts ?? []);
  const refused = plan.parts.filter((part) => part.taken && part.preview?.refused);
  const sum = sumOf(receipts);
  const importing = plan.state === 'importing' && activity?.kind === 'import';
  return (
    <footer className="import-receipt">
      <div className="import-equation">
        <b className="u-strong">Receipt</b>
        <span>
          <b className="u-strong">{count(sum.read)}</b> read
        </span>
        <span className="u-text-3">=</span>
        <span>
          <b className="u-strong">{count(sum.kept)}</b> new
        </span>
        <span className="u-text-3">+</span>
        <span>
          <b className="u-strong">{count(sum.unchanged)}</b> unchanged
        </span>
        <span className="u-text-3">+</span>
        <span className={sum.rejected > 0 ? 'u-danger' : undefined}>
          <b className="u-strong">{count(sum.rejected)}</b> rejected
        </span>
        <span className="u-text-2 u-small">kept with the project</span>
      </div>
      <div className="import-buttons">
        {importing && activity ? (
          <>
            <span className="u-row">
              <Progress label="Importing" progress={activity} since={activity.startedAt} />
            </span>
            <Button onClick={cancelActivity} disabled={activity.state === 'cancelling'}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <span className="u-text-2 u-small">
              Nothing is written until you import.
              {refused.length > 0 && (
                <span className="u-danger">
                  {' '}
                  {refused.length === 1 ? '1 part is' : `${count(refused.length)} parts are`} refused and left out.
                </span>
              )}
            </span>
            <Button command="import.cancel" onClick={clearPlan}>
              Cancel
            </Button>
            <Button disabled={receipts.length === 0} onClick={() => exportReceipt(receipts)}>
              Export receipt
            </Button>
            <Button kind="primary" command="import.run" disabled={!ready} onClick={() => void importParts()}>
              {sum.kept > 0 || !ready ? `Import ${count(sum.kept)} records` : 'Import, nothing is new'}
            </Button>
          </>
        )}
      </div>
    </footer>
  );
}
