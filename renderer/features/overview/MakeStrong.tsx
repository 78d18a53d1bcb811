import './make-strong.css';
import { useState } from 'react';
import type { SystemRow } from '#shared/contract/overview.ts';
import { assay, type Failure, failureOf } from '../../client/index.ts';
import { Button } from '../../ui/index.ts';

/** A button for each system that moves it into the group strong, without which there are no strata. */
export function MakeStrong({ systems }: { systems: readonly SystemRow[] }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const move = (system: string) => {
    setFailure(null);
    assay.call('systems.setGroup', { system, group: 'strong' }).catch((error: unknown) => setFailure(failureOf(error)));
  };
  return (
    <span className="ov-make-strong">
      {systems.map(({ systemId, name }) => (
        <Button key={systemId} size="small" title={`Move ${name} into the group strong`} onClick={() => move(name)}>
          {name} is strong
        </Button>
      ))}
      {failure && (
        <span className="u-danger" role="alert">
          {failure.message} {failure.next}
        </span>
      )}
    </span>
  );
}
