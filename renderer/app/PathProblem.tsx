import { failureOf } from '../client/index.ts';
import { Button, Dialog, DialogParts } from '../ui/index.ts';

/** Says why a project could not be opened or made. */
export function PathProblem({ problem, onClose }: { problem: unknown; onClose: () => void }) {
  const failure = failureOf(problem);
  return (
    <Dialog label="That did not work" onClose={onClose}>
      <DialogParts
        title="That did not work"
        actions={
          <Button kind="primary" onClick={onClose} data-autofocus="">
            Close
          </Button>
        }
      >
        <p>{failure.message}</p>
        {failure.next && <p className="u-text-2">{failure.next}</p>}
        {failure.cause && <p className="u-text-3 u-small">{failure.cause}</p>}
      </DialogParts>
    </Dialog>
  );
}
