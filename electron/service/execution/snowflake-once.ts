import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/model/connection.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import { tablesAt } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import type { EngineQuery } from '../engines/engine.ts';
import type { KnownObjects } from '../engines/snowflake/errors.ts';
import { parseLocation } from '../engines/snowflake/location.ts';
import { SnowflakeEngine } from '../engines/snowflake/snowflake-engine.ts';
import type { RanOnce } from './run-once.ts';

/** What a project's benchmark relies on at a location. */
export const knownObjectsIn =
  (db: Db) =>
  (location: string): KnownObjects => ({ database: parseLocation(location).database, tables: tablesAt(db, location) });

type Options = {
  readonly db: Db;
  readonly connection: Connection;
  /** The user's consent to send what the parser does not understand. */
  readonly allowUnparsed: boolean;
  readonly limits: ExecutionLimits;
  readonly signal: AbortSignal;
};

/**
 * Runs queries that belong to no run in one Snowflake session, which `work` is given for its time. The guards are those of a
 * run: one statement that only reads, consent for what cannot be parsed, the timeout on the server. None is tried again.
 * @throws from the function that `work` gets: the signal's reason when cancelled
 */
export async function onSnowflakeOnce<T>(
  { db, connection, allowUnparsed, limits, signal }: Options,
  work: (runOnce: (query: EngineQuery) => Promise<RanOnce>) => Promise<T>,
): Promise<T> {
  const engine = new SnowflakeEngine({ connection, tag: 'assay', allowUnparsed, knownObjects: knownObjectsIn(db) });
  try {
    return await work(async (query) => {
      signal.throwIfAborted();
      const startedAt = Date.now();
      let start = performance.now();
      const onAccepted = () => {
        // Logging in and moving to the database is no part of the query's time.
        start = performance.now();
      };
      const outcome = await engine.execute(query, { limits, signal, request: randomUUID, onAccepted });
      signal.throwIfAborted();
      return { outcome, startedAt, durationMs: performance.now() - start };
    });
  } finally {
    await engine.close();
  }
}
