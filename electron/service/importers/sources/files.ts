import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import { systemProblem } from './problem.ts';

/** A file to read: where it is, how it is named in receipts, and what tells whether it has changed. */
export type SourceFile = {
  readonly path: string;
  /** Relative to the walked folder, with `/`. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
};

export type Walked = SourceFile | { readonly name: string; readonly problem: string };

/** Folders that hold no research data and may hold very many files. */
const PASSED_OVER = new Set(['.git', 'node_modules', '__pycache__', '.venv', '.ipynb_checkpoints', '__MACOSX']);
const DEEPEST = 12;

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * Every regular file below a folder, in order of names. Symbolic links are followed, except where they lead back into a
 * folder that is being walked; what cannot be read is answered with the reason.
 */
export async function* walk(root: string, deepest = DEEPEST): AsyncGenerator<Walked> {
  yield* below(root, '', [], deepest);
}

async function* below(folder: string, prefix: string, above: readonly string[], depth: number): AsyncGenerator<Walked> {
  let entries: fs.Dirent[];
  let identity: string;
  try {
    const stat = await fsp.stat(folder);
    identity = `${stat.dev}:${stat.ino}`;
    if (above.includes(identity)) {
      yield { name: prefix || path.basename(folder), problem: 'symbolic link loop' };
      return;
    }
    entries = await fsp.readdir(folder, { withFileTypes: true });
  } catch (error) {
    const problem = systemProblem(error);
    if (problem === null) throw error;
    yield { name: prefix || path.basename(folder), problem: problem.message };
    return;
  }
  for (const entry of entries.sort(byName)) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    const full = path.join(folder, entry.name);
    if (PASSED_OVER.has(entry.name) || entry.name.startsWith('._') || entry.name === '.DS_Store') continue;
    try {
      const stat = await fsp.stat(full);
      if (stat.isFile()) yield { path: full, name, size: stat.size, modified: stat.mtimeMs };
      else if (!stat.isDirectory()) yield { name, problem: 'not a regular file' };
      else if (depth === 0) yield { name, problem: 'too many folders inside one another' };
      else yield* below(full, name, [...above, identity], depth - 1);
    } catch (error) {
      const problem = systemProblem(error);
      if (problem === null) throw error;
      yield { name, problem: problem.message };
    }
  }
}

/** One named file. @throws errors of the file system */
export function fileAt(file: string, name = path.basename(file)): SourceFile {
  const stat = fs.statSync(file);
  return { path: file, name, size: stat.size, modified: stat.mtimeMs };
}

export const isFolder = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
export const isFile = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** The first of the names that is a file (or folder) in the folder. */
export const firstFile = (folder: string, names: readonly string[]): string | null =>
  names.map((name) => path.join(folder, name)).find(isFile) ?? null;
export const firstFolder = (folder: string, names: readonly string[]): string | null =>
  names.map((name) => path.join(folder, name)).find(isFolder) ?? null;

/** Bytes of the wanted files below a path; what cannot be read counts as nothing. */
export async function bytesBelow(root: string, wanted: (name: string) => boolean): Promise<number> {
  if (!isFolder(root)) return wanted(root) ? (fs.statSync(root, { throwIfNoEntry: false })?.size ?? 0) : 0;
  let sum = 0;
  for await (const file of walk(root)) if ('size' in file && wanted(file.name)) sum += file.size;
  return sum;
}
