import { assay } from '../../client/index.ts';
import { ShowHiddenDialog } from './ShowHiddenDialog.tsx';

/** Asks before blind labelling ends: everything that it hid is shown then, and that is logged. */
export function EndBlindDialog({ onClose }: { onClose: () => void }) {
  return (
    <ShowHiddenDialog
      what="End blind labelling"
      keep="Stay blind"
      show="Show everything"
      showing={() => assay.call('blind.set', { on: false })}
      onClose={onClose}
    >
      Names, verdicts, strata and marks of every instance are shown from then on. Your name and the time are logged, and the
      report says so.
    </ShowHiddenDialog>
  );
}
