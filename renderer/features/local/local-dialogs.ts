import { create } from 'zustand';

/** The dialogs about working without a warehouse. */
export type LocalDialog = 'recording' | 'database' | 'compile';

export const useLocalDialogs = create<{ dialog: LocalDialog | null }>(() => ({ dialog: null }));

export const openLocalDialog = (dialog: LocalDialog): void => useLocalDialogs.setState({ dialog });
export const closeLocalDialog = (): void => useLocalDialogs.setState({ dialog: null });
