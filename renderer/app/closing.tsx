import { useEffect } from 'react';
import { desktop, useSaving } from '../client/index.ts';
import { retrySaving, savingSettled } from '../client/saving.ts';
import { Button, counted, Dialog, DialogParts } from '../ui/index.ts';
import { useDialogs } from './dialogs.ts';

let closeAnyway = false;

/** Asks what is to become of changes that are not on disk. Where only what was to be attached could not be read, that was said. */
export function askAboutUnsaved(open: (dialog: 'closing') => void): void {
  if (useSaving.getState().waiting.length > 0) open('closing');
}

/** Lets the window close only when every change is on disk; else says so and leaves the choice to the person. */
export function useClosing(): void {
  const open = useDialogs((dialogs) => dialogs.open);
  useEffect(
    () =>
      desktop().onClosing(async () => {
        if (closeAnyway || (await savingSettled())) return true;
        askAboutUnsaved(open);
        return false;
      }),
    [open],
  );
}

/** Asked when the window should close while changes are not on disk. */
export function ClosingDialog({ onClose }: { onClose: () => void }) {
  const { waiting, failure } = useSaving();
  const close = () => {
    closeAnyway = true;
    void desktop().closeWindow();
  };
  const retry = async () => {
    await retrySaving();
    if (await savingSettled()) void desktop().closeWindow();
  };
  return (
    <Dialog label="Changes are not saved" onClose={onClose}>
      <DialogParts
        title={`${counted(waiting.length, 'change')} ${waiting.length === 1 ? 'is' : 'are'} not on disk`}
        actions={
          <>
            <Button kind="danger" onClick={close}>
              Close and lose {waiting.length === 1 ? 'it' : 'them'}
            </Button>
            <Button onClick={onClose}>Keep the window open</Button>
            <Button kind="primary" onClick={() => void retry()} data-autofocus="">
              Try again
            </Button>
          </>
        }
      >
        <p>
          {failure?.message} {failure?.next}
        </p>
        <ul className="app-unsaved">
          {waiting.slice(0, 8).map((change, index) => (
            <li key={index}>{change.description}</li>
          ))}
          {waiting.length > 8 && <li>and {waiting.length - 8} more</li>}
        </ul>
      </DialogParts>
    </Dialog>
  );
}
