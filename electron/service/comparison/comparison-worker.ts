import { setImmediate } from 'node:timers/promises';
import type { StoredTable } from '../database/executions.ts';
import type { LightRequest, PairReference, WorkerAnswer, WorkerRequest } from './protocol.ts';
import { LackingError, Thread } from './thread.ts';

/** From so many cells on, a pair is compared in the thread for large work and shown from its packed form. */
const LARGE_CELLS = 1_000_000;
/** What the thread that answers the room keeps; and the one for large work, while it runs. */
const DESK_BYTES = 64 * 1024 * 1024;
const WORKSHOP_BYTES = 640 * 1024 * 1024;
/** How long the tables of large work are kept for the next of its kind, in milliseconds. */
const WORKSHOP_REST_MS = 3_000;

/** Where results are stored. A table that was read is given away with the request that brings it. */
export type StoredResults = {
  /** How many cells a result has. */
  cells(hash: string): number;
  table(hash: string): StoredTable;
};

const tablesOf = (hashes: Iterable<string>, results: StoredResults): Map<string, StoredTable> =>
  new Map(Array.from(hashes, (hash) => [hash, results.table(hash)]));

/**
 * The service's comparison threads. The desk answers the room: pages of rows, and whatever is small. The packer prepares
 * large pairs for it, one at a time, and ends with each, since only an ended thread gives back at once what it took. The
 * workshop does what else is large: it judges and explains, and ends when nothing is left to do.
 */
export class ComparisonWorker {
  readonly #desk: Thread;
  readonly #packer: Thread;
  readonly #workshop: Thread;
  /** Large pairs on their way to the desk. */
  readonly #preparing = new Map<string, Promise<void>>();
  /** Ends with the last of them. */
  #lastPrepared: Promise<unknown> = Promise.resolve();

  constructor(entry: string) {
    this.#desk = new Thread(entry, { keptBytes: DESK_BYTES });
    this.#packer = new Thread(entry, { keptBytes: 0 }, 0);
    this.#workshop = new Thread(entry, { keptBytes: WORKSHOP_BYTES }, WORKSHOP_REST_MS);
  }

  /** Ends all threads; they would keep the process. */
  end(): void {
    for (const thread of [this.#desk, this.#packer, this.#workshop]) thread.end();
  }

  /** Has judged or compared what the request brings; its tables are given away. */
  ask<R extends WorkerRequest>(request: R): Promise<WorkerAnswer[R['ask']]> {
    return this.#workshop.ask(request);
  }

  /**
   * Asks about stored tables; they are read and sent only where the thread does not hold them: a page of rows must not
   * cost the reading of the whole result.
   */
  async askAbout<R extends LightRequest>(request: R, results: StoredResults): Promise<WorkerAnswer[R['ask']]> {
    const brought = new Set<string>();
    let thread = this.#desk;
    for (;;) {
      try {
        return await thread.ask({ ...request, tables: tablesOf(brought, results) } as unknown as WorkerRequest & {
          ask: R['ask'];
        });
      } catch (error) {
        if (!(error instanceof LackingError) || error.hashes.every((hash) => brought.has(hash))) throw error;
        for (const hash of error.hashes) brought.add(hash);
        const cells = [...brought].reduce((sum, hash) => sum + results.cells(hash), 0);
        if (cells <= LARGE_CELLS) continue;
        if ('pair' in request) {
          await this.#prepare(request.pair, results);
          brought.clear();
        } else thread = this.#workshop;
      }
    }
  }

  /** Has a large pair packed and aligned; then the desk shows it. */
  #prepare(pair: PairReference, results: StoredResults): Promise<void> {
    const key = `${pair.gold} ${pair.prediction}`;
    const prepare = async () => {
      const tables = new Map<string, StoredTable>();
      for (const hash of [pair.gold, pair.prediction]) {
        if (hash === null || tables.has(hash)) continue;
        tables.set(hash, results.table(hash));
        // To read one takes a while in which nothing else is answered.
        await setImmediate();
      }
      const prepared = await this.#packer.ask({ ask: 'prepare', pair, tables });
      await this.#desk.ask({ ask: 'show', pair, prepared, tables: new Map() });
    };
    // Two at once would take twice the memory and be ready no sooner.
    const preparing = this.#preparing.get(key) ?? this.#lastPrepared.then(prepare).finally(() => this.#preparing.delete(key));
    this.#preparing.set(key, preparing);
    this.#lastPrepared = preparing.catch(() => {});
    return preparing;
  }
}
