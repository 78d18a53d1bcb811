// Builds what changed: node scripts/build.mjs [--force] [--only main,preload,service,sql-runner,cli,renderer,fixtures]
// A part is built beside dist and then moved in file by file, its entry last: whoever runs from dist meanwhile
// sees the old part or the new one, never half of one.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { withLock } from './lock.mjs';
import { dist, entryOf, inputsOf, isFresh, parts, root, stampOf } from './parts.mjs';

/** The files below a folder, as relative paths. */
function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)));
}

/** Moves the files of `made` into `target`, `product` last, and removes from `target` what `made` does not have. */
function putInPlace(made, target, product) {
  const files = filesBelow(made).sort((a, b) => Number(a === product) - Number(b === product));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    fs.renameSync(path.join(made, file), path.join(target, file));
  }
  const wanted = new Set(files);
  for (const file of filesBelow(target)) if (!wanted.has(file)) fs.rmSync(path.join(target, file), { force: true });
}

/** Copies the files of a folder whose path in it matches. */
function copy(folder, made, only) {
  for (const file of filesBelow(folder).filter((name) => only.test(name.replaceAll('\\', '/')))) {
    fs.cpSync(path.join(folder, file), path.join(made, file));
  }
}

async function buildPart(part, entry) {
  const started = performance.now();
  const inputs = inputsOf(part);
  const made = path.join(dist, `.building-${part.name}`);
  fs.rmSync(made, { recursive: true, force: true });
  if (part.kind === 'copy') copy(entry, made, part.only ?? /./);
  else await (await import('./vite-builds.mjs')).compile(part, entry, made);
  fs.rmSync(stampOf(part), { force: true });
  putInPlace(made, path.join(dist, part.name), part.product);
  fs.rmSync(made, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(stampOf(part)), { recursive: true });
  // The inputs as they were before compiling: a file saved meanwhile makes the part stale again.
  fs.writeFileSync(stampOf(part), inputs);
  console.log(`built ${part.name} in ${Math.round(performance.now() - started)} ms`);
}

/**
 * Brings dist up to date.
 * @param {{ only?: string[], force?: boolean }} [options] `only` names the parts; a named part without an entry is an error
 * @returns {Promise<boolean>} whether all of them are now up to date
 */
export async function buildAll({ only = [], force = false } = {}) {
  const unknown = only.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`no such part: ${unknown.join(', ')} (there are ${parts.map((part) => part.name).join(', ')})`);
    return false;
  }
  const chosen = only.length > 0 ? parts.filter((part) => only.includes(part.name)) : parts;
  if (!force && chosen.every(isFresh)) return true;
  return withLock(path.join(dist, '.lock'), async () => {
    let good = true;
    for (const part of chosen.filter((candidate) => force || !isFresh(candidate))) {
      const entry = entryOf(part);
      if (entry === null) {
        console.error(`${part.name} was not built: there is no ${part.entries.join(' or ')}`);
        good &&= !only.includes(part.name);
        continue;
      }
      try {
        await buildPart(part, entry);
      } catch (error) {
        // The bundler colours its messages even where they go to a file.
        const reason = stripVTControlCharacters(error.message ?? String(error));
        console.error(`${part.name} could not be built from ${path.relative(root, entry)}:\n${reason}`);
        good = false;
      }
    }
    return good;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { only: { type: 'string' }, force: { type: 'boolean' } } });
  const good = await buildAll({ only: values.only?.split(',').filter(Boolean), force: values.force });
  process.exitCode = good ? 0 : 1;
}
