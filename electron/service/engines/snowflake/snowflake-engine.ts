import type { ConnectionCheck, ConnectionStep } from '#shared/contract/connection.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { SchemaTable } from '#shared/contract/room.ts';
import type { Connection } from '#shared/model/connection.ts';
import { quoteName } from '#shared/sql/names.ts';
import { redacted } from '../../connections/redaction.ts';
import {
  type Engine,
  type EngineFailure,
  EngineFailureError,
  type EngineOutcome,
  type EngineQuery,
  type ExecuteOptions,
} from '../engine.ts';
import { failureOf, type KnownObjects, type SdkError } from './errors.ts';
import { fetchResult } from './fetch-result.ts';
import { parseLocation } from './location.ts';
import { cancel, eachRow, resultOf, run, type Sending, type Statement, submit } from './sdk.ts';
import { SnowflakeSession } from './session.ts';
import { refusalOf } from './statement-check.ts';

/** How much longer than the engine's own timeout we wait before we stop a query ourselves, in milliseconds. */
const TIMEOUT_GRACE = 10_000;
/** How long the end of a query that we stopped is waited for, in milliseconds. */
const CANCEL_PATIENCE = 15_000;

/**
 * Needs the warehouse: no constant, no metadata and no cached result answers it. A suspended account still answers
 * `SELECT 1` and even `SELECT COUNT(*)` of a table (xlang-ai/Spider2#196).
 */
const WAREHOUSE_QUERY = 'SELECT COUNT_IF(UNIFORM(0, 9, RANDOM()) >= 0) AS N FROM TABLE(GENERATOR(ROWCOUNT => 1000))';

export type SnowflakeOptions = {
  readonly connection: Connection;
  /** Begins the query tag of everything that is sent. */
  readonly tag: string;
  /** The user's consent to send what the parser does not understand. */
  readonly allowUnparsed: boolean;
  /** What the benchmark relies on at a location, to tell a missing share from an invented table. */
  readonly knownObjects: (location: string) => KnownObjects | null;
};

const firstText = async (statement: Statement): Promise<string> => {
  let text = '';
  await eachRow(statement, ({ values }) => {
    text = String(values[0] ?? '');
    return false;
  });
  return text;
};

/** Waits, but not longer than until the signal; null when that came first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let stop = () => {};
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Asks the server to stop a query and waits for its end a while; answers whether it is known to have stopped. */
async function stopOnServer({ statement, done }: Sending): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CANCEL_PATIENCE);
  });
  const ended = cancel(statement).then((confirmed) => done.then(() => true).catch(() => confirmed));
  const stopped = await Promise.race([ended, patience]);
  clearTimeout(timer);
  return stopped;
}

/** The statement could not be parsed, and sending it all the same needs the user's consent. */
export const NEEDS_CONSENT = 'NEEDS_CONSENT';

const CANCELLED: EngineFailure = { status: 'cancelled', code: 'CANCELLED', message: 'cancelled' };

/** Snowflake over the network: one session, so one query at a time. A run opens as many as it is wide. */
export class SnowflakeEngine implements Engine {
  readonly name = 'snowflake';
  readonly #options: SnowflakeOptions;
  readonly #session: SnowflakeSession;

  constructor(options: SnowflakeOptions) {
    this.#options = options;
    this.#session = new SnowflakeSession(options.connection);
  }

