import './blind.css';
import { useState } from 'react';
import { assay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import { ShowHiddenDialog } from '../blind/index.ts';

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
        System names, verdicts, others’ labels and proposed evidence are hidden until you commit. Some systems may match: No error
        found commits those. Revealing is logged.
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
