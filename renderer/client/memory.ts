/**
 * Gives back what is no longer used, when a moment is free: V8 does so when much was made, not when much is about to be. Its
 * own function is shown because main asks Chromium for it (`--expose-gc`).
 */
export const giveBackMemory = (): void => void globalThis.gc?.({ type: 'major', execution: 'async' });
