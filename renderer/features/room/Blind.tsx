import './blind.css';
import { useState } from 'react';
import { assay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import { ShowHiddenDialog } from '../blind/index.ts';

const WHAT_IS_HIDDEN =
  'Names, verdicts and others’ labels are hidden until you commit; what matches is listed too. Revealing is logged.';

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
      <span className="u-ellipsis" title={WHAT_IS_HIDDEN}>
        {WHAT_IS_HIDDEN}
      </span>
      <Button size="small" className="room-blind-reveal" onClick={() => setAsking(true)}>
        Reveal this instance…
      </Button>
      {asking && (
        <ShowHiddenDialog
          what={`Reveal ${instanceId}`}
          keep="Keep it hidden"
          show="Reveal it"
          showing={() => assay.call('blind.reveal', { instance })}
          onClose={() => setAsking(false)}
        >
          Names, verdicts and marks of this instance are shown from now on. Your name and the time are kept in its history and
          counted in the report; this cannot be taken back.
        </ShowHiddenDialog>
      )}
    </div>
  );
}
