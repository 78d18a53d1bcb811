export { ShowHiddenDialog } from './ShowHiddenDialog.tsx';
