import { useCommands } from '../../ui/commands/index.ts';
import { ConnectionsDialog } from './ConnectionsDialog.tsx';
import { closeConnections, openConnections, useConnectionsDialog } from './connections-dialog.ts';

/** Connections to Snowflake, from every screen: they belong to the machine, not to a project. */
export function ConnectionsCommands() {
  const open = useConnectionsDialog((store) => store.open);
  useCommands([
    {
      id: 'connections.open',
      title: 'Connections to Snowflake…',
      group: 'Project',
      keys: [],
      icon: 'database',
      run: openConnections,
    },
  ]);
  return open ? <ConnectionsDialog onClose={closeConnections} /> : null;
}
