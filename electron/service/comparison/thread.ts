import { Worker } from 'node:worker_threads';
import { buffersOf, isMovable } from './moved-memory.ts';
import type { ThreadOptions, WorkerAnswer, WorkerReply, WorkerRequest } from './protocol.ts';

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

/** The thread did not hold these tables, and the request brought none. */
export class LackingError extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super(`results ${hashes.join(', ')} were not brought`);
    this.hashes = hashes;
  }
}

const buffersIn = (request: WorkerRequest): ArrayBufferLike[] => [
  ...Array.from(request.tables.values(), ({ data }) => data.buffer),
  ...(request.ask === 'show' ? buffersOf(request.prepared) : []),
];

/**
 * The service's side of a comparison thread, which starts when it is asked. One that dies fails what it had and is started
 * again when needed; with `restMs` it ends when it was not asked for so long, and gives back what it held.
 */
export class Thread {
  readonly #entry: string;
  readonly #options: ThreadOptions;
  readonly #restMs: number | null;
  #worker: Worker | null = null;
  #nextId = 1;
  #rest: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();

  constructor(entry: string, options: ThreadOptions, restMs: number | null = null) {
    this.#entry = entry;
    this.#options = options;
    this.#restMs = restMs;
  }

  ask<R extends WorkerRequest>(request: R): Promise<WorkerAnswer[R['ask']]> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#rest);
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      // Large tables move: a copy that stayed here would wait for a collection that nothing brings about.
      this.#start().postMessage({ id, request }, buffersIn(request).filter(isMovable));
    });
  }

  /** Ends the thread; nobody may be waiting for an answer. */
  end(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#entry, { workerData: this.#options });
    worker.on('message', (reply: WorkerReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0 && this.#restMs !== null) {
        this.#rest = setTimeout(() => this.end(), this.#restMs).unref();
      }
      if ('lacking' in reply) waiting?.reject(new LackingError(reply.lacking));
      else if ('error' in reply) waiting?.reject(new Error(reply.error));
      else waiting?.resolve(reply.answer);
    });
    const fail = (error: Error) => {
      // One that was ended had nothing left to answer; another may be under way in its place.
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the comparison thread ended')));
    this.#worker = worker;
    return worker;
  }
}
