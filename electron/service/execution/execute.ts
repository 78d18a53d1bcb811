import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress } from '#shared/contract/execution.ts';
import type { EngineName, ExecutionLimits } from '#shared/model/execution.ts';
import { tablesAt } from '../database/benchmark.ts';
import { neededQueries, pendingQueries } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { parseLocation } from '../engines/snowflake/location.ts';
import { Recorder } from './recorder.ts';
import { runOnRunners } from './runner-pool.ts';
import { runOnSnowflake, type SnowflakeSettings } from './snowflake-run.ts';

export type ExecuteOptions = {
  readonly db: Db;
  readonly run: number;
  /** Only queries of databases on this engine; null: of all. */
  readonly engine: EngineName | null;
  readonly runnerEntry: string;
  /** How Snowflake is reached; null where no query may go there. */
  readonly snowflake: SnowflakeSettings | null;
  readonly jobs: number;
  readonly limits: ExecutionLimits;
  /** File of the recording that local AI functions answer from; null: every call is missing. */
  readonly recording: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExecutionProgress) => void;
};

/**
 * Runs what the run lacks, each query on the engine of its database. A query counts as done when its execution is on
 * disk, so a killed service goes on where it was. Returns the engines that ran.
 * @throws AssayError INVALID_INPUT where queries need a connection that is not given; the signal's reason when cancelled.
 * Everything finished by then is stored.
 */
export async function execute(options: ExecuteOptions): Promise<string[]> {
  const { db, run, engine, signal, jobs, limits } = options;
  const pending = pendingQueries(db, run, engine);
  const ofSnowflake = pending.filter((query) => query.engine === 'snowflake');
  if (ofSnowflake.length > 0 && options.snowflake === null) {
    throw new AssayError('INVALID_INPUT', `${ofSnowflake.length} queries run on Snowflake, and no connection is named.`, {
      next: 'Name a connection, or run the queries of the other engines only.',
    });
  }
  const recorder = new Recorder({
    db,
    run,
    total: neededQueries(db, engine),
    lacking: pending.length,
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
      }),
      ofSnowflake.length === 0
        ? []
        : runOnSnowflake({
            db,
            run,
            pending: ofSnowflake,
            recorder,
            settings: options.snowflake!,
            knownObjects: (location) => ({ database: parseLocation(location).database, tables: tablesAt(db, location) }),
            limits,
            signal,
          }),
    ]);
    recorder.save();
    recorder.report();
    signal.throwIfAborted();
    if (recorder.failure !== null) throw recorder.failure;
    const failed = ran.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return ran.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  } finally {
    recorder.stop();
  }
}
