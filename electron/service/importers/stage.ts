import type { ImportItem } from '#shared/contract/import.ts';
import type { StoredResult } from '#shared/contract/runner.ts';
import type { Receipt } from '#shared/model/receipt.ts';
import { type Body, putBody } from '../database/bodies.ts';
import { storeResult } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { count, integer, json, prepared, row, rows, text, write } from '../database/statements.ts';
import type { Operation } from './operations.ts';

/** What is kept of a finished unit, so that a resumed import need not read it again. */
export type UnitState = {
  readonly receipts: readonly Receipt[];
  readonly firstTen: readonly unknown[];
  readonly seen: readonly string[];
};

type Fingerprint = { readonly name: string; readonly size: number; readonly modified: number };

type Waiting =
  | { readonly kind: 'body'; readonly body: Body | Promise<Body> }
  | { readonly kind: 'result'; readonly result: StoredResult }
  | { readonly kind: 'search'; readonly id: number; readonly text: Buffer }
  | { readonly kind: 'operation'; readonly unit: string; readonly operation: Operation }
  | { readonly kind: 'unit'; readonly unit: Fingerprint; readonly state: UnitState };

type Packed = Exclude<Waiting, { kind: 'body' }> | { readonly kind: 'body'; readonly body: Body };

const packed = async (waiting: Waiting): Promise<Packed> =>
  waiting.kind === 'body' ? { kind: 'body', body: await waiting.body } : waiting;

/** Written together, in one short transaction: labels are saved on the same connection meanwhile. */
const FLUSH_BYTES = 300 * 1024;
const FLUSH_COUNT = 400;

/** What the first file that needs it brings for all. */
const SHARED = new Set<Operation['op']>(['benchmark', 'system', 'database']);

/** The state of the project that an import's decisions rest on: the last receipt. */
const basisOf = (db: Db): number => count(db, 'SELECT coalesce(max(id), 0) FROM receipt');

/** A row id for a trajectory that nobody has, staged ones included. */
export const nextTrajectoryId = (db: Db): number =>
  1 +
  Math.max(
    count(db, 'SELECT coalesce(max(id), 0) FROM trajectory'),
    count(db, 'SELECT coalesce(max(id), 0) FROM trajectory_search_docsize'),
  );

/**
 * Where an import waits until it is whole: contents, search text and operations, unseen by the rest of the project. Files
 * are its units: a finished one is not read again when the import is resumed.
 */
export class Stage {
  readonly #db: Db;
  readonly job: number;
  #waiting: Waiting[] = [];
  #packing: Waiting[] = [];
  #bytes = 0;
  readonly #visited = new Set<string>();

  private constructor(db: Db, job: number) {
    this.#db = db;
    this.job = job;
  }

  /** Takes up the stopped import of the same item, where the project has not changed since; else begins. */
  static open(db: Db, item: ImportItem): Stage {
    const described = JSON.stringify(item);
    const basis = basisOf(db);
    for (const old of rows(db, 'SELECT id, basis FROM import_job WHERE item = ?', described)) {
      const stage = new Stage(db, integer(old.id));
      if (integer(old.basis) === basis) {
        stage.#dropUnfinishedUnits();
        return stage;
      }
      stage.discard();
    }
    const job = write(
      db,
      'INSERT INTO import_job (item, basis, started_at) VALUES (?, ?, ?)',
      described,
      basis,
      new Date().toISOString(),
    );
    return new Stage(db, job);
  }

  static existing(db: Db, job: number): Stage {
    return new Stage(db, job);
  }

