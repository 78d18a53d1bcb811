import type { ProjectSummary } from '#shared/contract/project.ts';
import { startRunAndJudge } from '../../client/index.ts';
import { Button, counted, Dialog, DialogParts } from '../../ui/index.ts';
import { runOptions } from './run-options.ts';

/** Asks before everything runs anew. */
export function RunAgain({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  return (
    <Dialog label="Run everything again" onClose={onClose}>
      <DialogParts
        title="Run everything again?"
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              data-autofocus
              onClick={() => {
                onClose();
                void startRunAndJudge({ ...runOptions(), again: true });
              }}
            >
              Run {counted(summary.executionsNeeded, 'query', 'queries')} again
            </Button>
          </>
        }
      >
        Gold and predictions run anew, as a new run, and are compared with one another only. Verdicts then rest on the new run;
        the old run stays in the project as it is, and so do labels and drawn samples.
      </DialogParts>
    </Dialog>
  );
}
