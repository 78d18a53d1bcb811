import { useEffect, useState } from 'react';
import { desktop } from '../../client/index.ts';
import { useConnectionsDialog } from './connections-dialog.ts';

/** Names of the connections of this machine, read again when their dialog has closed; null until they are read. */
export function useConnectionNames(): readonly string[] | null {
  const open = useConnectionsDialog((store) => store.open);
  const [names, setNames] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (open) return;
    void desktop()
      .listConnections()
      .then((kept) => setNames(kept.map(({ settings }) => settings.name)));
  }, [open]);
  return names;
}
