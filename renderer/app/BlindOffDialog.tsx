import { useState } from 'react';
import { assay, failureOf, failureText } from '../client/index.ts';
import { Button, Dialog, DialogParts, ErrorText } from '../ui/index.ts';

/** Asks before blind labelling ends: everything that it hid is shown then, and that is logged. */
export function BlindOffDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const end = () =>
    assay.call('blind.set', { on: false }).then(onClose, (thrown: unknown) => setFailure(failureText(failureOf(thrown))));
  return (
    <Dialog label="End blind labelling" onClose={onClose}>
      <DialogParts
        title="End blind labelling?"
        actions={
          <>
            <Button onClick={onClose} data-autofocus="">
              Stay blind
            </Button>
            <Button kind="primary" onClick={() => void end()}>
              Show everything
            </Button>
          </>
        }
      >
        <p className="u-text-2">
          Names, verdicts, strata and marks of every instance are shown from then on. Your name and the time are logged, and the
          report says so.
        </p>
        <ErrorText text={failure} />
      </DialogParts>
    </Dialog>
  );
}
