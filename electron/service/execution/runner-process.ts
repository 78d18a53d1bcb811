import { type ChildProcess, fork } from 'node:child_process';
import {
  type BuildRequest,
  type Built,
  type DuckdbRequest,
  type LoadRequest,
  type RunnerDone,
  type RunnerEngines,
  type RunnerRequest,
  runnerReplySchema,
} from '#shared/contract/runner.ts';
import type { EngineFailure } from '../engines/engine.ts';

/** How a batch ended before its end. */
export type Interruption = {
  readonly kind: 'timeout' | 'died' | 'stopped';
  readonly startedAt: number;
  readonly durationMs: number;
};

/** A query during which a runner died is tried again once: something else may have killed it. */
export const DEATHS_UNTIL_ERROR = 2;

/** What an interruption says of the query that ran: it was too slow, or it took the process down, `times` times. */
export function interruptedOutcome(kind: Interruption['kind'], timeoutMs: number, times = 1): EngineFailure {
  if (kind === 'timeout') return { status: 'timeout', code: 'TIMEOUT', message: `stopped after ${timeoutMs / 1000} s` };
  const often = times > 1 ? `, ${times} times` : '';
  return {
    status: 'error',
    code: 'RUNNER_DIED',
    message: `the query ended the runner process${often}: it used too much memory or crashed the engine`,
  };
}

/** A timer that fires this late was held up by other work of the service, and so were the runner's answers. */
const LATE_MS = 50;
/** Time for answers that waited to be read. */
const GRACE_MS = 500;

/**
 * One sql-runner process. It works through a batch; a query that outlives the timeout is ended by killing the process,
 * since a running SQLite query cannot be interrupted from JavaScript.
 */
export class RunnerProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<RunnerEngines>;
  #onReply: ((reply: RunnerDone) => void) | null = null;
  #onBuilt: ((built: Built | null, error: string | null) => void) | null = null;
  #onLoaded: (() => void) | null = null;
  #onExit: (() => void) | null = null;
  #exited = false;

  constructor(entry: string) {
    this.#child = fork(entry, [], {
      execArgv: [],
      serialization: 'advanced',
      // Nothing of our environment reaches a process that runs hostile SQL; in Electron it must behave as Node.
      env: { ELECTRON_RUN_AS_NODE: '1', ...(process.env.SYSTEMROOT ? { SYSTEMROOT: process.env.SYSTEMROOT } : {}) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', (code, signal) => reject(new Error(`the sql-runner ended at once (${signal ?? code})`)));
      this.#child.on('message', (raw) => {
        const reply = runnerReplySchema.parse(raw);
        if (reply.t === 'ready') resolve(reply.engines);
        else if (reply.t === 'loaded') this.#onLoaded?.();
        else if (reply.t === 'built') this.#onBuilt?.(reply.built, reply.error);
        else this.#onReply?.(reply);
      });
    });
    // Whoever waits hears of it; without anybody waiting it is no unhandled rejection.
    this.#ready.catch(() => {});
    this.#child.once('exit', () => {
      this.#exited = true;
      this.#onExit?.();
    });
    this.#child.on('error', () => {});
  }

  /** The engines and their versions; rejects where the process cannot start. */
  get ready(): Promise<RunnerEngines> {
    return this.#ready;
  }

  /** Whether it runs no further batch. */
  get exited(): boolean {
    return this.#exited || this.#stopped;
  }

  /**
   * Runs a batch. `onReply` is called for each finished query, in order. Resolves to null when all are done, else to what
   * happened to the first query without a reply.
   */
  async run(request: RunnerRequest, timeoutMs: number, onReply: (reply: RunnerDone) => void): Promise<Interruption | null> {
    if (request.engine === 'duckdb') await this.#load(request);
    return this.#runBatch(request, timeoutMs, onReply);
  }

  /** Has engine and parser loaded and the file opened: seconds on a busy machine, which no query's timeout should pay for. */
  #load({ database, name, recording }: DuckdbRequest): Promise<void> {
    return new Promise((resolve) => {
      this.#onLoaded = resolve;
      this.#onExit = resolve;
      if (this.#exited) resolve();
      else this.#child.send({ t: 'load', database, name, recording } satisfies LoadRequest, (error) => error && this.kill());
    });
  }

  #runBatch(request: RunnerRequest, timeoutMs: number, onReply: (reply: RunnerDone) => void): Promise<Interruption | null> {
    return new Promise((resolve) => {
      let left = request.items.length;
      let startedAt = Date.now();
      let timedOut = false;
      let late = false;
      const expire = () => {
        // The answer may lie unread: after long work of ours, timers fire before messages are read.
        if (Date.now() - startedAt > timeoutMs + LATE_MS && !late) {
          late = true;
          timer = setTimeout(expire, GRACE_MS);
          return;
        }
        timedOut = true;
        this.kill();
      };
      let timer = setTimeout(expire, timeoutMs);
      const finish = (interruption: Interruption | null) => {
        clearTimeout(timer);
        this.#onReply = null;
        this.#onExit = null;
        resolve(interruption);
      };
      this.#onReply = (reply) => {
        clearTimeout(timer);
        onReply(reply);
        left--;
        if (timedOut) {
          // It finished just when it was killed: the query after it is not to blame.
          timedOut = false;
          this.#stopped = true;
        }
        if (left === 0) return finish(null);
        late = false;
        startedAt = Date.now();
        timer = setTimeout(expire, timeoutMs);
      };
      this.#onExit = () =>
        finish({
          kind: timedOut ? 'timeout' : this.#stopped ? 'stopped' : 'died',
          startedAt,
          durationMs: Date.now() - startedAt,
        });
      if (this.#exited) this.#onExit();
      else this.#child.send(request, (error) => error && this.kill());
    });
  }

  /** Makes a DuckDB file. Rejects where that fails or the process ends. */
  build(request: BuildRequest): Promise<Built> {
    return new Promise((resolve, reject) => {
      this.#onBuilt = (built, error) => (built ? resolve(built) : reject(new Error(error ?? 'nothing was built')));
      this.#onExit = () => reject(new Error('the process that builds the database ended'));
      if (this.#exited) this.#onExit();
      else this.#child.send(request, (error) => error && this.kill());
    });
  }

  #stopped = false;

  /** Ends the process on our own account: what runs counts as not run. */
  stop(): void {
    this.#stopped = true;
    this.kill();
  }

  private kill(): void {
    this.#child.kill('SIGKILL');
  }
}
