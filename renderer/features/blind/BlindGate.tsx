import './blind-gate.css';
import { type ReactNode, useEffect, useState } from 'react';
import { failureOf, failureText, useAssay } from '../../client/index.ts';
import { Button, Message, Skeleton } from '../../ui/index.ts';
import { coverAfterRestarts, coverScreen, revealScreen, useIsRevealed } from './revealed.ts';

/**
 * Holds back what shows names and verdicts of instances that an annotator who labels blind has not committed: the service
 * would not answer it either. Showing it all the same is logged, and holds for this visit. `instead` is what to do first;
 * `over`: it lies over a screen, and what is revealed there is enough.
 */
export function BlindGate({
  screen,
  instead,
  over = false,
  children,
}: {
  screen: string;
  instead: ReactNode;
  over?: boolean;
  children: ReactNode;
}) {
  const blindness = useAssay('blind.get', null);
  const annotator = useAssay('project.summary', null).data?.annotator;
  const isRevealed = useIsRevealed(screen, over);
  const [failure, setFailure] = useState<string | null>(null);
  // What one annotator revealed is not revealed to the next.
  useEffect(() => () => coverScreen(screen), [screen, annotator]);
  useEffect(() => coverAfterRestarts(screen), [screen]);
  if (isRevealed) return children;
  if (blindness.data === undefined && blindness.error === null) return <Skeleton lines={6} />;
  // Where it cannot be told whether something is hidden, nothing is shown unasked either.
  if (blindness.data?.hides === false) return children;
  const show = () =>
    revealScreen(screen).then(
      () => setFailure(null),
      (thrown: unknown) => setFailure(failureText(failureOf(thrown))),
    );
  return (
    <div className="blind-gate ui-pane">
      <Message
        icon="hidden"
        title="You label blind"
        actions={
          <>
            {instead}
            <Button onClick={() => void show()}>Show it; that is logged</Button>
          </>
        }
      >
        This shows names and verdicts of instances that you have not committed yet. Once every item of every sample is committed
        it opens by itself.
        {failure !== null && <span className="u-danger"> {failure}</span>}
      </Message>
    </div>
  );
}
