import { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest } from './protocol.ts';

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

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

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#entry);
    worker.on('message', (message: { id: number; answer?: unknown; error?: string }) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.answer);
      else waiting?.reject(new Error(message.error));
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
