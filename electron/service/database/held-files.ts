import fs from 'node:fs';
import type { Db } from './open.ts';

// A project is locked against other processes by POSIX locks, and a process loses all of its locks on a file as soon as it
// closes any descriptor of that file (fcntl(2); sqlite.org/howtocorrupt.html, 2.2). SQLite minds that among its own
// connections. Whatever else opens files here asks `notHeld` first.

const held = new Map<string, Db>();

/** What a path leads to, whatever other names it has; null where nothing is there. */
export function identityOf(file: string): string | null {
  const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** Notes that the file's lock is this connection's, as long as that is open. */
export function hold(identity: string, db: Db): void {
  held.set(identity, db);
}

/** Whether this process has a project open whose lock would be lost if the file were opened and closed. */
export function isHeld(file: string): boolean {
  const identity = identityOf(file);
  return identity !== null && held.get(identity)?.open === true;
}

/** The path, where it may be opened here. @throws an error as of the file system, EBUSY, where it leads to an open project */
export function notHeld(file: string): string {
  if (isHeld(file)) {
    throw Object.assign(new Error(`EBUSY: an open project is not read as anything else, open '${file}'`), {
      code: 'EBUSY',
      syscall: 'open',
      path: file,
    });
  }
  return file;
}
