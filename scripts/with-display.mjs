// Runs a command where it can open windows: node scripts/with-display.mjs COMMAND [ARGUMENTS]
// Checks Electron and its libraries first, so that a failure says what is missing.
import { runInForeground } from './child.mjs';
import { onDisplay } from './display.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { ensureLinuxLibraries } from './linux-libraries.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('usage: node scripts/with-display.mjs COMMAND [ARGUMENTS]');
  process.exit(2);
}
try {
  const { executable } = await ensureElectron();
  process.exitCode = ensureLinuxLibraries(executable) ? await runInForeground(...onDisplay(command, args)) : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
