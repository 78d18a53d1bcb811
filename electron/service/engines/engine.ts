import type { ConnectionCheck } from '#shared/contract/connection.ts';
import type { SchemaTable } from '#shared/contract/room.ts';
import type { StoredResult } from '#shared/contract/runner.ts';
import type { EngineName, ExecutionLimits, ExecutionStatus } from '#shared/model/execution.ts';

/** What a query came to on an engine. What a sql-runner answers fits it. */
export type EngineOutcome =
  | {
      readonly status: 'ok';
      readonly result: StoredResult;
      readonly cappedBy: 'rows' | 'bytes' | null;
      readonly invalidTextCells: number;
    }
  | EngineFailure;

export type EngineFailure = {
  readonly status: Exclude<ExecutionStatus, 'ok'>;
  /** Stable and short: the engine's own code, or ours for the environment (ACCOUNT_SUSPENDED …). */
  readonly code: string;
  readonly message: string;
  /** Whether the same query may well succeed a little later. */
  readonly transient?: boolean;
};

export type EngineQuery = {
  readonly sql: string;
  /** The database: a file's path, or what the engine's own reader of locations understands. */
  readonly location: string;
};

export type ExecuteOptions = {
  readonly limits: ExecutionLimits;
  readonly signal: AbortSignal;
  /**
   * Called when the query is about to be sent: answers our id of this attempt, which is on disk by then. An engine on a
   * network runs one id once, however often it is sent. A refused query is never sent.
   */
  readonly request: () => string;
  /** The engine has taken the query and calls it by this id from now on. */
  readonly onAccepted: (engineQueryId: string) => void;
  /** Set when an earlier process sent the query and did not live to see its result: fetch that instead of running it. */
  readonly acceptedAs?: string | null;
};

/**
 * A place where queries run. SQLite and DuckDB do so in sql-runner processes, where `connect` starts one and cancelling
 * kills it; Snowflake is asked over the network. Whatever a query does wrong, and whatever happens to the environment, is
 * an outcome; only bugs are thrown.
 */
export interface Engine {
  readonly name: EngineName;
  /** Gets ready to run queries; answers engine and version as stored with a run. @throws {@link EngineFailureError} */
  connect(signal: AbortSignal): Promise<string>;
  /** Tries step by step whether queries can run, with one that needs what real queries need. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  execute(query: EngineQuery, options: ExecuteOptions): Promise<EngineOutcome>;
  /** Tables and columns of a database. @throws {@link EngineFailureError} */
  describeSchema(location: string, signal: AbortSignal): Promise<SchemaTable[]>;
  close(): Promise<void>;
}

/** An engine's failure outside a query's execution. */
export class EngineFailureError extends Error {
  readonly failure: EngineFailure;

  constructor(failure: EngineFailure) {
    super(failure.message);
    this.name = 'EngineFailureError';
    this.failure = failure;
  }
}