  async connect(signal: AbortSignal): Promise<string> {
    return this.#ask(signal, async () => {
      const statement = await this.#session.within(null, (sdk) => run(sdk, 'SELECT CURRENT_VERSION()', this.#parameters(60, '')));
      return `Snowflake ${await firstText(statement)}`;
    });
  }

  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const steps: ConnectionStep[] = [];
    const attempt = async (step: ConnectionStep['step'], work: () => Promise<string>): Promise<string | null> => {
      const start = performance.now();
      const add = (ok: boolean, detail: string, code: string | null) =>
        steps.push({ step, ok, detail, code, milliseconds: Math.round(performance.now() - start) });
      try {
        const found = await this.#ask(signal, work);
        add(true, found, null);
        return found;
      } catch (error) {
        if (!(error instanceof EngineFailureError)) throw error;
        add(false, error.message, error.failure.code);
        return null;
      }
    };
    const { settings } = this.#options.connection;
    const within = (sql: string) =>
      this.#session.within(null, async (sdk) => firstText(await run(sdk, sql, this.#parameters(60, 'check'))));
    const loggedIn = await attempt('log in', async () => {
      await this.#session.within(null, async () => {});
      return `as ${settings.user ?? 'the token’s user'}`;
    });
    const version =
      loggedIn === null ? null : await attempt('answer', async () => `Snowflake ${await within('SELECT CURRENT_VERSION()')}`);
    if (version !== null) {
      await attempt('run on the warehouse', async () => {
        const warehouse = await within('SELECT CURRENT_WAREHOUSE()');
        await within(WAREHOUSE_QUERY);
        return warehouse;
      });
    }
    return { ok: steps.length === 3 && steps.every(({ ok }) => ok), version, steps };
  }

  async execute(query: EngineQuery, options: ExecuteOptions): Promise<EngineOutcome> {
    const refusal = await refusalOf(query.sql, this.#options.allowUnparsed);
    // The parser's limits are no fault of the query: it waits for consent, and counts against nobody until then.
    if (refusal?.code === 'NOT_UNDERSTOOD') return { status: 'environment', code: NEEDS_CONSENT, message: refusal.message };
    if (refusal !== null) return { status: 'refused', ...refusal };
    try {
      const queryId = options.acceptedAs ?? (await this.#submit(query, options));
      if (queryId === null) return CANCELLED;
      return await this.#result(queryId, options);
    } catch (error) {
      if (error instanceof AssayError) return { status: 'environment', code: 'LOCATION_INVALID', message: error.message };
      return this.#failure(error, this.#options.knownObjects(query.location));
    }
  }

  /** Sends the query; answers Snowflake's id of it, or null where it was cancelled. */
  async #submit({ sql, location }: EngineQuery, { limits, signal, request, onAccepted }: ExecuteOptions) {
    const requestId = request();
    const seconds = Math.max(1, Math.ceil(limits.timeoutMs / 1000));
    return this.#session.within(parseLocation(location), async (sdk) => {
      if (signal.aborted) return null;
      const sent = submit(sdk, sql, requestId, this.#parameters(seconds, requestId));
      const taken = await unlessAborted(sent.done, signal);
      if (taken === null) {
        await stopOnServer(sent);
        return null;
      }
      const queryId = taken.getQueryId();
      if (queryId === undefined) throw new Error('Snowflake took a query and gave it no id');
      onAccepted(queryId);
      return queryId;
    });
  }

  async #result(queryId: string, { limits, signal }: ExecuteOptions): Promise<EngineOutcome> {
    return this.#session.within(null, async (sdk) => {
      const waiting = resultOf(sdk, queryId);
      const overdue = new AbortController();
      const timer = setTimeout(() => overdue.abort(), limits.timeoutMs + TIMEOUT_GRACE);
      let statement: Statement | null;
      try {
        statement = await unlessAborted(waiting.done, AbortSignal.any([signal, overdue.signal]));
      } finally {
        clearTimeout(timer);
      }
      if (statement !== null) return fetchResult(statement, limits);
      const stopped = await stopOnServer(waiting);
      if (signal.aborted) return CANCELLED;
      if (stopped) return { status: 'timeout', code: 'TIMEOUT', message: `stopped after ${limits.timeoutMs / 1000} s` };
      const message = 'the query took too long, and Snowflake did not confirm that it stopped it';
      return { status: 'environment', code: 'NETWORK', message, transient: true };
    });
  }

  async describeSchema(location: string, signal: AbortSignal): Promise<SchemaTable[]> {
    const { database, schema } = parseLocation(location);
    const one = schema === null ? '' : ` AND TABLE_SCHEMA = '${schema.replaceAll("'", "''")}'`;
    const sql = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM ${quoteName(database)}.INFORMATION_SCHEMA.COLUMNS
WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'${one} ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`;
    return this.#ask(signal, async () => {
      const statement = await this.#session.within(parseLocation(location), (sdk) =>
        run(sdk, sql, this.#parameters(300, 'schema')),
      );
      const tables = new Map<string, SchemaTable>();
      await eachRow(statement, ({ values }) => {
        const [tableSchema, table, column, type] = values.map(String) as [string, string, string, string];
        const name = `${tableSchema}.${table}`;
        const found = tables.get(name) ?? { name, title: '', columns: [] };
        tables.set(name, found);
        found.columns.push({ name: column, title: '', type, primaryKey: false, references: null });
        return true;
      });
      return [...tables.values()];
    });
  }

  /**
   * Of queries that were sent and never answered, those that Snowflake took after all, by our request id. Asked of the
   * query history of a database (any has it), where their tags are.
   */
  async findSent(requestIds: readonly string[], location: string, signal: AbortSignal): Promise<Map<string, string>> {
    const tags = requestIds.map((id) => `'${this.#tag(id)}'`).join(', ');
    const sql = `SELECT QUERY_ID, QUERY_TAG FROM TABLE(INFORMATION_SCHEMA.QUERY_HISTORY_BY_USER(RESULT_LIMIT => 10000))
WHERE QUERY_TAG IN (${tags})`;
    return this.#ask(signal, async () => {
      const statement = await this.#session.within(parseLocation(location), (sdk) =>
        run(sdk, sql, this.#parameters(60, 'resume')),
      );
      const found = new Map<string, string>();
      await eachRow(statement, ({ values }) => {
        const id = requestIds.find((candidate) => this.#tag(candidate) === values[1]);
        if (id !== undefined) found.set(id, String(values[0]));
        return true;
      });
      return found;
    });
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  readonly #tag = (what: string): string => `${this.#options.tag}:${what}`;

  readonly #parameters = (timeoutSeconds: number, what: string) => ({
    STATEMENT_TIMEOUT_IN_SECONDS: timeoutSeconds,
    MULTI_STATEMENT_COUNT: 1,
    QUERY_TAG: this.#tag(what),
    // An execution of this window, not the answer of an earlier one.
    USE_CACHED_RESULT: false,
  });

  /** Does our own work with the server. @throws EngineFailureError, or the signal's reason */
  async #ask<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      const answer = await unlessAborted(
        work().then((value) => ({ value })),
        signal,
      );
      signal.throwIfAborted();
      return answer!.value;
    } catch (error) {
      if (signal.aborted || error instanceof EngineFailureError) throw error;
      throw new EngineFailureError(this.#failure(error, null));
    }
  }

  #failure(error: unknown, known: KnownObjects | null): EngineFailure {
    if (error instanceof EngineFailureError) return error.failure;
    const failure = failureOf(error as SdkError, known);
    return { ...failure, message: redacted(failure.message) };
  }
}
