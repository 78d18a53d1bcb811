export { ConnectionsCommands } from './ConnectionsCommands.tsx';
export { openConnections } from './connections-dialog.ts';
export { useConnectionNames } from './useConnectionNames.ts';
