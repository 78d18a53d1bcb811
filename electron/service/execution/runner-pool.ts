import type { ExecutionLimits } from '#shared/model/execution.ts';
import type { PendingQuery } from '../database/needed-queries.ts';
import type { Recorder, Timing } from './recorder.ts';
import { DEATHS_UNTIL_ERROR, type Interruption, interruptedOutcome } from './runner-process.ts';
import { runnerRequest } from './runner-request.ts';
import { withRunner } from './with-runner.ts';

const BATCH_QUERIES = 64;

export type RunnerPoolOptions = {
  readonly pending: readonly PendingQuery[];
  readonly recorder: Recorder;
  readonly runnerEntry: string;
  readonly jobs: number;
  readonly limits: ExecutionLimits;
  /** File of the recording that local AI functions answer from; null: every call is missing. */
  readonly recording: string | null;
  readonly signal: AbortSignal;
  /** Once it aborts, queries that run now end and no other begins. */
  readonly pause: AbortSignal;
};

type Batch = { readonly queries: PendingQuery[] };

function batchesOf(pending: readonly PendingQuery[]): Batch[] {
  const batches: Batch[] = [];
  for (const query of pending) {
    const last = batches.at(-1);
    const first = last?.queries[0];
    if (last && first?.location === query.location && first.engine === query.engine && last.queries.length < BATCH_QUERIES) {
      last.queries.push(query);
    } else batches.push({ queries: [query] });
  }
  return batches;
}

/** Runs queries on `jobs` sql-runner processes. Ends early when a signal aborts. */
export async function runOnRunners(options: RunnerPoolOptions): Promise<void> {
  const { recorder, limits, signal, pause } = options;
  const queue = batchesOf(options.pending);
  const deaths = new Map<PendingQuery, number>();

  /** Decides what becomes of the query that was interrupted; answers the queries of the batch that are still to run. */
  const interrupted = (kind: Interruption['kind'], left: PendingQuery[], timing: Timing) => {
    const [query, ...rest] = left;
    if (!query || kind === 'stopped') return left;
    const times = (deaths.get(query) ?? 0) + 1;
    deaths.set(query, times);
    if (kind === 'died' && times < DEATHS_UNTIL_ERROR) return left;
    recorder.add(query, interruptedOutcome(kind, limits.timeoutMs, times), timing);
    return rest;
  };

  const goesOn = () => !signal.aborted && !pause.aborted && recorder.failure === null;

  const work = () =>
    withRunner(options.runnerEntry, signal, async (ready) => {
      for (let batch = queue.shift(); batch && goesOn(); batch = queue.shift()) {
        const current = await ready();
        const versions = await current.ready;
        const request = runnerRequest(batch.queries, limits, options.recording);
        recorder.engines.add(versions[request.engine]);
        const left = [...batch.queries];
        recorder.at(current, left[0]!);
        const interruption = await current.run(request, limits.timeoutMs, (reply) => {
          recorder.add(left.shift()!, reply.outcome, reply);
          if (left.length === 0) return;
          // The rest of the batch is in the process already, and counts as not run.
          if (pause.aborted) current.stop();
          else recorder.at(current, left[0]!);
        });
        recorder.at(current, null);
        const rest = interruption ? interrupted(interruption.kind, left, interruption) : [];
        if (rest.length > 0) queue.unshift({ queries: rest });
      }
    }).catch((error: unknown) => recorder.fail(error));

  await Promise.all(Array.from({ length: Math.min(options.jobs, queue.length) }, work));
}
