import type { ExecutionProgress } from '#shared/contract/execution.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import type { PendingQuery } from '../database/needed-queries.ts';
import type { Db } from '../database/open.ts';
import { Recorder } from './recorder.ts';
import { runOnRunners } from './runner-pool.ts';
import { knownObjectsIn } from './snowflake-once.ts';
import { runOnSnowflake, type SnowflakeSettings } from './snowflake-run.ts';

export type ExecuteOptions = {
  readonly db: Db;
  readonly run: number;
  /** What is to run now, in this order. */
  readonly pending: readonly PendingQuery[];
  /** Executions that the run is asked for, and those of them that it lacks. */
  readonly total: number;
  readonly lacking: number;
  /** Is filled with the engines and their versions as they come to run, so that a cancelled run knows them too. */
  readonly engines: Set<string>;
  readonly runnerEntry: string;
  /** How Snowflake is reached; null where no query goes there. */
  readonly snowflake: SnowflakeSettings | null;
  readonly jobs: number;
  readonly limits: ExecutionLimits;
  /** File of the recording that local AI functions answer from; null: every call is missing. */
  readonly recording: string | null;
  readonly signal: AbortSignal;
  /** Once it aborts, queries that run now end and no other begins. */
  readonly pause: AbortSignal;
  readonly onProgress: (progress: ExecutionProgress) => void;
};

/**
 * Runs queries, each on the engine of its database. A query counts as done when its execution is on disk, so a killed
 * service goes on where it was; on a pause it returns early.
 * @throws the signal's reason when cancelled. Everything finished by then is stored.
 */
export async function execute(options: ExecuteOptions): Promise<void> {
  const { db, run, pending, signal, pause, jobs, limits } = options;
  const ofSnowflake = pending.filter((query) => query.engine === 'snowflake');
  const recorder = new Recorder({
    db,
    run,
    total: options.total,
    lacking: options.lacking,
    engines: options.engines,
    onProgress: options.onProgress,
  });
  try {
    const ofRunners = pending.filter((query) => query.engine !== 'snowflake');
    const ran = await Promise.allSettled([
      runOnRunners({
        pending: ofRunners,
        recorder,
        runnerEntry: options.runnerEntry,
        jobs,
        limits,
        recording: options.recording,
        signal,
        pause,
      }),
      ofSnowflake.length === 0
        ? undefined
        : runOnSnowflake({
            db,
            run,
            pending: ofSnowflake,
            recorder,
            settings: options.snowflake!,
            knownObjects: knownObjectsIn(db),
            limits,
            signal,
            pause,
          }),
    ]);
    recorder.save();
    recorder.report();
    signal.throwIfAborted();
    if (recorder.failure !== null) throw recorder.failure;
    const failed = ran.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    recorder.stop();
  }
}
