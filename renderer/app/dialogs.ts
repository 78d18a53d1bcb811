import { create } from 'zustand';

/** The dialogs that belong to no screen. */
export type AppDialog = 'palette' | 'keys' | 'change keys' | 'annotator' | 'closing' | 'codebook' | 'blind off';

export const useDialogs = create<{ dialog: AppDialog | null; open: (dialog: AppDialog) => void; close: () => void }>((set) => ({
  dialog: null,
  open: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}));
