import type { Topic } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { ComparisonWorker } from './comparison/comparison-worker.ts';
import type { Keychain } from './connections/keychain.ts';
import { startCodebook } from './database/codebook.ts';
import { forgetDerived, keepDerived, stopKeeping } from './database/derived.ts';
import { checkFile, type FileCheck } from './database/file-check.ts';
import { identityOf } from './database/held-files.ts';
import { annotatorId, type UndoStacks, undoStacks } from './database/labels.ts';
import {
  closeProject,
  createProject,
  type Db,
  endWriting,
  foldIn,
  type OpenProject,
  openProject,
  requireInPlace,
} from './database/open.ts';

/** How long nothing was changed before what was saved is folded into the file. */
const REST_MS = 5_000;

/** Files that the service is started with. */
export type ServiceFiles = {
  /** The folder of the shipped sample. */
  readonly fixtures: string;
  /** The folder of the fonts for exported pictures. */
  readonly fonts: string;
  /** Entry of the sql-runner. */
  readonly runner: string;
  /** Entry of the comparison thread. */
  readonly comparison: string;
  /** Entry of the process that reads a project file for damage. */
  readonly fileCheck: string;
  /** Tells this build of the service from any other. */
  readonly build: string;
};

export type Annotator = { readonly id: number; readonly name: string; readonly stacks: UndoStacks };

type Opened = {
  readonly project: OpenProject;
  annotator: Annotator;
  /** Under way where the file was opened unchecked. */
  check: FileCheck | null;
  /** What the check found: nothing more is read or written then. */
  damage: AssayError | null;
};

/** What one service process holds: at most one open project, and what runs on it. */
export class Session {
  readonly files: ServiceFiles;
  readonly worker: ComparisonWorker;
  /** Where the desktop app keeps connections; null without it. */
  readonly keychain: Keychain | null;
  #opened: Opened | null = null;
  readonly #busy = new Set<string>();
  /** What reads the project turn by turn and changes nothing. */
  readonly #reading = new Set<string>();
  #rest: NodeJS.Timeout | undefined;
  #notify: (topics: Topic[]) => void = () => {};
  #tellDamage: (damage: AssayError) => void = () => {};
  /** Pauses the execution that is under way; null where there is none. */
  pausing: AbortController | null = null;

  constructor(files: ServiceFiles, keychain: Keychain | null) {
    this.files = files;
    this.keychain = keychain;
    this.worker = new ComparisonWorker(files.comparison);
  }

  onChange(notify: (topics: Topic[]) => void): void {
    this.#notify = notify;
  }

  /** Hears that the open project's file turned out to be damaged. */
  onDamage(tell: (damage: AssayError) => void): void {
    this.#tellDamage = tell;
  }

  changed(...topics: Topic[]): void {
    if (this.#opened && topics.some((topic) => topic !== 'labels')) forgetDerived(this.#opened.project.db);
    this.saved();
    this.#notify(topics);
  }

  /** Says that something was saved. */
  saved(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#atRest(), REST_MS).unref();
  }

  /** Whoever copies the file while it is open (a person, a backup, a sync tool) copies it without its write-ahead log. */
  #atRest(): void {
    const { project, check, damage } = this.#opened ?? {};
    // A check reads the file as it was opened; a long operation says at its end that it has changed something.
    if (project && !check && !damage && this.#busy.size === 0) foldIn(project.db);
  }

  create(path: string, annotator: string): void {
    this.#requireIdle();
    this.#open(createProject(path), annotator);
  }

  /** With `checkLater`, a large file is read for damage while it is worked with: what is found is told. */
  open(path: string, annotator: string, checkLater = false): void {
    const { project, damage } = this.#opened ?? { project: null, damage: null };
    const identity = identityOf(path);
    const isSameFile = project?.identity === identity;
    if (project?.path === path && damage === null && (isSameFile || identity === null)) {
      this.requireInPlace();
      this.setAnnotator(annotator);
    } else {
      this.#requireIdle();
      // A backup may lie there by now, or it is the same file by another path.
      if (project?.path === path || isSameFile) this.end();
      this.#open(openProject(path, { checkLater }), annotator);
    }
  }

  #open(project: OpenProject, annotator: string): void {
    this.close();
    startCodebook(project.db);
    keepDerived(project.db, this.files.build);
    const opened: Opened = { project, annotator: this.#annotatorOf(project.db, annotator), check: null, damage: null };
    this.#opened = opened;
    if (!project.checked) this.#check(opened);
  }

  #check(opened: Opened): void {
    const { db, path } = opened.project;
    opened.check = checkFile(db, path, this.files.fileCheck);
    void opened.check.damage.then((damage) => {
      opened.check = null;
      if (damage === null || this.#opened !== opened) return;
      opened.damage = damage;
      endWriting(db);
      this.#tellDamage(damage);
    });
  }

  #annotatorOf(db: Db, name: string): Annotator {
    const id = annotatorId(db, name);
    return { id, name, stacks: undoStacks(db, id) };
  }

  setAnnotator(name: string): void {
    this.#require().annotator = this.#annotatorOf(this.db, name);
  }

  /** Asked before another project is touched: one that cannot take the place of this one must not stay locked or made. */
  #requireIdle(): void {
    const [running] = [...this.#busy, ...this.#reading];
    if (running !== undefined) throw new AssayError('BUSY', `${running} is running.`, { next: 'Wait for it, or cancel it.' });
  }

  /** @throws AssayError BUSY while something runs on the project. */
  close(): void {
    this.#requireIdle();
    this.end();
  }

  /** Lets go of the project when the process ends, whatever runs: closing folds the write-ahead log into the one file. */
  end(): void {
    this.#opened?.check?.stop();
    if (this.#opened) closeProject(this.#opened.project);
    this.#opened = null;
  }

  #require(): Opened {
    if (this.#opened) return this.#opened;
    throw new AssayError('NO_PROJECT', 'No project is open.', { next: 'Open one first.' });
  }

  /** @throws AssayError NO_PROJECT, or PROJECT_CORRUPT once the file turned out to be damaged. */
  get db(): Db {
    const { project, damage } = this.#require();
    if (damage) throw damage;
    return project.db;
  }

  get project(): OpenProject {
    return this.#require().project;
  }

  /** Asked before anything is saved. @throws AssayError SAVE_FAILED where the file is not at its path any more */
  requireInPlace(): void {
    requireInPlace(this.project);
  }

  get annotator(): Annotator {
    return this.#require().annotator;
  }

  /** Runs one of a kind at a time, which reads the project turn by turn: it stays open until then. @throws AssayError BUSY */
  async whileOpen<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.#requireFree(this.#reading, what);
    this.#reading.add(what);
    try {
      return await work();
    } finally {
      this.#reading.delete(what);
    }
  }

  #requireFree(running: ReadonlySet<string>, what: string): void {
    if (running.has(what)) throw new AssayError('BUSY', `${what} is running already.`, { next: 'Wait for it, or cancel it.' });
  }

  /** Runs one of a kind at a time. @throws AssayError BUSY where the same is running already, or what keeps the project from being read. */
  async exclusively<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.#requireFree(this.#busy, what);
    const { db } = this;
    requireInPlace(this.project);
    this.#busy.add(what);
    // It changes the project step by step and says so only at its end.
    stopKeeping(db);
    try {
      return await work();
    } catch (error) {
      // A write that was refused for the damage says nothing of it.
      throw this.#opened?.damage ?? error;
    } finally {
      this.#busy.delete(what);
      if (this.#busy.size === 0) keepDerived(db, this.files.build);
    }
  }
}
