import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { AssayError } from '#shared/contract/errors.ts';
import { formatProblem } from './format-tables.ts';
import { hold, identityOf, isHeld } from './held-files.ts';
import { MIGRATIONS } from './migrations/index.ts';

export type Db = Database.Database;

/** 'Asay' in the header's application id tells our files from other SQLite files. */
const APPLICATION_ID = 0x41736179;

export type OpenProject = {
  readonly db: Db;
  readonly path: string;
  /** Tells the file from any other that lies at its path by now. */
  readonly identity: string;
  /** Written because the file was migrated. */
  readonly backup: string | null;
  /** Whether the whole file was read for damage before it was opened. */
  readonly checked: boolean;
};

/** A file up to this size is read for damage in less time than a person notices. */
const CHECKED_AT_ONCE_BYTES = 8 * 1024 * 1024;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** A connection with every promise switched on: durable, checked, and the only one (the lock ends with the process). */
function connect(file: string): Db {
  const db = new Database(file);
  try {
    db.pragma('busy_timeout = 300');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    // In exclusive mode the lock is taken by the first write and then kept.
    db.exec('BEGIN IMMEDIATE; COMMIT');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    db.defaultSafeIntegers(true);
    hold(identityOf(file)!, db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const openError = (file: string, error: unknown): unknown => {
  const name = path.basename(file);
  // SQLITE_BUSY_RECOVERY, SQLITE_CORRUPT_INDEX and their like say no more to a user than the plain code.
  switch (/^SQLITE_[A-Z]+|^E[A-Z]+/.exec(codeOf(error))?.[0]) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return new AssayError('PROJECT_LOCKED', `${name} is open in another window or process.`, {
        next: 'Close it there, then open it again. Nothing was changed.',
        cause: error,
      });
    case 'SQLITE_FULL':
    case 'SQLITE_IOERR':
    case 'ENOSPC':
      return new AssayError('SAVE_FAILED', `${name} cannot be written: ${error instanceof Error ? error.message : error}.`, {
        next: 'Check that the disk can be written and has space, or choose another place.',
        cause: error,
      });
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return corrupt(name, error instanceof Error ? { found: error.message } : {});
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EEXIST':
    case 'EINVAL':
    case 'ENAMETOOLONG':
      return new AssayError('SAVE_FAILED', `${name} cannot be opened for writing.`, {
        next: 'Check the permissions of the file and its folder, or copy it elsewhere.',
        cause: error,
      });
    default:
      return error;
  }
};

/** `detail` says what is wrong in words for a person, `found` as SQLite words it. */
const corrupt = (name: string, { detail, found }: { detail?: string; found?: string }) =>
  new AssayError('PROJECT_CORRUPT', detail === undefined ? `${name} is damaged.` : `${name} is damaged: ${detail}`, {
    next: `Assay writes nothing more to it. Keep the file, and open a backup beside it (${name}.backup-…).`,
    ...(found === undefined ? {} : { cause: new Error(found) }),
  });

const userVersion = (db: Db): number => Number(db.pragma('user_version', { simple: true }));

function refuseNewer(file: string, version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new AssayError(
    'PROJECT_NEWER',
    `${path.basename(file)} was written by a newer Assay (format ${version}; this one knows ${MIGRATIONS.length}).`,
    { next: 'Update Assay to open it. The file was not changed.' },
  );
}

/**
 * Refuses by the first bytes of the file what is not ours and what a newer Assay wrote: to connect would already change
 * it, since a connection switches to WAL. Offsets: sqlite.org/fileformat2.html, the database header.
 */
function inspectHeader(file: string): void {
  const notOurs = new AssayError('NOT_A_PROJECT', `${path.basename(file)} is not an Assay project.`, {
    next: 'Choose an .assay file.',
  });
  if (!fs.statSync(file).isFile()) throw notOurs;
  const header = Buffer.alloc(100);
  const handle = fs.openSync(file, 'r');
  const read = fs.readSync(handle, header);
  fs.closeSync(handle);
  const isSqlite = read === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  if (!isSqlite || header.readUInt32BE(68) !== APPLICATION_ID) throw notOurs;
  refuseNewer(file, header.readUInt32BE(60));
}

/** What a whole check of a project file found, as an error; null where nothing is wrong. `problems` as SQLite words them. */
export const damageOf = (file: string, problems: readonly string[]): AssayError | null =>
  problems[0] === 'ok' ? null : corrupt(path.basename(file), { found: problems.join('; ') });

/** Reads a whole open file for damage: milliseconds for each megabyte. */
export function damageIn(db: Db, file: string): AssayError | null {
  try {
    const problems = db.pragma('quick_check(3)') as { quick_check: string }[];
    return damageOf(
      file,
      problems.map((problem) => problem.quick_check),
    );
  } catch (error) {
    return corrupt(path.basename(file), { found: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Lets nothing more be written to a damaged file: whoever still holds the connection ends at the next write. What was saved
 * before is folded into the file, since a write-ahead log that stayed would be read with a backup put in the file's place.
 */
export function endWriting(db: Db): void {
  db.pragma('query_only = ON');
  foldIn(db);
}

/** Folds what was saved into the file itself, as far as that can be done. */
export function foldIn(db: Db): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A full disk, or damage where it would be folded in: then what was saved stays in the write-ahead log.
  }
}

/**
 * Closes the file with everything in it. SQLite folds the write-ahead log in by itself, but not where the file was moved
 * meanwhile: then it would stay behind, and what was saved with it.
 */
export function closeProject({ db }: OpenProject): void {
  foldIn(db);
  db.close();
}

/**
 * Asked before anything is saved: what is written to a file that no longer lies at its path is found by nobody. What was saved
 * before is folded into it, wherever it is now.
 * @throws AssayError SAVE_FAILED
 */
export function requireInPlace({ db, path: file, identity }: OpenProject): void {
  const found = identityOf(file);
  if (found === identity) return;
  foldIn(db);
  const name = path.basename(file);
  const [what, next] =
    found === null
      ? ['is no longer where it was opened: it, or its folder, was moved, renamed or deleted', 'Put it back there']
      : ['was replaced by another file while it was open', 'Put back the one that was there'];
  throw new AssayError('SAVE_FAILED', `${name} ${what}.`, {
    next: `${next} (${file}), then try again. What was saved before is in the file that was opened.`,
  });
}

/** Copies the file as it is (WAL included) to name.assay.backup-<time>. */
function backUp(db: Db, file: string): string {
  const target = `${file}.backup-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  db.prepare('VACUUM INTO ?').run(target);
  return target;
}

/** Runs the steps that the file lacks, each in a transaction of its own. */
export function migrate(db: Db, to = MIGRATIONS.length): void {
  for (let version = userVersion(db); version < to; version++) {
    db.transaction(() => {
      db.exec(MIGRATIONS[version]!.sql);
      db.pragma(`user_version = ${version + 1}`);
    })();
  }
}

/**
 * Makes a new project file.
 * @throws AssayError PROJECT_EXISTS where there is a file; SAVE_FAILED where the folder cannot be written or the disk is
 * full. Then nothing is left of it.
 */
export function createProject(file: string): OpenProject {
  if (fs.existsSync(file)) {
    throw new AssayError('PROJECT_EXISTS', `${path.basename(file)} exists already.`, {
      next: 'Open it, or choose another name.',
    });
  }
  if (!fs.existsSync(path.dirname(file))) {
    throw new AssayError('NOT_FOUND', `The folder ${path.dirname(file)} does not exist.`, {
      next: 'Make it, or choose another place.',
    });
  }
  let db: Db | undefined;
  let isOurs = false;
  try {
    fs.closeSync(fs.openSync(file, 'wx'));
    isOurs = true;
    // Before WAL, so that the file itself says whose it is from its first byte on, even if this process is killed next.
    const marked = new Database(file);
    marked.pragma(`application_id = ${APPLICATION_ID}`);
    marked.close();
    db = connect(file);
    migrate(db);
    db.prepare('INSERT INTO project (id, created_at) VALUES (1, ?)').run(new Date().toISOString());
    return { db, path: file, identity: identityOf(file)!, backup: null, checked: true };
  } catch (error) {
    db?.close();
    if (isOurs) for (const ending of ['', '-wal', '-shm']) fs.rmSync(`${file}${ending}`, { force: true });
    throw openError(file, error);
  }
}

/**
 * Opens a project file: the only writer, checked, migrated after a backup. With `checkLater`, a large file that needs no
 * migration is opened unchecked, and the caller has it checked.
 * @throws AssayError NOT_FOUND, NOT_A_PROJECT, PROJECT_LOCKED, PROJECT_NEWER, PROJECT_CORRUPT or SAVE_FAILED.
 */
export function openProject(file: string, { checkLater = false } = {}): OpenProject {
  const name = path.basename(file);
  if (!fs.existsSync(file)) {
    throw new AssayError('NOT_FOUND', `${name} does not exist (any more).`, { next: 'Choose where it is now.' });
  }
  if (isHeld(file)) {
    throw new AssayError('PROJECT_LOCKED', `${name} is open already.`, {
      next: 'Close it, then open it again. Nothing was changed.',
    });
  }
  let db: Db | undefined;
  try {
    inspectHeader(file);
    db = connect(file);
    // What is damaged, and what the write-ahead log makes newer, is refused before anything is changed.
    const version = userVersion(db);
    refuseNewer(file, version);
    const isOld = version < MIGRATIONS.length;
    const checked = isOld || !checkLater || fs.statSync(file).size <= CHECKED_AT_ONCE_BYTES;
    const damage = checked ? damageIn(db, file) : null;
    if (damage) throw damage;
    const problem = formatProblem(db, version);
    if (problem !== null) throw corrupt(name, { detail: `${problem}. Something other than Assay has changed it.` });
    const backup = isOld ? backUp(db, file) : null;
    migrate(db);
    return { db, path: file, identity: identityOf(file)!, backup, checked };
  } catch (error) {
    db?.close();
    throw openError(file, error);
  }
}
