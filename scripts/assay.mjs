#!/usr/bin/env node
// The command line: brings its parts up to date when the sources changed, then runs dist/cli in this process, or, where
// this Node.js is too old, on the one that the project brings.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findNode, isNewEnough, nodeMissing } from './node-runtime.mjs';
import { dist, isFresh, parts, root } from './parts.mjs';

const needed = ['cli', 'service', 'sql-runner', 'fixtures', 'fonts'];

/** Silent when it works; what went wrong goes to standard error. */
function bringUpToDate(node) {
  const stale = parts.filter((part) => needed.includes(part.name) && !isFresh(part)).map((part) => part.name);
  if (stale.length === 0) return true;
  const build = spawnSync(node, [path.join(root, 'scripts', 'build.mjs'), '--only', stale.join(',')], { encoding: 'utf8' });
  if (build.status !== 0) process.stderr.write(`${build.stdout ?? ''}${build.stderr ?? ''}${build.error?.message ?? ''}`);
  return build.status === 0;
}

const node = findNode();
const program = path.join(dist, 'cli', 'main.cjs');
if (!node) {
  console.error(nodeMissing);
  process.exitCode = 1;
} else if (!bringUpToDate(node)) {
  process.exitCode = 1;
} else if (isNewEnough()) {
  createRequire(import.meta.url)(program);
} else {
  const { runInForeground } = await import('./child.mjs');
  process.exitCode = await runInForeground(node, [program, ...process.argv.slice(2)]);
}
