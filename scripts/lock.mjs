// A lock between processes on one machine: a folder that names its owner.
import fs from 'node:fs';
import path from 'node:path';

/** Whether a process of this id runs (a process of another user counts as running). */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes the lock over when its owner is gone, or never got to writing its name within ten seconds. */
function removeAbandoned(folder) {
  let owner;
  try {
    owner = Number(fs.readFileSync(path.join(folder, 'owner'), 'utf8'));
  } catch {
    const made = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > 10_000) fs.rmSync(folder, { recursive: true, force: true });
    return;
  }
  if (isAlive(owner)) return;
  // Renaming first: of several processes that find the same dead owner, one only removes it.
  const aside = `${folder}.abandoned-${process.pid}`;
  try {
    fs.renameSync(folder, aside);
    fs.rmSync(aside, { recursive: true, force: true });
  } catch {
    // another process was quicker
  }
}

/**
 * Runs `work` while this process alone holds the lock `folder`; waits for whoever holds it.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  for (;;) {
    try {
      fs.mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      removeAbandoned(folder);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const release = () => fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(path.join(folder, 'owner'), String(process.pid));
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
