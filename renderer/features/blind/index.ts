export { BlindGate } from './BlindGate.tsx';
export { BlindScreenGate } from './BlindScreenGate.tsx';
export { EndBlindDialog } from './EndBlindDialog.tsx';
export { useHeldBack } from './revealed.ts';
export { ShowHiddenDialog } from './ShowHiddenDialog.tsx';
