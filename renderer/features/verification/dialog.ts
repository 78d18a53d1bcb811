import { create } from 'zustand';

/** Whether the dialog that starts a verification is open, over any screen. */
export const useVerifyDialog = create<{ open: boolean }>(() => ({ open: false }));

export const openVerifyDialog = (): void => useVerifyDialog.setState({ open: true });
export const closeVerifyDialog = (): void => useVerifyDialog.setState({ open: false });
