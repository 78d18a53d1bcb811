export { openRunDialog } from './dialogs.ts';
export { RunBox } from './RunBox.tsx';
export { RunCommands } from './RunCommands.tsx';
export { runEverything } from './run-options.ts';
