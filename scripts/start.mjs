// Opens the app: node scripts/start.mjs [PROJECT.assay] [Electron's switches]. Builds, and sets up, what is missing first.
import { buildAll } from './build.mjs';
import { runInForeground } from './child.mjs';
import { hasDisplay, onDisplay } from './display.mjs';
import { ensureElectron, launchOptions } from './electron-runtime.mjs';
import { ensureLinuxLibraries } from './linux-libraries.mjs';
import { findNode, nodeMissing } from './node-runtime.mjs';

/** @returns {Promise<number>} the exit code */
async function start() {
  if (!findNode()) {
    console.error(nodeMissing);
    return 1;
  }
  if (!(await buildAll())) return 1;
  const runtime = await ensureElectron();
  if (!ensureLinuxLibraries(runtime.executable)) return 1;
  if (runtime.fallback) console.error(`Running on Electron ${runtime.version}, the fallback for development.`);
  if (!hasDisplay()) console.error('There is no display: the window opens on a virtual screen, where nobody sees it.');
  const { executablePath, args, env } = launchOptions(runtime, process.argv.slice(2));
  return runInForeground(...onDisplay(executablePath, args), { env });
}

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
