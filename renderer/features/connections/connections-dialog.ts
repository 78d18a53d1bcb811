import { create } from 'zustand';

export const useConnectionsDialog = create<{ open: boolean }>(() => ({ open: false }));

/** Shows the connections of this machine over any screen. */
export const openConnections = (): void => useConnectionsDialog.setState({ open: true });
export const closeConnections = (): void => useConnectionsDialog.setState({ open: false });
