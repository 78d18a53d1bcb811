export { CodebookDialog } from './CodebookDialog.tsx';
