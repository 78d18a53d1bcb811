import type { ExecutionProgress } from '#shared/contract/execution.ts';
import type { OpenAttempt } from '../database/attempts.ts';
import { type NewExecution, storeExecutions } from '../database/executions.ts';
import type { PendingQuery } from '../database/needed-queries.ts';
import type { Db } from '../database/open.ts';
import { statusCounts } from '../database/runs.ts';
import type { EngineOutcome } from '../engines/engine.ts';

/** Results wait at most this long, or until this many bytes, for the transaction that makes them durable. */
const STORE_EVERY_MS = 50;
const STORE_FROM_BYTES = 8 * 1024 * 1024;
const PROGRESS_EVERY_MS = 100;

export type RecorderOptions = {
  readonly db: Db;
  readonly run: number;
  /** Executions that the run is asked for, and those of them that it lacks. */
  readonly total: number;
  readonly lacking: number;
  /** Is filled by those who run queries. */
  readonly engines: Set<string>;
  readonly onProgress: (progress: ExecutionProgress) => void;
};

export type Timing = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
};

/** Takes executions as they end, from any engine, and stores them in few transactions; tells how far the run is. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #byStatus: ExecutionProgress['byStatus'];
  readonly #running = new Map<object, { query: PendingQuery; since: number }>();
  readonly #startedAt = Date.now();
  readonly #timers: NodeJS.Timeout[] = [];
  #stored = 0;
  #unsaved: NewExecution[] = [];
  #unsavedBytes = 0;
  #failure: unknown = null;

  /** The engines that ran, with their versions. */
  get engines(): Set<string> {
    return this.#options.engines;
  }

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#byStatus = statusCounts(options.db, options.run);
    this.#timers.push(setInterval(() => this.#trySaving(), STORE_EVERY_MS));
    this.#timers.push(setInterval(() => this.report(), PROGRESS_EVERY_MS));
  }

  /** Why the run cannot go on, e.g. a full disk; null while it can. */
  get failure(): unknown {
    return this.#failure;
  }

  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /** Says what a worker is at; null: nothing. */
  at(worker: object, query: PendingQuery | null): void {
    if (query === null) this.#running.delete(worker);
    else this.#running.set(worker, { query, since: Date.now() });
  }

  add({ id, repetition }: PendingQuery, outcome: EngineOutcome, timing: Timing, attempt?: OpenAttempt): void {
    const ends = {
      query: id,
      repetition,
      startedAt: timing.startedAt,
      durationMs: timing.durationMs,
      ...(attempt ? { attempt } : {}),
    };
    const execution: NewExecution =
      outcome.status === 'ok'
        ? { ...ends, ...outcome, errorCode: null, errorMessage: null }
        : {
            ...ends,
            status: outcome.status,
            result: null,
            cappedBy: null,
            invalidTextCells: 0,
            errorCode: outcome.code,
            errorMessage: outcome.message,
          };
    this.#unsaved.push(execution);
    this.#unsavedBytes += execution.result?.data.byteLength ?? 0;
    if (this.#unsavedBytes >= STORE_FROM_BYTES) this.#trySaving();
  }

  /** When this returns, everything added is on disk. */
  save(): void {
    if (this.#unsaved.length === 0) return;
    storeExecutions(this.#options.db, this.#options.run, this.#unsaved);
    for (const execution of this.#unsaved) this.#byStatus[execution.status]++;
    this.#stored += this.#unsaved.length;
    this.#unsaved = [];
    this.#unsavedBytes = 0;
  }

  #trySaving(): void {
    try {
      this.save();
    } catch (error) {
      this.fail(error);
    }
  }

  report(): void {
    const { total, lacking, onProgress } = this.#options;
    const left = lacking - this.#stored;
    const perQuery = (Date.now() - this.#startedAt) / Math.max(this.#stored, 1);
    const eta = left * perQuery;
    // A query that has run for longer than all that is left should take makes the estimate worthless.
    const isStuck = [...this.#running.values()].some(({ since }) => Date.now() - since > Math.max(eta, 2_000));
    onProgress({
      what: 'executions',
      done: total - left,
      total,
      byStatus: { ...this.#byStatus },
      etaSeconds: this.#stored < 5 || isStuck ? null : Math.round(eta / 1000),
      running: [...this.#running.values()].map(({ query, since }) => ({
        database: query.database,
        sql: query.sql.slice(0, 200),
        seconds: Math.round((Date.now() - since) / 100) / 10,
      })),
    });
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