  #dropUnfinishedUnits(): void {
    this.#db.transaction(() => {
      const dropped = rows(
        this.#db,
        `SELECT id, body FROM import_operation WHERE job_id = ? AND unit NOT IN (SELECT name FROM import_unit WHERE job_id = ?)`,
        this.job,
        this.job,
      );
      for (const { id, body } of dropped) {
        const operation = json<Operation>(body);
        // Other files may rest on it, and to carry it out twice does no harm.
        if (SHARED.has(operation.op)) continue;
        if (operation.op === 'trajectory') this.#forgetSearch(operation.id);
        prepared(this.#db, 'DELETE FROM import_operation WHERE id = ?').run(id);
      }
    })();
  }

  #forgetSearch(id: number): void {
    prepared(this.#db, 'DELETE FROM trajectory_search WHERE rowid = ?').run(BigInt(id));
    prepared(this.#db, "DELETE FROM import_content WHERE job_id = ? AND kind = 'search' AND content = ?").run(
      this.job,
      String(id),
    );
  }

  /** The finished unit of that name, where the file is still the same; a changed file's earlier reading is dropped. */
  finished(unit: Fingerprint): UnitState | null {
    this.#visited.add(unit.name);
    const found = row(
      this.#db,
      'SELECT size, modified, body FROM import_unit WHERE job_id = ? AND name = ?',
      this.job,
      unit.name,
    );
    if (!found) return null;
    if (integer(found.size) === unit.size && Number(found.modified) === unit.modified) return json(found.body);
    prepared(this.#db, 'DELETE FROM import_unit WHERE job_id = ? AND name = ?').run(this.job, unit.name);
    this.#dropUnfinishedUnits();
    return null;
  }

  operationsOf(unit: string): Operation[] {
    return rows(this.#db, 'SELECT body FROM import_operation WHERE job_id = ? AND unit = ? ORDER BY id', this.job, unit).map(
      (found) => json<Operation>(found.body),
    );
  }

  /** `bytes`: its size as read, of which compression leaves about a third. */
  body(body: Body | Promise<Body>, bytes: number): void {
    this.#add({ kind: 'body', body }, bytes / 3);
  }

  result(result: StoredResult): void {
    this.#add({ kind: 'result', result }, result.data.length);
  }

  search(id: number, words: Buffer): void {
    this.#add({ kind: 'search', id, text: words }, words.length);
  }

  operation(unit: string, operation: Operation): void {
    this.#add({ kind: 'operation', unit, operation }, 300);
  }

  finish(unit: Fingerprint, state: UnitState): void {
    this.#visited.add(unit.name);
    this.#add({ kind: 'unit', unit: { name: unit.name, size: unit.size, modified: unit.modified }, state }, 100);
  }

  #add(waiting: Waiting, bytes: number): void {
    this.#waiting.push(waiting);
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= FLUSH_BYTES || this.#waiting.length >= FLUSH_COUNT;
  }

  /**
   * Writes the batch before in one transaction, and sets what waits aside as the next one: its contents are packed by other
   * threads while reading goes on.
   */
  async flush(): Promise<void> {
    const batch = this.#packing;
    this.#packing = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    if (batch.length > 0) this.#writeAll(await Promise.all(batch.map(packed)));
  }

  /** Writes everything that waits. */
  async flushAll(): Promise<void> {
    await this.flush();
    await this.flush();
  }

  #writeAll(batch: readonly Packed[]): void {
    // What is staged can be read again, so it need not outlive a power cut; labels, saved between the batches, must.
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#db.transaction(() => {
        for (const each of batch) this.#write(each);
      })();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  #write(waiting: Packed): void {
    switch (waiting.kind) {
      case 'body':
        putBody(this.#db, waiting.body);
        this.#own('body', waiting.body.hash);
        break;
      case 'result':
        storeResult(this.#db, waiting.result);
        this.#own('result', waiting.result.hash);
        break;
      case 'search':
        prepared(this.#db, 'INSERT INTO trajectory_search (rowid, text) VALUES (?, CAST(? AS TEXT))').run(
          BigInt(waiting.id),
          waiting.text,
        );
        this.#own('search', String(waiting.id));
        break;
      case 'operation':
        prepared(this.#db, 'INSERT INTO import_operation (job_id, unit, body) VALUES (?, ?, ?)').run(
          this.job,
          waiting.unit,
          JSON.stringify(waiting.operation),
        );
        break;
      case 'unit':
        prepared(this.#db, 'INSERT OR REPLACE INTO import_unit (job_id, name, size, modified, body) VALUES (?, ?, ?, ?, ?)').run(
          this.job,
          waiting.unit.name,
          waiting.unit.size,
          waiting.unit.modified,
          JSON.stringify(waiting.state),
        );
        break;
    }
  }

  #own(kind: 'body' | 'result' | 'search', content: string): void {
    prepared(this.#db, 'INSERT INTO import_content (job_id, kind, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
      this.job,
      kind,
      content,
    );
  }

  /** Every operation in the order of the reading; those of files that this reading no longer found are dropped first. */
  *operations(): Generator<Operation> {
    for (const { name } of rows(this.#db, 'SELECT name FROM import_unit WHERE job_id = ?', this.job)) {
      if (!this.#visited.has(text(name)))
        prepared(this.#db, 'DELETE FROM import_unit WHERE job_id = ? AND name = ?').run(this.job, name);
    }
    this.#dropUnfinishedUnits();
    for (let last = -1; ; ) {
      const page = rows(
        this.#db,
        'SELECT id, body FROM import_operation WHERE job_id = ? AND id > ? ORDER BY id LIMIT 500',
        this.job,
        last,
      );
      if (page.length === 0) return;
      for (const { body } of page) yield json<Operation>(body);
      last = integer(page.at(-1)!.id);
    }
  }

  /** Ends the job; what it stored stays. Called in the transaction that carries the operations out. */
  close(): void {
    prepared(this.#db, 'DELETE FROM import_job WHERE id = ?').run(this.job);
  }

  /** Ends the job and removes what only it needed: neither the project nor another stopped import refers to it. */
  discard(): void {
    this.#waiting = [];
    this.#packing = [];
    this.#db.transaction(() => {
      for (const { content } of rows(
        this.#db,
        "SELECT content FROM import_content WHERE job_id = ? AND kind = 'search'",
        this.job,
      )) {
        prepared(this.#db, 'DELETE FROM trajectory_search WHERE rowid = ?').run(BigInt(text(content)));
      }
      prepared(
        this.#db,
        `DELETE FROM result WHERE hash IN (SELECT content FROM import_content WHERE job_id = ? AND kind = 'result'
          EXCEPT SELECT content FROM import_content WHERE job_id <> ? AND kind = 'result')
        AND NOT EXISTS (SELECT 1 FROM execution WHERE result_hash = hash) AND NOT EXISTS (SELECT 1 FROM gold WHERE result_hash = hash)
        AND NOT EXISTS (SELECT 1 FROM prediction WHERE result_hash = hash)
        AND NOT EXISTS (SELECT 1 FROM trial_execution WHERE result_hash = hash)`,
      ).run(this.job, this.job);
      prepared(
        this.#db,
        `DELETE FROM body WHERE hash IN (SELECT content FROM import_content WHERE job_id = ? AND kind = 'body'
        EXCEPT SELECT content FROM import_content WHERE job_id <> ? AND kind = 'body' EXCEPT ${USED_BODIES})`,
      ).run(this.job, this.job);
      this.close();
    })();
  }
}

/** Hashes of bodies that the project refers to, column by column. */
const USED_BODIES = [
  'SELECT details_hash FROM schema_table WHERE details_hash IS NOT NULL',
  'SELECT body_hash FROM document',
  'SELECT record_hash FROM instance WHERE record_hash IS NOT NULL',
  'SELECT csv_hash FROM gold WHERE csv_hash IS NOT NULL',
  'SELECT csv_hash FROM prediction WHERE csv_hash IS NOT NULL',
  'SELECT record_hash FROM prediction WHERE record_hash IS NOT NULL',
  'SELECT body_hash FROM trajectory WHERE body_hash IS NOT NULL',
  'SELECT record_hash FROM outcome WHERE record_hash IS NOT NULL',
].join(' EXCEPT ');

/** Imports that were stopped and can go on. */
export const unfinishedJobs = (db: Db): { job: number; item: ImportItem; startedAt: string; finishedFiles: number }[] =>
  rows(
    db,
    `SELECT id, item, started_at, (SELECT count(*) FROM import_unit WHERE job_id = import_job.id) AS units FROM import_job ORDER BY id`,
  ).map((found) => ({
    job: integer(found.id),
    item: json(found.item),
    startedAt: text(found.started_at),
    finishedFiles: integer(found.units),
  }));
