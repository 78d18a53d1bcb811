import { type ReactNode, useState } from 'react';
import { assay, failureOf, failureText, go, type Screen, useAssay } from '../client/index.ts';
import { KeyHint } from '../ui/commands/index.ts';
import { Button, Message, Skeleton } from '../ui/index.ts';

/** Screens that show no verdict, or hide them by themselves; every other one is held back. */
const HARMLESS: readonly Screen[] = ['start', 'import', 'room'];
const isRevealing = (screen: Screen): boolean => !HARMLESS.includes(screen);

/**
 * Holds back, from an annotator who labels blind, the screens that show verdicts of instances not committed yet. Showing
 * one all the same is logged, and holds for this visit.
 */
export function BlindGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const blind = useAssay('blind.get', null, { enabled: isRevealing(screen) });
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!isRevealing(screen) || shown) return children;
  if (blind.data === undefined && blind.error === null) return <Skeleton lines={6} />;
  // Where it cannot be told whether somebody labels blind, nothing is shown unasked either.
  if (blind.data?.on === false) return children;
  const show = () =>
    assay.call('blind.revealScreen', { screen }).then(
      () => setShown(true),
      (thrown: unknown) => setFailure(failureText(failureOf(thrown))),
    );
  return (
    <div className="app-failed ui-pane">
      <Message
        icon="hidden"
        title="You label blind"
        actions={
          <>
            <Button kind="primary" onClick={() => go('room')}>
              Go on labelling <KeyHint command="go.room" />
            </Button>
            <Button onClick={() => void show()}>Show it; that is logged</Button>
          </>
        }
      >
        This screen shows names and verdicts of instances that you have not committed yet.
        {failure !== null && <span className="u-danger"> {failure}</span>}
      </Message>
    </div>
  );
}
