import type { ExecutionProgress } from '#shared/contract/execution.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import type { Db } from '../database/open.ts';
import { noExecutions } from '../database/runs.ts';
import { type NewVariantExecution, pendingOnVariant, storeVariantExecutions, type Variant } from '../database/variants.ts';
import { DEATHS_UNTIL_ERROR, interruptedOutcome, type RunnerProcess } from './runner-process.ts';
import { runnerRequest } from './runner-request.ts';
import { withRunner } from './with-runner.ts';

/** Executions that are stored together. */
const BATCH_QUERIES = 64;

export type VariantRunOptions = {
  readonly db: Db;
  readonly run: number;
  /** Those on which queries wait, with how many. */
  readonly variants: readonly { readonly variant: Variant; readonly queries: number }[];
  readonly runnerEntry: string;
  readonly jobs: number;
  readonly limits: ExecutionLimits;
  readonly signal: AbortSignal;
  /** Once it aborts, what has begun ends and no other queries begin. */
  readonly pause: AbortSignal;
  readonly onProgress: (progress: ExecutionProgress) => void;
};

/**
 * Runs what ran on a database of a test suite on its further databases too, so that the suite's rule can ask whether a
 * match holds on each. What is stored stays when it is cancelled, and only the rest runs at the next start.
 */
export async function runOnVariants(options: VariantRunOptions): Promise<void> {
  const { db, run, variants, runnerEntry, jobs, limits, signal, pause, onProgress } = options;
  const queue = variants.map(({ variant }) => variant);
  const total = variants.reduce((sum, { queries }) => sum + queries, 0);
  const byStatus = noExecutions();
  let done = 0;
  const began = Date.now();
  const store = (variant: Variant, executions: readonly NewVariantExecution[]) => {
    storeVariantExecutions(db, run, variant.id, executions);
    for (const { status } of executions) byStatus[status]++;
    done += executions.length;
    const etaSeconds = done === 0 ? null : Math.round(((Date.now() - began) * (total - done)) / done / 1000);
    const what = 'executions on further databases of test suites';
    onProgress({ what, done, total, byStatus: { ...byStatus }, etaSeconds, running: [] });
  };
  /** How often a runner died during a query, by variant and query. */
  const deaths = new Map<string, number>();
  const work = () =>
    withRunner(runnerEntry, signal, async (ready) => {
      for (let variant = queue.shift(); variant && !pause.aborted; variant = queue.shift()) {
        for (let left = pendingOnVariant(db, run, variant); left.length > 0; left = pendingOnVariant(db, run, variant)) {
          if (pause.aborted) return;
          store(variant, await batch(await ready(), variant, left.slice(0, BATCH_QUERIES)));
        }
      }
    });
  const batch = async (runner: RunnerProcess, variant: Variant, queries: readonly { id: number; sql: string }[]) => {
    const ended: NewVariantExecution[] = [];
    const items = queries.map((query) => ({
      ...query,
      engine: 'sqlite' as const,
      database: variant.name,
      location: variant.location,
    }));
    const interruption = await runner.run(runnerRequest(items, limits, null), limits.timeoutMs, ({ id, outcome }) =>
      ended.push(
        outcome.status === 'ok'
          ? { query: id, status: 'ok', result: outcome.result, cappedBy: outcome.cappedBy, errorMessage: null }
          : { query: id, status: outcome.status, result: null, cappedBy: null, errorMessage: outcome.message },
      ),
    );
    signal.throwIfAborted();
    const interrupted = queries[ended.length];
    if (interruption !== null && interruption.kind !== 'stopped' && interrupted !== undefined) {
      const key = `${variant.id} ${interrupted.id}`;
      const times = (deaths.get(key) ?? 0) + 1;
      deaths.set(key, times);
      // It is still lacking, and so runs again.
      if (interruption.kind === 'died' && times < DEATHS_UNTIL_ERROR) return ended;
      const { status, message } = interruptedOutcome(interruption.kind, limits.timeoutMs, times);
      ended.push({ query: interrupted.id, status, result: null, cappedBy: null, errorMessage: message });
    }
    return ended;
  };
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
}
