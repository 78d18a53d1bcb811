import os from 'node:os';
import { AssayError, isCancellation } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunPlan, RunRequest, RunSummary } from '#shared/contract/execution.ts';
import type { Connection } from '#shared/model/connection.ts';
import { counted } from '#shared/model/counted.ts';
import { DEFAULT_LIMITS, type ExecutionLimits } from '#shared/model/execution.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { latestRun } from '../database/executions.ts';
import { lackingExecutions, neededQueries, pendingQueries, selectionOf, takeBack } from '../database/needed-queries.ts';
import { databaseFiles, variantFiles } from '../database/run-databases.ts';
import { beginRun, endRun, limitsOf, openRun, planOf, repetitionsOf, runStateOf, runSummary } from '../database/runs.ts';
import { pendingVariants } from '../database/variants.ts';
import { withRecordingFile } from '../recording/recording-file.ts';
import type { Session } from '../session.ts';
import { requireLatestRun } from '../strata/verdict-tables.ts';
import { withUnchangedFiles } from './database-check.ts';
import { execute } from './execute.ts';
import { planFrom } from './plan.ts';
import { runOnVariants } from './variant-run.ts';

/** More runners than this gain nothing: the service stores what they find one after the other. */
const MOST_JOBS = 8;

/** A warehouse runs eight queries at once by default; half of it is left to others. */
const SNOWFLAKE_JOBS = 4;

/** Runs and verifications share this name in {@link Session.exclusively}: only one of them runs at a time. */
export const EXECUTION = 'An execution';

type OnProgress = (progress: ExecutionProgress) => void;

