import { cancelActivity, isBusy, useActivity } from '../../client/index.ts';
import { Button } from '../../ui/index.ts';

/**
 * The button that writes every file of the report at once. What runs may change what it would write, so it waits for that,
 * and says for what.
 */
export function ExportAll({ hasSample, exporting, onExport }: { hasSample: boolean; exporting: boolean; onExport: () => void }) {
  const activity = useActivity((store) => (isBusy(store.activity) ? store.activity : null));
  const waits = activity !== null && activity.kind !== 'report';
  return (
    <>
      <Button
        kind="primary"
        command="report.export"
        className="rep-export-all"
        disabled={!hasSample || exporting || activity !== null}
        onClick={onExport}
      >
        Export all…
      </Button>
      {waits ? (
        <p className="u-micro u-text-2" role="status">
          Waits for what runs, which may change the figures: {activity.phase.toLowerCase()}.{' '}
          <Button kind="link" size="small" disabled={activity.state === 'cancelling'} onClick={cancelActivity}>
            {activity.state === 'cancelling' ? 'Cancelling…' : 'Cancel it'}
          </Button>
        </p>
      ) : (
        <p className="u-micro u-text-2">
          {hasSample
            ? 'Figure, tables and their data, as files in a folder. The command line writes the same bytes.'
            : 'With a sample, every file goes to a folder at once.'}
        </p>
      )}
    </>
  );
}
