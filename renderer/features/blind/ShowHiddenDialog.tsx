import { type ReactNode, useState } from 'react';
import { failureOf, failureText } from '../../client/index.ts';
import { Button, Dialog, DialogParts, ErrorText } from '../../ui/index.ts';

/** Asks before something is shown that blind labelling hides; `children` say what is logged of it. */
export function ShowHiddenDialog({
  what,
  keep,
  show,
  showing,
  onClose,
  children,
}: {
  /** What is about to happen, as a title without its question mark. */
  what: string;
  keep: string;
  show: string;
  showing: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const goOn = () => showing().then(onClose, (thrown: unknown) => setFailure(failureText(failureOf(thrown))));
  return (
    <Dialog label={what} onClose={onClose}>
      <DialogParts
        title={`${what}?`}
        actions={
          <>
            <Button onClick={onClose} data-autofocus="">
              {keep}
            </Button>
            <Button kind="primary" onClick={() => void goOn()}>
              {show}
            </Button>
          </>
        }
      >
        <p className="u-text-2">{children}</p>
        <ErrorText text={failure} />
      </DialogParts>
    </Dialog>
  );
}
