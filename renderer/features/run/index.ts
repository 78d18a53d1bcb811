export { openRunDialog } from './dialogs.ts';
export { RunBox } from './RunBox.tsx';
export { RunCommands } from './RunCommands.tsx';
export { RUN_EVERYTHING, runEverything, runRequest } from './run-options.ts';
