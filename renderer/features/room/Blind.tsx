import './blind.css';
import { useState } from 'react';
import { assay, failureOf, failureText } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Dialog, DialogParts, ErrorText, Icon } from '../../ui/index.ts';

/** What blind labelling hides of the instance, and the way to see it all the same: logged, for good. */
export function BlindStrip({ instance, instanceId }: { instance: number; instanceId: string }) {
  const [asking, setAsking] = useState(false);
  useCommands([
    { id: 'room.reveal', title: 'Reveal this instance…', group: 'View', keys: [], icon: 'visible', run: () => setAsking(true) },
  ]);
  return (
    <div className="room-verdicts room-blind">
      <b className="u-medium">
        <Icon name="hidden" size={13} /> Blind
      </b>
      <span className="u-ellipsis">
        System names, verdicts, others’ labels and proposed evidence are hidden until you commit. Revealing is logged.
      </span>
      <Button size="small" className="room-blind-reveal" onClick={() => setAsking(true)}>
        Reveal this instance…
      </Button>
      {asking && <RevealDialog instance={instance} instanceId={instanceId} onClose={() => setAsking(false)} />}
    </div>
  );
}

function RevealDialog({ instance, instanceId, onClose }: { instance: number; instanceId: string; onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const reveal = () =>
    assay.call('blind.reveal', { instance }).then(onClose, (thrown: unknown) => setFailure(failureText(failureOf(thrown))));
  return (
    <Dialog label={`Reveal ${instanceId}`} onClose={onClose}>
      <DialogParts
        title={`Reveal ${instanceId}?`}
        actions={
          <>
            <Button onClick={onClose}>Keep it hidden</Button>
            <Button kind="primary" onClick={() => void reveal()}>
              Reveal it
            </Button>
          </>
        }
      >
        <p className="u-text-2">
          Names, verdicts and marks of this instance are shown from now on. Your name and the time are kept in its history and
          counted in the report; this cannot be taken back.
        </p>
        <ErrorText text={failure} />
      </DialogParts>
    </Dialog>
  );
}
