// The parts that the build makes, and how to tell whether one is up to date. Imports nothing heavy: a build with
// nothing to do, and every call of the command line, pays only for this file.
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
export const dist = path.join(root, 'dist');

/** What every compiled part depends on, besides its own folder. */
const common = ['shared', 'package.json', 'package-lock.json', 'scripts/parts.mjs', 'scripts/vite-builds.mjs'];

/**
 * @typedef {object} Part
 * @property {string} name folder below dist
 * @property {'node' | 'page' | 'copy'} kind a CommonJS bundle, the page, or files copied as they are
 * @property {string[]} entries where the part starts; the first that exists is taken
 * @property {string} product the file below dist/<name> that must exist for the part to be whole; put in place last
 * @property {Record<string, string>} [further] further bundles beside it, for threads and processes that it starts: product by entry
 * @property {RegExp} [only] which files of a copied folder are taken, by their path in it; all without it
 * @property {string[]} sources files and folders whose change makes the part stale
 */

const node = (name, product) => ({
  name,
  kind: 'node',
  entries: [`electron/${name}/main.ts`],
  product,
  sources: [`electron/${name}`, ...common],
});

/** @type {Part[]} */
export const parts = [
  node('main', 'main.cjs'),
  { ...node('preload', 'preload.cjs'), entries: ['electron/preload/preload.ts'] },
  {
    ...node('service', 'main.cjs'),
    further: {
      'electron/service/comparison/worker.ts': 'comparison.cjs',
      'electron/service/database/file-check-process.ts': 'file-check.cjs',
    },
  },
  node('sql-runner', 'main.cjs'),
  node('cli', 'main.cjs'),
  {
    name: 'renderer',
    kind: 'page',
    entries: ['renderer/index.html', 'renderer/app/index.html'],
    product: 'index.html',
    sources: ['renderer', ...common],
  },
  {
    name: 'fonts',
    kind: 'copy',
    // For exported pictures, which must look the same on machines with other fonts or none.
    entries: ['node_modules/@expo-google-fonts/inter'],
    only: /^(400Regular|600SemiBold)\/.*\.ttf$/,
    product: '400Regular/Inter_400Regular.ttf',
    sources: ['package-lock.json', 'scripts/parts.mjs'],
  },
  { name: 'fixtures', kind: 'copy', entries: ['fixtures'], product: '.', sources: ['fixtures', 'scripts/parts.mjs'] },
];

/** The entry of a part as an absolute path, or null where none exists. @param {Part} part */
export function entryOf(part) {
  const found = part.entries.map((entry) => path.join(root, entry)).find((entry) => fs.existsSync(entry));
  return found ?? null;
}

/**
 * A text that changes whenever an input of the part is added, removed, resized or written: one line per file.
 * Tests are no inputs. @param {Part} part
 */
export function inputsOf(part) {
  const lines = [];
  const visit = (relative) => {
    const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(path.join(root, relative)).sort()) {
        if (name !== 'node_modules' && !name.startsWith('.')) visit(`${relative}/${name}`);
      }
    } else if (!/\.test\.tsx?$/.test(relative)) {
      lines.push(`${relative} ${stat.size} ${stat.mtimeMs}`);
    }
  };
  for (const source of part.sources) visit(source);
  return lines.join('\n');
}

/** Where the inputs of the last build of a part are kept. @param {Part} part */
export const stampOf = (part) => path.join(dist, '.stamps', part.name);

/** Whether dist holds the part as its inputs make it now. @param {Part} part */
export function isFresh(part) {
  if (!fs.existsSync(path.join(dist, part.name, part.product))) return false;
  try {
    return fs.readFileSync(stampOf(part), 'utf8') === inputsOf(part);
  } catch {
    return false;
  }
}