/** Runs what the current run lacks, or a new run; what is stored stays when it is cancelled. */
export function runExecutions(
  session: Session,
  request: RunRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<RunSummary> {
  const { db } = session;
  const plan = planFrom(db, request);
  const selection = selectionOf(plan);
  if (neededQueries(db, selection) === 0) {
    throw new AssayError('NOTHING_TO_DO', 'There is no query to run.', {
      next: neededQueries(db) === 0 ? 'Import a benchmark and predictions first.' : 'Choose other systems, instances or engines.',
    });
  }
  return session.exclusively(EXECUTION, async () => {
    const latest = request.again ? null : latestRun(db);
    const { repetitions, retry } = request;
    if (latest !== null && repetitions !== undefined && repetitions !== repetitionsOf(db, latest)) {
      throw new AssayError('INVALID_INPUT', `Run ${latest} runs each query ${repetitionsOf(db, latest)} times.`, {
        next: 'Open a new run to have another number of repetitions.',
      });
    }
    // A new run stops queries as the one before it did, unless it is told otherwise.
    const before = latestRun(db);
    const limits = { ...(before === null ? DEFAULT_LIMITS : limitsOf(db, before)), ...request.limits };
    if (retry !== undefined && latest === null) {
      throw new AssayError('INVALID_INPUT', 'In a new run there is nothing to try again.', { next: 'Leave out one of the two.' });
    }
    // Before anything is written: a run that could not begin must not take the place of the current one.
    const connection = await connectionOf(session, latest, plan);
    const run = latest ?? openRun(db, { limits, ...(repetitions === undefined ? {} : { repetitions }) });
    const queries = retry === undefined ? null : takeBack(db, run, retry, selection);
    if (queries?.length === 0) throw new AssayError('NOTHING_TO_DO', `No query of the run ended in ${retry!.join(' or ')}.`);
    await withPause(session, (pause) =>
      runPlan(session, run, { plan: { ...plan, queries }, limits, connection, onVariants: true }, { signal, pause }, onProgress),
    );
    return runSummary(db, run, false);
  });
}

/** Goes on with the current run as it was asked for. @throws AssayError NOTHING_TO_DO before the first run */
export function resumeExecutions(session: Session, signal: AbortSignal, onProgress: OnProgress): Promise<RunSummary> {
  const { db } = session;
  const run = requireLatestRun(db);
  return session.exclusively(EXECUTION, async () => {
    const plan = planOf(db, run);
    const connection = await connectionOf(session, run, plan);
    const asked: Asked = { plan, limits: limitsOf(db, run), connection, onVariants: true };
    await withPause(session, (pause) => runPlan(session, run, asked, { signal, pause }, onProgress));
    return runSummary(db, run, false);
  });
}

/**
 * How Snowflake is reached where a run (null: a new one) lacks queries of a plan there; null where it lacks none.
 * @throws AssayError CONNECTION_NEEDED where the plan names no connection and needs one
 */
export async function connectionOf({ db, keychain }: Session, run: number | null, plan: RunPlan): Promise<Connection | null> {
  if (plan.connection !== null) return connectionFrom(plan.connection, keychain);
  const selection = selectionOf(plan);
  const repetitions = run === null ? 1 : repetitionsOf(db, run);
  const onSnowflake =
    selection.engine === null || selection.engine === 'snowflake'
      ? lackingExecutions(db, run, { ...selection, engine: 'snowflake' }, repetitions)
      : 0;
  if (onSnowflake === 0) return null;
  throw new AssayError(
    'CONNECTION_NEEDED',
    `${counted(onSnowflake, 'query runs', 'queries run')} on Snowflake, and no connection is named.`,
    {
      next: 'Choose a connection under Run… (on the command line: --connection), or run the queries of the other engines only.',
    },
  );
}

/** What a run is asked to run, and with what. */
export type Asked = {
  readonly plan: RunPlan;
  readonly limits: ExecutionLimits;
  readonly connection: Connection | null;
  /** Whether queries also run on the other databases of a test suite. */
  readonly onVariants: boolean;
};

/** Lets `execution.pause` reach what runs meanwhile. */
export async function withPause<T>(session: Session, work: (pause: AbortSignal) => Promise<T>): Promise<T> {
  const pausing = new AbortController();
  session.pausing = pausing;
  try {
    return await work(pausing.signal);
  } finally {
    session.pausing = null;
  }
}

/**
 * Runs what a run lacks of its plan, and notes in the project how that ended. Its state is on disk before the first query
 * runs, so that a run whose process is killed is known as interrupted. `onVariants`: what ran runs on the further databases
 * of test suites too.
 */
export async function runPlan(
  session: Session,
  run: number,
  { plan, limits, connection, onVariants }: Asked,
  { signal, pause }: { readonly signal: AbortSignal; readonly pause: AbortSignal },
  onProgress: OnProgress,
): Promise<void> {
  const { db } = session;
  const jobs = plan.jobs ?? Math.min(os.availableParallelism(), MOST_JOBS);
  const selection = selectionOf(plan);
  const repetitions = repetitionsOf(db, run);
  takeBack(db, run, ['environment'], selection);
  const lacking = pendingQueries(db, run, selection, repetitions);
  if (lacking.length === 0 && !(onVariants && pendingVariants(db, run).length > 0) && runStateOf(db, run) === 'finished') return;
  const pending = plan.maxQueries === null ? lacking : lacking.slice(0, plan.maxQueries);
  beginRun(db, run, plan, limits);
  session.changed('execution');
  const engines = new Set<string>();
  try {
    if (pending.length > 0) {
      const files = databaseFiles(db, run, [...new Set(pending.map(({ location }) => location))]);
      await withUnchangedFiles(files, () =>
        withRecordingFile(db, (recording) =>
          execute({
            db,
            run,
            pending,
            total: neededQueries(db, selection) * repetitions,
            lacking: lacking.length,
            engines,
            snowflake: connection && {
              connection,
              allowUnparsed: plan.allowUnparsed,
              attempts: plan.attempts,
              jobs: plan.jobs ?? SNOWFLAKE_JOBS,
            },
            runnerEntry: session.files.runner,
            jobs,
            limits,
            recording,
            signal,
            pause,
            onProgress,
          }),
        ),
      );
    }
    if (onVariants && !pause.aborted) {
      const variants = pendingVariants(db, run);
      await withUnchangedFiles(
        variantFiles(
          db,
          run,
          variants.map(({ variant }) => variant),
        ),
        () => runOnVariants({ db, run, variants, runnerEntry: session.files.runner, jobs, limits, signal, pause, onProgress }),
      );
    }
    const left = pendingQueries(db, run, selection, repetitions).length;
    const queries = counted(left, 'query waits', 'queries wait');
    if (left === 0) endRun(db, run, 'finished', { reason: null, engines });
    else if (pause.aborted) endRun(db, run, 'paused', { reason: `paused; ${queries}`, engines });
    else
      endRun(db, run, 'limit', {
        reason: `stopped at its limit of ${plan.maxQueries!.toLocaleString('en')}; ${queries}`,
        engines,
      });
  } catch (error) {
    const reason = isCancellation(error) || !(error instanceof Error) ? null : error.message;
    endRun(db, run, isCancellation(error) ? 'cancelled' : 'failed', { reason, engines });
    throw error;
  } finally {
    // Cancelled or failed, what was finished by then is stored and shown.
    session.changed('execution', 'project', 'verdicts');
  }
}
