// Checks what Electron needs from a Linux system: shared libraries, a font, and a virtual display where there is no
// other. As root with apt-get it installs what is missing and says so; else it prints the line to type.
// Run directly: node scripts/linux-libraries.mjs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay, onPath } from './display.mjs';
import { ensureElectron } from './electron-runtime.mjs';

/** Debian's package for the libraries that Electron links to; the rest come as dependencies of these. */
const packages = [
  [/^lib(gtk-3|gdk-3|atk|atspi|cairo|pango|glib|gobject|gio|X|xcb|xkbcommon|dbus|cups|expat|drm|uuid)/, 'libgtk-3-0'],
  [/^lib(nss3|nssutil3|smime3|nspr4|plc4|plds4|ssl3)\./, 'libnss3'],
  [/^libasound\./, 'libasound2'],
  [/^libgbm\./, 'libgbm1'],
];

/** The file names of the libraries that the dynamic linker does not find for `executable`. */
function missingLibraries(executable) {
  const result = spawnSync('ldd', [executable], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  if (result.error || result.status !== 0)
    throw new Error(`ldd cannot read ${executable}: ${result.error?.message ?? result.stderr}`);
  return result.stdout
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(/\s/)[0] ?? '');
}

function hasFonts() {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', path.join(process.env.HOME ?? '/', '.fonts')];
  const isFont = (name) => /\.(ttf|otf|ttc|pfb)$/i.test(name);
  return folders.some(
    (folder) => fs.existsSync(folder) && fs.readdirSync(folder, { recursive: true }).some((name) => isFont(String(name))),
  );
}

/**
 * What is missing, as words for a person and as Debian packages.
 * @param {string} executable Electron's
 */
export function findMissing(executable) {
  const missing = [];
  for (const library of missingLibraries(executable)) {
    missing.push({ what: library, package: packages.find(([pattern]) => pattern.test(library))?.[1] ?? 'libgtk-3-0' });
  }
  if (!hasDisplay()) {
    if (!onPath('xvfb-run') || !onPath('Xvfb')) missing.push({ what: 'a display, or Xvfb for a virtual one', package: 'xvfb' });
    if (!onPath('xauth')) missing.push({ what: 'xauth, for the virtual display', package: 'xauth' });
  }
  if (!hasFonts()) missing.push({ what: 'a font', package: 'fonts-dejavu-core' });
  return missing;
}

/** Newer Debian and Ubuntu name some of these with the suffix t64. */
function nameHere(name) {
  return spawnSync('apt-cache', ['show', `${name}t64`], { stdio: 'ignore' }).status === 0 ? `${name}t64` : name;
}

function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    console.error(`  apt-get ${args.join(' ')}`);
    const result = spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    return result.status === 0;
  };
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names.map(nameHere));
}

/**
 * Makes sure that `executable` can start here. Prints what is missing and what is done about it.
 * @param {string} executable Electron's
 * @returns {boolean} whether it can start
 */
export function ensureLinuxLibraries(executable) {
  if (process.platform !== 'linux') return true;
  const missing = findMissing(executable);
  if (missing.length === 0) return true;
  const names = [...new Set(missing.map((item) => item.package))];
  console.error(`Electron needs what this system lacks: ${missing.map((item) => item.what).join(', ')}.`);
  if (!onPath('apt-get')) {
    console.error(`Install with this system's package manager what Debian calls: ${names.join(' ')}`);
    return false;
  }
  if (process.getuid() !== 0) {
    console.error('Type this line, then try again:');
    console.error(`  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.map(nameHere).join(' ')}`);
    return false;
  }
  console.error('Installing it, since this is root on a system with apt-get:');
  const still = install(names) ? findMissing(executable) : missing;
  if (still.length > 0) console.error(`Still missing: ${still.map((item) => item.what).join(', ')}.`);
  return still.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { executable } = await ensureElectron();
  process.exitCode = ensureLinuxLibraries(executable) ? 0 : 1;
}
