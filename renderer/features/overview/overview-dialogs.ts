import { create } from 'zustand';

/** The dialogs that the overview's commands open over any screen. */
export type OverviewDialog = 'rules' | 'rule meanings';

export const useOverviewDialogs = create<{ dialog: OverviewDialog | null }>(() => ({ dialog: null }));

export const openOverviewDialog = (dialog: OverviewDialog): void => useOverviewDialogs.setState({ dialog });
export const closeOverviewDialog = (): void => useOverviewDialogs.setState({ dialog: null });
