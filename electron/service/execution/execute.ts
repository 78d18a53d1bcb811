import type { ExecutionProgress } from '#shared/contract/execution.ts';
import type { RunnerDone } from '#shared/contract/runner.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import {
  type NewExecution,
  neededQueries,
  type PendingQuery,
  pendingQueries,
  runSummary,
  storeExecutions,
} from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { RunnerProcess } from './runner-process.ts';
import { runnerRequest } from './runner-request.ts';

const BATCH_QUERIES = 64;
/** Results wait at most this long, or until this many bytes, for the transaction that makes them durable. */
const STORE_EVERY_MS = 50;
const STORE_FROM_BYTES = 8 * 1024 * 1024;
const PROGRESS_EVERY_MS = 100;
/** A query during which a runner died is tried again once: something else may have killed it. */
const DEATHS_UNTIL_ERROR = 2;
/** The same goes for a runner that dies while it starts. */
const STARTS_UNTIL_ERROR = 3;

export type ExecuteOptions = {
  readonly db: Db;
  readonly run: number;
  readonly runnerEntry: string;
  readonly jobs: number;
  readonly limits: ExecutionLimits;
  /** File of the recording that local AI functions answer from. */
  readonly recording: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExecutionProgress) => void;
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

const toExecution = (reply: RunnerDone): NewExecution => {
  const { outcome } = reply;
  const common = { query: reply.id, startedAt: reply.startedAt, durationMs: reply.durationMs };
  return outcome.status === 'ok'
    ? { ...common, ...outcome, errorCode: null, errorMessage: null }
    : {
        ...common,
        status: outcome.status,
        result: null,
        cappedBy: null,
        invalidTextCells: 0,
        errorCode: outcome.code,
        errorMessage: outcome.message,
      };
};

/**
 * Runs what the run lacks, on `jobs` runner processes. A query counts as done when its execution is on disk, so a killed
 * service goes on where it was. Returns the engines that ran.
 * @throws the signal's reason when cancelled; everything finished by then is stored.
 */
export async function execute(options: ExecuteOptions): Promise<string[]> {
  const { db, run, limits, signal } = options;
  const pending = pendingQueries(db, run);
  const queue = batchesOf(pending);
  const total = neededQueries(db);
  const { byStatus } = runSummary(db, run);
  const deaths = new Map<number, number>();
  const running = new Map<RunnerProcess, { query: PendingQuery; since: number }>();
  const engines = new Set<string>();
  const startedAt = Date.now();
  let stored = 0;
  let unsaved: NewExecution[] = [];
  let unsavedBytes = 0;
  let failure: unknown = null;

  const save = () => {
    if (unsaved.length === 0) return;
    storeExecutions(db, run, unsaved);
    for (const execution of unsaved) byStatus[execution.status]++;
    stored += unsaved.length;
    unsaved = [];
    unsavedBytes = 0;
  };
  const trySaving = () => {
    try {
      save();
    } catch (error) {
      failure ??= error;
    }
  };
  const add = (execution: NewExecution) => {
    unsaved.push(execution);
    unsavedBytes += execution.result?.data.byteLength ?? 0;
    if (unsavedBytes >= STORE_FROM_BYTES) trySaving();
  };
  const report = () => {
    const left = pending.length - stored;
    const perQuery = (Date.now() - startedAt) / Math.max(stored, 1);
    options.onProgress({
      done: total - left,
      total,
      byStatus: { ...byStatus },
      etaSeconds: stored < 5 ? null : Math.round((left * perQuery) / 1000),
      running: [...running.values()].map(({ query, since }) => ({
        database: query.database,
        sql: query.sql.slice(0, 200),
        seconds: Math.round((Date.now() - since) / 100) / 10,
      })),
    });
  };

  /** Decides what becomes of the query that was interrupted; answers the queries of the batch that are still to run. */
  const interrupted = (
    kind: 'timeout' | 'died' | 'stopped',
    left: PendingQuery[],
    at: { startedAt: number; durationMs: number },
  ) => {
    const [query, ...rest] = left;
    if (!query || kind === 'stopped') return left;
    const times = (deaths.get(query.id) ?? 0) + 1;
    deaths.set(query.id, times);
    if (kind === 'died' && times < DEATHS_UNTIL_ERROR) return left;
    add({
      query: query.id,
      ...at,
      status: kind === 'timeout' ? 'timeout' : 'error',
      result: null,
      cappedBy: null,
      invalidTextCells: 0,
      errorCode: kind === 'timeout' ? 'TIMEOUT' : 'RUNNER_DIED',
      errorMessage:
        kind === 'timeout'
          ? `stopped after ${limits.timeoutMs / 1000} s`
          : 'the query ended the runner process, twice: it used too much memory or crashed the engine',
    });
    return rest;
  };

  const work = async () => {
    let runner: RunnerProcess | null = null;
    const stop = () => runner?.stop();
    signal.addEventListener('abort', stop);
    try {
      for (let batch = queue.shift(); batch && !signal.aborted && failure === null; batch = queue.shift()) {
        for (let start = 1; !runner || runner.exited; start++) {
          runner = new RunnerProcess(options.runnerEntry);
          try {
            await runner.ready;
          } catch (error) {
            runner.stop();
            signal.throwIfAborted();
            if (start === STARTS_UNTIL_ERROR) throw error;
          }
        }
        const versions = await runner.ready;
        const request = runnerRequest(batch.queries, limits, options.recording);
        engines.add(versions[request.engine]);
        const current = runner;
        const left = [...batch.queries];
        running.set(current, { query: left[0]!, since: Date.now() });
        const interruption = await current.run(request, limits.timeoutMs, (reply) => {
          left.shift();
          add(toExecution(reply));
          if (left[0]) running.set(current, { query: left[0], since: Date.now() });
        });
        running.delete(current);
        const rest = interruption ? interrupted(interruption.kind, left, interruption) : [];
        if (rest.length > 0) queue.unshift({ queries: rest });
      }
    } catch (error) {
      failure ??= error;
    } finally {
      signal.removeEventListener('abort', stop);
      runner?.stop();
    }
  };

  const saving = setInterval(trySaving, STORE_EVERY_MS);
  const reporting = setInterval(report, PROGRESS_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: Math.min(options.jobs, Math.max(queue.length, 1)) }, work));
    save();
    report();
    signal.throwIfAborted();
    if (failure !== null) throw failure;
    return [...engines];
  } finally {
    clearInterval(saving);
    clearInterval(reporting);
  }
}
