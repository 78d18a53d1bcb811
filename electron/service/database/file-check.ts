import { type ChildProcess, fork } from 'node:child_process';
import type { AssayError } from '#shared/contract/errors.ts';
import { type Db, damageIn, damageOf } from './open.ts';

/** Pages of the write-ahead log after which it is folded into the file; SQLite's own default. */
const FOLD_AFTER_PAGES = 1000;

/** The check waits until the project is shown: it would take the processor from what shows it. */
const WAIT_MS = 1_500;

/** A check that is under way. `damage` resolves to what is wrong with the file, or to null. */
export type FileCheck = { readonly damage: Promise<AssayError | null>; stop(): void };

/**
 * Reads the whole file of an open project for damage, in a process of its own. Until it is done what is written stays in
 * the write-ahead log, so that it reads the file as it was opened. Where no such process can run, or the
 * log cannot be folded in before, the file is checked here.
 */
export function checkFile(db: Db, file: string, entry: string): FileCheck {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A full disk: the file alone is not the project, and only this connection reads both.
    return { damage: Promise.resolve(damageIn(db, file)), stop: () => {} };
  }
  db.pragma('wal_autocheckpoint = 0');
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  const answered = new Promise<readonly string[] | null>((resolve) => {
    timer = setTimeout(() => {
      child = fork(entry, [], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { ELECTRON_RUN_AS_NODE: '1', ...(process.env.SYSTEMROOT ? { SYSTEMROOT: process.env.SYSTEMROOT } : {}) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.once('message', (problems) => resolve(problems as readonly string[]));
      child.once('error', () => resolve(null));
      child.once('exit', () => resolve(null));
      child.send(file, () => {});
    }, WAIT_MS);
  });
  const damage = answered.then((problems) => {
    // Closed meanwhile: the process was stopped.
    if (!db.open) return null;
    db.pragma(`wal_autocheckpoint = ${FOLD_AFTER_PAGES}`);
    if (problems !== null) return damageOf(file, problems);
    return damageIn(db, file);
  });
  const stop = () => {
    clearTimeout(timer);
    child?.kill('SIGKILL');
  };
  return { damage, stop };
}
