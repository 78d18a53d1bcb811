let open = 0;

/** Whether a dialog is open: the keys of the page rest then. */
export const anyDialogOpen = (): boolean => open > 0;

/** Counts a dialog as open until the answer is called. */
export function holdPageKeys(): () => void {
  open += 1;
  return () => {
    open -= 1;
  };
}
