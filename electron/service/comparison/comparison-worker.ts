import { Worker } from 'node:worker_threads';
import type { StoredTable } from '../database/executions.ts';
import type { LightRequest, WorkerAnswer, WorkerReply, WorkerRequest } from './protocol.ts';

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

/** The thread did not hold these tables, and the request brought none. */
class LackingError extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super(`results ${hashes.join(', ')} were not brought`);
    this.hashes = hashes;
  }
}

/** The service's side of the comparison thread. A thread that dies fails what it had and is started again when needed. */
export class ComparisonWorker {
  readonly #entry: string;
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #waiting = new Map<number, Waiting>();

  constructor(entry: string) {
    this.#entry = entry;
  }

  ask<R extends WorkerRequest>(request: R): Promise<WorkerAnswer[R['ask']]> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#start().postMessage({ id, request });
    });
  }

  /**
   * Asks about stored tables; they are read and sent only where the thread does not hold them: a page of rows must not
   * cost the reading of the whole result.
   */
  async askAbout<R extends LightRequest>(request: R, stored: (hash: string) => StoredTable): Promise<WorkerAnswer[R['ask']]> {
    const tables = new Map<string, StoredTable>();
    for (;;) {
      try {
        return await this.ask({ ...request, tables } as unknown as WorkerRequest & { ask: R['ask'] });
      } catch (error) {
        if (!(error instanceof LackingError) || error.hashes.every((hash) => tables.has(hash))) throw error;
        for (const hash of error.hashes) tables.set(hash, stored(hash));
      }
    }
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#entry);
    worker.on('message', (reply: WorkerReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('lacking' in reply) waiting?.reject(new LackingError(reply.lacking));
      else if ('error' in reply) waiting?.reject(new Error(reply.error));
      else waiting?.resolve(reply.answer);
    });
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#worker = null;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the comparison thread ended')));
    this.#worker = worker;
    return worker;
  }
}
