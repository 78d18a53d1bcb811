import type { EngineName, ExecutionLimits } from '#shared/model/execution.ts';
import type { EngineOutcome } from '../engines/engine.ts';
import { interruptedOutcome } from './runner-process.ts';
import { runnerRequest } from './runner-request.ts';
import { withRunner } from './with-runner.ts';

export type AsideQuery = {
  readonly id: number;
  readonly sql: string;
  readonly engine: EngineName;
  readonly database: string;
  readonly location: string;
};

type Options = {
  readonly queries: readonly AsideQuery[];
  readonly runnerEntry: string;
  readonly limits: ExecutionLimits;
  readonly recording: string | null;
  readonly signal: AbortSignal;
  /** Called for each query, in their order. */
  readonly onOutcome: (id: number, outcome: EngineOutcome) => void;
};

/**
 * Runs queries that belong to no run, one after the other, on local databases; nothing of them is stored. A query that
 * takes too long or ends the process has failed.
 */
export async function runAside({ queries, runnerEntry, limits, recording, signal, onOutcome }: Options): Promise<void> {
  await withRunner(runnerEntry, signal, async (ready) => {
    for (let left = [...queries]; left.length > 0; ) {
      const runner = await ready();
      const first = left[0]!;
      const other = left.findIndex(({ engine, location }) => engine !== first.engine || location !== first.location);
      const batch = other === -1 ? left : left.slice(0, other);
      const interruption = await runner.run(runnerRequest([...batch], limits, recording), limits.timeoutMs, (reply) => {
        left.shift();
        onOutcome(reply.id, reply.outcome);
      });
      signal.throwIfAborted();
      if (interruption === null) continue;
      const blamed = left.shift();
      if (blamed) onOutcome(blamed.id, interruptedOutcome(interruption.kind, limits.timeoutMs));
    }
  });
}
