import type { ExecutionLimits } from '#shared/model/execution.ts';
import type { PendingQuery } from '../database/needed-queries.ts';
import type { EngineOutcome } from '../engines/engine.ts';
import type { Timing } from './recorder.ts';
import { interruptedOutcome } from './runner-process.ts';
import { runnerRequest } from './runner-request.ts';
import { withRunner } from './with-runner.ts';

export type RanOnce = Timing & { readonly outcome: EngineOutcome };

type Options = {
  readonly runnerEntry: string;
  readonly limits: ExecutionLimits;
  /** File of the recording that local AI functions answer from; null: every call is missing. */
  readonly recording: string | null;
  readonly signal: AbortSignal;
};

/**
 * Runs one query in a sql-runner of its own, killed at the timeout or when the signal aborts.
 * @throws the signal's reason when cancelled, or what keeps the runner from starting
 */
export async function runOnce(
  query: Pick<PendingQuery, 'sql' | 'engine' | 'database' | 'location'>,
  { runnerEntry, limits, recording, signal }: Options,
): Promise<RanOnce> {
  return withRunner(runnerEntry, signal, async (ready) => {
    const runner = await ready();
    let ran: RanOnce | null = null;
    const interruption = await runner.run(runnerRequest([{ ...query, id: 1 }], limits, recording), limits.timeoutMs, (reply) => {
      ran = reply;
    });
    signal.throwIfAborted();
    if (ran !== null) return ran;
    const { kind, startedAt, durationMs } = interruption!;
    return { outcome: interruptedOutcome(kind, limits.timeoutMs), startedAt, durationMs };
  });
}
