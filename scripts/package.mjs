// Makes an unpacked app in release/: node scripts/package.mjs [--fallback-for-test] [electron-builder's options]
// Uses the Electron at hand, so nothing is fetched. The fallback runtime is refused: it is old and must not be passed on.
// --fallback-for-test packs with it all the same, to try on this machine that the packed app starts.
import path from 'node:path';
import { buildAll } from './build.mjs';
import { runInForeground } from './child.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { root } from './parts.mjs';

const forTest = '--fallback-for-test';

/** @returns {Promise<number>} the exit code */
async function pack(options) {
  const runtime = await ensureElectron({ official: !options.includes(forTest) });
  if (runtime.fallback && !options.includes(forTest)) {
    console.error(`Only the fallback Electron ${runtime.version} is at hand: apps to be passed on need the current Electron.`);
    console.error(`To try the packed app on this machine only: npm run package -- ${forTest}`);
    return 1;
  }
  if (runtime.fallback)
    console.error(`Packing with the fallback Electron ${runtime.version}: for this machine only, do not pass it on.`);
  if (!(await buildAll())) return 1;
  const distribution =
    process.platform === 'darwin' ? path.resolve(runtime.executable, '../../../..') : path.dirname(runtime.executable);
  const args = [
    path.join(root, 'node_modules', 'electron-builder', 'cli.js'),
    '--dir',
    `-c.electronDist=${distribution}`,
    `-c.electronVersion=${runtime.version}`,
    '--publish=never',
    ...options.filter((option) => option !== forTest),
  ];
  return runInForeground(process.execPath, args, { cwd: root });
}

try {
  process.exitCode = await pack(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
