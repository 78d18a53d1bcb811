import type { ErrorCode } from '#shared/contract/errors.ts';
import { failureOf } from '../client/index.ts';
import { chooseProject } from '../client/project.ts';
import { Button, Dialog, DialogParts } from '../ui/index.ts';

/** Failures that another file helps out of, a backup among them. */
const OF_THE_FILE: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'NOT_A_PROJECT', 'PROJECT_CORRUPT', 'PROJECT_NEWER']);

/** Says why a project could not be opened or made; `onProblem` hears what comes of the next attempt. */
export function PathProblem({
  problem,
  onClose,
  onProblem,
}: {
  problem: unknown;
  onClose: () => void;
  onProblem: (problem: unknown) => void;
}) {
  const failure = failureOf(problem);
  const isOfFile = OF_THE_FILE.has(failure.code);
  const title = isOfFile ? 'The project could not be opened' : 'That did not work';
  const other = () => {
    onClose();
    chooseProject().catch(onProblem);
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogParts
        title={title}
        actions={
          <>
            <Button kind={isOfFile ? 'plain' : 'primary'} onClick={onClose} {...(isOfFile ? {} : { 'data-autofocus': '' })}>
              Close
            </Button>
            {isOfFile && (
              <Button kind="primary" onClick={other} data-autofocus="">
                {failure.code === 'PROJECT_CORRUPT' ? 'Open a backup…' : 'Open another file…'}
              </Button>
            )}
          </>
        }
      >
        <p>{failure.message}</p>
        {failure.next && <p className="u-text-2">{failure.next}</p>}
        {failure.cause && <p className="u-text-3 u-small app-problem-cause">{failure.cause}</p>}
      </DialogParts>
    </Dialog>
  );
}
