import { dismissHandOut, useHandOut } from '../client/index.ts';
import { Button, Dialog, DialogParts } from '../ui/index.ts';

/** Says what could not be copied or saved, and why: over whatever is open, since nothing else tells it. */
export function HandOutFailed() {
  const failed = useHandOut((store) => store.failed);
  if (failed === null) return null;
  const { message, next, cause } = failed.failure;
  const title = `Could not ${failed.what}`;
  return (
    <Dialog label={title} onClose={dismissHandOut}>
      <DialogParts
        title={title}
        actions={
          <Button kind="primary" onClick={dismissHandOut} data-autofocus="">
            Close
          </Button>
        }
      >
        <p>
          {message} {next}
        </p>
        {cause !== null && <p className="u-text-2">{cause}</p>}
      </DialogParts>
    </Dialog>
  );
}
