import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

// The process that reads a whole project file for damage while the service works with it. The service holds the only
// lock and changes nothing but the write-ahead log meanwhile, so the file is read as it lies there: without locks, as
// one that does not change (sqlite.org/uri.html, immutable). It is a process of its own because a check under way can be
// ended in no other way, and because closing the file in the service's process would take the service's lock away.

/** Only the first problems are told: a file with one is no longer written to. */
const TOLD_PROBLEMS = 3;

process.once('disconnect', () => process.exit());
process.once('message', (file: string) => {
  const db = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
  const problems = db.prepare(`PRAGMA quick_check(${TOLD_PROBLEMS})`).all() as { quick_check: string }[];
  process.send?.(
    problems.map((problem) => problem.quick_check),
    () => process.disconnect(),
  );
});
