import { AssayError, toWireError } from '#shared/contract/errors.ts';
import type { ImportItem, ImportPreview } from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import type { Db } from '../database/open.ts';
import { json, rows, text, write } from '../database/statements.ts';
import { Applier } from './apply.ts';
import { Catalog } from './catalog.ts';
import { readItem } from './formats.ts';
import { ItemJob, type Reading } from './item-job.ts';
import { isDatabaseFile } from './schemas/databases.ts';
import { bytesBelow } from './sources/files.ts';
import { systemProblem } from './sources/problem.ts';
import { nextTrajectoryId, Stage, unfinishedJobs } from './stage.ts';

export type ImportContext = { readonly signal: AbortSignal; readonly progress: (report: ProgressReport) => void };

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 200;

/** Progress in bytes, with the time that is left at the speed so far. */
class BytesRead implements Reading {
  readonly signal: AbortSignal;
  readonly #report: ImportContext['progress'];
  readonly #started = performance.now();
  readonly #sizes: readonly number[];
  readonly #total: number;
  #done = 0;
  #item = -1;
  #reported = 0;
  phase = '';

  constructor({ signal, progress }: ImportContext, sizes: readonly number[]) {
    this.signal = signal;
    this.#report = progress;
    this.#sizes = sizes;
    this.#total = sizes.reduce((sum, size) => sum + size, 0);
  }

  advance(bytes: number): void {
    this.#done += bytes;
    const now = performance.now();
    if (now - this.#reported < REPORT_EVERY) return;
    this.#reported = now;
    const total = Math.max(this.#total, this.#done);
    const seconds = (now - this.#started) / 1_000;
    const left = this.#done === 0 || seconds < 1 ? null : Math.round((seconds * (total - this.#done)) / this.#done);
    this.#report({ phase: this.phase, done: this.#done, total, etaSeconds: left });
  }

  /** The next item begins. Files of the one before that no reader took count as read, and those outside of it do not. */
  begin(phase: string): void {
    this.phase = phase;
    this.#item++;
    this.#done = this.#sizes.slice(0, this.#item).reduce((sum, size) => sum + size, 0);
    this.#reported = 0;
    this.advance(0);
  }
}

/** Bytes of each item. Databases are looked at, not read. */
async function bytesOf(items: readonly ImportItem[]): Promise<number[]> {
  const sizes: number[] = [];
  for (const item of items) {
    const isRead = item.kind === 'benchmark' ? (name: string) => !isDatabaseFile(name) : () => true;
    sizes.push(await bytesBelow(item.path, isRead));
  }
  return sizes;
}

async function readOne(job: ItemJob): Promise<void> {
  job.signal.throwIfAborted();
  try {
    await readItem(job);
  } catch (error) {
    const problem = systemProblem(error);
    if (problem === null) throw error;
    throw new AssayError('IMPORT_REFUSED', `${job.item.path} cannot be read: ${problem.message}.`, {
      next: 'Check the path and its permissions.',
      cause: error,
    });
  }
}

/**
 * What importing the items would do. Everything is read and decided as the import does, against what the project holds and
 * what the items before bring; nothing is written.
 */
export async function previewImport(db: Db, items: readonly ImportItem[], context: ImportContext): Promise<ImportPreview[]> {
  const catalog = new Catalog(db);
  const reading = new BytesRead(context, await bytesOf(items));
  const previews: ImportPreview[] = [];
  let nextId = 1;
  for (const item of items) {
    reading.begin(item.path);
    const job = new ItemJob({ db, item, catalog, stage: null, reading, nextTrajectoryId: () => nextId++ });
    try {
      await readOne(job);
      previews.push({ item, refused: null, ...job.imported() });
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      const { message, next } = toWireError(error);
      previews.push({ item, receipts: [], firstTen: [], without: [], refused: { message, next: next ?? null } });
    }
  }
  return previews;
}

/**
 * Imports the items in order, all or none: what they bring is staged while it is read, unseen, and carried out in one
 * transaction at the end. A cancelled import keeps its stage and goes on from there when the same items are imported again;
 * a refused one leaves nothing.
 * @throws AssayError IMPORT_REFUSED
 */
export async function runImport(db: Db, items: readonly ImportItem[], context: ImportContext): Promise<StoredReceipt[]> {
  const catalog = new Catalog(db);
  const reading = new BytesRead(context, await bytesOf(items));
  const jobs: ItemJob[] = [];
  let nextId = nextTrajectoryId(db);
  // All are opened before the first is read: a stopped import goes on with every item, also with those it had not come to.
  for (const item of items) {
    const stage = Stage.open(db, item);
    jobs.push(new ItemJob({ db, item, catalog, stage, reading, nextTrajectoryId: () => nextId++ }));
  }
  try {
    for (const job of jobs) {
      reading.begin(job.item.path);
      await readOne(job);
      await job.stage?.flushAll();
    }
    context.signal.throwIfAborted();
  } catch (error) {
    if (error instanceof AssayError && error.code === 'IMPORT_REFUSED') for (const job of jobs) job.stage?.discard();
    else for (const job of jobs) await job.stage?.flushAll();
    throw error;
  }
  return db.transaction(() => jobs.flatMap((job) => carryOut(db, job)))();
}

function carryOut(db: Db, job: ItemJob): StoredReceipt[] {
  const applier = new Applier(db);
  for (const operation of job.stage!.operations()) applier.apply(operation);
  applier.finish();
  job.stage!.close();
  return job.imported().receipts.map((receipt): StoredReceipt => {
    const at = new Date().toISOString();
    return { id: write(db, 'INSERT INTO receipt (at, body) VALUES (?, ?)', at, JSON.stringify(receipt)), at, ...receipt };
  });
}

/** Forgets imports that were stopped, all of them where `which` is null; answers how many. */
export function discardUnfinished(db: Db, which: readonly number[] | null): number {
  const jobs = unfinishedJobs(db).filter(({ job }) => which === null || which.includes(job));
  for (const { job } of jobs) Stage.existing(db, job).discard();
  return jobs.length;
}

export const storedReceipts = (db: Db): StoredReceipt[] =>
  rows(db, 'SELECT id, at, body FROM receipt ORDER BY id').map((found) => ({
    id: Number(found.id),
    at: text(found.at),
    ...json<Omit<StoredReceipt, 'id' | 'at'>>(found.body),
  }));
