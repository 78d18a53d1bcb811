// Finds the Electron to run the app with, in this order:
//   1. ELECTRON_OVERRIDE_DIST_PATH, when set
//   2. the binary of the `electron` package, downloaded when the download server answers
//   3. on Linux x64 the fallback runtime (fallback-runtime.mjs), an older Electron, for development and tests only
// Run directly it prints the executable; --official asks the download server again although a fallback is at hand.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureFallback, fallbackVersion, hasFallback, unpackedFallback } from './fallback-runtime.mjs';
import { withLock } from './lock.mjs';
import { findNode } from './node-runtime.mjs';
import { root } from './parts.mjs';

const require = createRequire(import.meta.url);
const electronPackage = path.dirname(require.resolve('electron/package.json'));
const { version } = require('electron/package.json');

const executableName =
  { darwin: path.join('Electron.app', 'Contents', 'MacOS', 'Electron'), win32: 'electron.exe' }[process.platform] ?? 'electron';

/** The executable that the electron package has already downloaded, or null. */
function downloaded() {
  const folder = path.join(electronPackage, 'dist');
  const executable = path.join(folder, executableName);
  // path.txt is what the package writes last.
  return fs.existsSync(path.join(electronPackage, 'path.txt')) && fs.existsSync(executable) ? executable : null;
}

/** Whether the server that holds Electron's binaries answers within five seconds. */
async function serverAnswers() {
  const server = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/';
  try {
    await fetch(server, { method: 'HEAD', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

/** Runs the package's own download, which also knows caches and proxies. */
async function download() {
  console.error(`Fetching Electron ${version} …`);
  const child = spawn(process.execPath, [path.join(electronPackage, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (text) => {
    problem += text;
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  // A server that does not answer is waited for only as long as a copy from a local cache takes.
  const patience = (await serverAnswers()) || !hasFallback ? 600_000 : 10_000;
  const timer = setTimeout(() => child.kill(), patience);
  await ended;
  clearTimeout(timer);
  const executable = downloaded();
  if (!executable) {
    const lines = problem.split('\n').filter((line) => line.trim() !== '');
    const reason = lines.find((line) => /\bE[A-Z]{4,}\b/.test(line)) ?? lines[0] ?? `no answer within ${patience / 1000} s`;
    console.error(`Electron ${version} cannot be fetched: ${reason.replace('[cause]:', '').trim()}`);
  }
  return executable;
}

/**
 * The Electron to run, fetched where needed. Throws with a plain message where there is none.
 * @param {{ official?: boolean }} [options] official: try the download again although the fallback is at hand
 * @returns {Promise<{ executable: string, version: string, fallback: boolean }>}
 */
export async function ensureElectron({ official = false } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const stated = fs.readFileSync(path.join(override, 'version'), 'utf8').trim().replace(/^v/, '');
    return { executable: path.join(override, executableName), version: stated, fallback: stated === fallbackVersion };
  }
  const present = downloaded();
  if (present) return { executable: present, version, fallback: false };
  const unpacked = unpackedFallback();
  if (unpacked && !official) return { executable: unpacked, version: fallbackVersion, fallback: true };
  const fetched = await withLock(
    path.join(root, '.electron-runtime', 'download.lock'),
    async () => downloaded() ?? (await download()),
  );
  if (fetched) return { executable: fetched, version, fallback: false };
  if (!hasFallback) {
    throw new Error(`Electron ${version} cannot be fetched, and there is no fallback for ${process.platform} ${process.arch}.`);
  }
  return { executable: await ensureFallback(), version: fallbackVersion, fallback: true };
}

/**
 * How to start the built app: for `npm start` and for tests that drive the window.
 * @param {{ executable: string }} runtime what ensureElectron found
 * @param {string[]} [more] further arguments of the app
 * @returns {{ executablePath: string, args: string[], env: Record<string, string> }}
 */
export function launchOptions(runtime, more = []) {
  // Chromium's sandbox refuses to run as root, which is what containers for tests are.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE;
  const node = findNode();
  if (node) env.ASSAY_SERVICE_NODE ??= node;
  return { executablePath: runtime.executable, args: [root, ...asRoot, ...more], env };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const runtime = await ensureElectron({ official: process.argv.includes('--official') });
    console.log(runtime.executable);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
