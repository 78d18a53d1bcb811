export { LocalCommands } from './LocalCommands.tsx';
export { openLocalDialog } from './local-dialogs.ts';
