import { AssayError } from '#shared/contract/errors.ts';
import type { Connection } from '#shared/model/connection.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import { acceptAttempt, attemptKey, endAttempt, type OpenAttempt, openAttempt, openAttempts } from '../database/attempts.ts';
import type { PendingQuery } from '../database/needed-queries.ts';
import type { Db } from '../database/open.ts';
import { type EngineFailure, EngineFailureError } from '../engines/engine.ts';
import type { KnownObjects } from '../engines/snowflake/errors.ts';
import { NEEDS_CONSENT, SnowflakeEngine } from '../engines/snowflake/snowflake-engine.ts';
import type { Recorder } from './recorder.ts';

/** Waiting before a further attempt, in milliseconds: doubled each time. */
const FIRST_WAIT = 500;
/** After so many queries in a row (or one in each session) that the environment kept from running, the run stops by itself. */
const FAILURES_UNTIL_STOP = 5;

export type SnowflakeSettings = {
  readonly connection: Connection;
  readonly allowUnparsed: boolean;
  /** How often a query is sent before passing trouble is its outcome. */
  readonly attempts: number;
  /** Sessions, each with one query at a time. */
  readonly jobs: number;
};

export type SnowflakeRunOptions = {
  readonly db: Db;
  readonly run: number;
  readonly pending: readonly PendingQuery[];
  readonly recorder: Recorder;
  readonly settings: SnowflakeSettings;
  readonly knownObjects: (location: string) => KnownObjects | null;
  readonly limits: ExecutionLimits;
  readonly signal: AbortSignal;
  /** Once it aborts, queries that run now end and no other begins. */
  readonly pause: AbortSignal;
};

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });

const ending = ({ status, code, message }: EngineFailure) => ({ status, errorCode: code, errorMessage: message });

/**
 * Runs queries on Snowflake, so many at a time, gold beside the predictions of its instance. Every attempt is on disk
 * before it is sent, under an id of ours that the server runs once, and Snowflake's own id is on disk as soon as it is
 * known. So after a kill nothing runs twice:
 * - an attempt with Snowflake's id is only waited for and fetched (results are kept there for a day);
 * - one without is looked up in the query history by its tag, and if it is not there, sent again under the same id.
 *
 * Trouble that may pass is tried again. Ends early when a signal aborts.
 * @throws AssayError ENVIRONMENT when nothing runs at all any more; what is stored stays.
 */
export async function runOnSnowflake(options: SnowflakeRunOptions): Promise<void> {
  const { db, run, recorder, settings, limits, signal, pause } = options;
  const stopping = AbortSignal.any([signal, pause]);
  const queue = [...options.pending].sort((a, b) => a.position - b.position);
  const sentBefore = openAttempts(db, run);
  let failuresInARow = 0;
  let stopped: EngineFailure | null = null;

  const engineOf = () =>
    new SnowflakeEngine({
      connection: settings.connection,
      tag: 'assay',
      allowUnparsed: settings.allowUnparsed,
      knownObjects: options.knownObjects,
    });

  const findLost = async (engine: SnowflakeEngine) => {
    const lost = queue.flatMap(({ id, repetition, location }) => {
      const attempt = sentBefore.get(attemptKey(id, repetition));
      return attempt?.engineQueryId === null ? [{ attempt, location }] : [];
    });
    if (lost.length === 0) return;
    try {
      const found = await engine.findSent(
        lost.map(({ attempt }) => attempt.requestId),
        lost[0]!.location,
        signal,
      );
      for (const { attempt } of lost) {
        const engineQueryId = found.get(attempt.requestId);
        if (engineQueryId !== undefined) acceptAttempt(db, attempt, engineQueryId);
      }
    } catch (error) {
      // Without the history they are sent again under their old ids, which the server knows.
      if (!(error instanceof EngineFailureError)) throw error;
    }
  };

  const runQuery = async (engine: SnowflakeEngine, query: PendingQuery) => {
    let attempt: OpenAttempt | null = sentBefore.get(attemptKey(query.id, query.repetition)) ?? null;
    sentBefore.delete(attemptKey(query.id, query.repetition));
    for (let tries = 1; ; tries++) {
      const startedAt = Date.now();
      let start = performance.now();
      const outcome = await engine.execute(query, {
        limits,
        signal,
        request: () => {
          attempt ??= openAttempt(db, run, query.id, query.repetition);
          return attempt.requestId;
        },
        acceptedAs: attempt?.engineQueryId ?? null,
        onAccepted: (engineQueryId) => {
          // Logging in and moving to the database is no part of the query's time.
          start = performance.now();
          acceptAttempt(db, attempt!, engineQueryId);
        },
      });
      const timing = { startedAt, durationMs: performance.now() - start };
      if (outcome.status === 'cancelled') {
        if (attempt) endAttempt(db, attempt, ending(outcome));
        return;
      }
      if (outcome.status === 'environment' && outcome.transient && tries < settings.attempts) {
        if (attempt) endAttempt(db, attempt, ending(outcome));
        attempt = null;
        await wait(FIRST_WAIT * 2 ** (tries - 1), stopping);
        if (stopping.aborted) return;
        continue;
      }
      recorder.add(query, outcome, timing, attempt ?? undefined);
      if (outcome.status !== 'environment') failuresInARow = 0;
      else if (outcome.code !== NEEDS_CONSENT) {
        failuresInARow += 1;
        if (failuresInARow >= Math.max(FAILURES_UNTIL_STOP, settings.jobs)) stopped ??= outcome;
      }
      return;
    }
  };

  const work = async (engine: SnowflakeEngine) => {
    try {
      for (let query = queue.shift(); query && goesOn(); query = queue.shift()) {
        recorder.at(engine, query);
        await runQuery(engine, query);
        recorder.at(engine, null);
      }
    } catch (error) {
      recorder.fail(error);
    } finally {
      recorder.at(engine, null);
      await engine.close();
    }
  };
  const goesOn = () => !stopping.aborted && recorder.failure === null && stopped === null;

  const first = engineOf();
  try {
    recorder.engines.add(await first.connect(signal));
    await findLost(first);
  } catch (error) {
    await first.close();
    if (signal.aborted) return;
    throw error instanceof EngineFailureError ? nothingRuns(error.failure) : error;
  }
  const others = Array.from({ length: Math.min(settings.jobs, queue.length) - 1 }, engineOf);
  await Promise.all([first, ...others].map(work));
  if (stopped !== null) throw nothingRuns(stopped);
}

const nothingRuns = ({ code, message }: EngineFailure) =>
  new AssayError('ENVIRONMENT', `Snowflake runs no queries now (${code}): ${message}`, {
    next: 'Nothing of it counts against a system. Check the connection, then start again: the run goes on from here.',
  });
