import type { ReactNode } from 'react';
import { go, type Screen } from '../../client/index.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import { Button } from '../../ui/index.ts';
import { BlindGate } from './BlindGate.tsx';

/** Whether a screen shows names or verdicts of instances that may be hidden. The room hides them by itself. */
const TELLS: Record<Screen, boolean> = {
  start: false,
  import: false,
  overview: true,
  sample: true,
  room: false,
  report: true,
  // Of golds alone.
  verification: false,
};

/** A screen, held back where it tells what blind labelling hides. */
export function BlindScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  if (!TELLS[screen]) return children;
  return (
    <BlindGate
      screen={screen}
      instead={
        <Button kind="primary" onClick={() => go('room')}>
          Go on labelling <KeyHint command="go.room" />
        </Button>
      }
    >
      {children}
    </BlindGate>
  );
}
