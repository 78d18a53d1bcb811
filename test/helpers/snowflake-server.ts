import { createHash, randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  chunkBody,
  column,
  fail,
  inProgress,
  type ResultTable,
  readBody,
  type ServerError,
  send,
  succeed,
  tableAnswer,
} from './snowflake-protocol.ts';

/**
 * What goes wrong with a query:
 * `lost request`, `lost answer`: the connection drops before or after the server has taken the query, once.
 * `unavailable`: 503, once. `expired token`: 390112, once. `lost result`: the connection drops while the result is waited for, once.
 * `cancelled`: somebody cancels it, once. `internal`: it always ends in an internal error. `suspended`: the account is.
 * `slow`: it takes longer than any timeout. `late`: it takes a while. `lost chunk`: a chunk answers 503, once.
 */
export const FAULTS = [
  'lost request',
  'lost answer',
  'unavailable',
  'expired token',
  'lost result',
  'cancelled',
  'internal',
  'suspended',
  'slow',
  'late',
  'lost chunk',
] as const;
export type Fault = (typeof FAULTS)[number];

export type SnowflakeServerOptions = {
  readonly password?: string;
  /** The result of a query that nothing goes wrong with. */
  readonly answer: (sql: string) => ResultTable | ServerError;
  /** What goes wrong with it; the same for the same text, however often it comes. */
  readonly faultOf?: (sql: string) => Fault | null;
  /** Nothing that needs a warehouse runs, while the rest still does. */
  suspended?: boolean;
  readonly warehouses?: readonly string[];
  readonly databases?: readonly string[];
  /** How long it holds a request for a result that is not there yet, in milliseconds. */
  readonly holdMs?: number;
};

type Session = { token: string; readonly master: string; expired: boolean; readonly at: Record<string, string | null> };

export type ServedQuery = {
  readonly id: string;
  readonly sql: string;
  readonly requestId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly at: Readonly<Record<string, string | null>>;
  readonly readyAt: number;
  readonly timesOutAt: number;
  error: ServerError | null;
};

const SUSPENDED: ServerError = {
  code: '000666',
  sqlState: '57014',
  message: 'Your account is suspended due to lack of payment method.',
};
const CANCELLED: ServerError = { code: '000604', sqlState: '57014', message: 'SQL execution canceled' };
const INTERNAL: ServerError = {
  code: '000603',
  sqlState: 'XX000',
  message: 'SQL execution internal error: Processing aborted by error 300005; incident 1.',
};

/** Picks a fault for a share of all texts, the same for the same seed and text. */
export const faultsBySeed =
  (seed: number, share: number, faults: readonly Fault[]) =>
  (sql: string): Fault | null => {
    const hash = createHash('sha256').update(`${seed}:${sql}`).digest();
    return hash.readUInt32BE(0) / 2 ** 32 < share ? faults[hash.readUInt32BE(4) % faults.length]! : null;
  };

/** A server that speaks what snowflake-sdk uses of Snowflake's protocol, and counts what it ran. */
export class SnowflakeServer {
  readonly #options: SnowflakeServerOptions;
  readonly #server: http.Server;
  readonly #sessions = new Map<string, Session>();
  readonly #byRequest = new Map<string, ServedQuery>();
  readonly #byId = new Map<string, ServedQuery>();
  readonly #happened = new Set<string>();
  /** Credentials of logins and tokens given out: none of these may be found anywhere else. */
  readonly secrets: string[] = [];
  readonly log: string[] = [];
  logins = 0;
  aborts = 0;

  private constructor(options: SnowflakeServerOptions) {
    this.#options = options;
    this.#server = http.createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) send(response, { success: false, code: '500', message: String(error) }, 500);
        else response.destroy();
      });
    });
  }

  static async start(options: SnowflakeServerOptions): Promise<SnowflakeServer> {
    const server = new SnowflakeServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Queries of the benchmark that it took, in order: those whose tag ends in a request id. */
  get served(): ServedQuery[] {
    return [...this.#byId.values()].filter(({ parameters }) => /:[0-9a-f-]{36}$/.test(String(parameters.QUERY_TAG)));
  }

  suspend(suspended: boolean): void {
    this.#options.suspended = suspended;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** True the first time that a fault happens to a query. */
  #once(fault: Fault, key: string): boolean {
    const name = `${fault}:${key}`;
    if (this.#happened.has(name)) return false;
    this.#happened.add(name);
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const body = await readBody(request);
    this.log.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/session/v1/login-request') return this.#logIn(body, url, response);
    const chunk = /^\/chunk\/([^/]+)\/(\d+)$/.exec(url.pathname);
    if (chunk) return this.#sendChunk(chunk[1]!, Number(chunk[2]), response);
    const token = /^Snowflake Token="(.*)"$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (url.pathname === '/session/token-request') return this.#renew(token, response);
    const session = [...this.#sessions.values()].find((candidate) => candidate.token === token);
    if (!session) return send(response, fail({ code: '390104', sqlState: '08001', message: 'Session token is invalid.' }));
    if (session.expired)
      return send(response, fail({ code: '390112', sqlState: '08001', message: 'Session token has expired.' }));
    if (url.pathname === '/queries/v1/query-request') return this.#take(session, url, body, response);
    if (url.pathname === '/queries/v1/abort-request') {
      return this.#abort(this.#byRequest.get(String(body.requestId)), response);
    }
    const about = /^\/(?:monitoring\/)?queries\/([^/]+)(?:\/(result|abort-request))?$/.exec(url.pathname);
    if (about) {
      const query = this.#byId.get(about[1]!);
      if (about[2] === 'result') return this.#result(query, session, response);
      if (about[2] === 'abort-request') return this.#abort(query, response);
      return send(response, succeed({ queries: query ? [{ id: query.id, status: 'RUNNING' }] : [] }));
    }
    if (url.pathname === '/session') {
      this.#sessions.delete(session.master);
      return send(response, succeed(null));
    }
    if (url.pathname === '/session/heartbeat' || url.pathname === '/telemetry/send') return send(response, succeed(null));
    send(response, { success: false, code: '404', message: `no ${url.pathname}` }, 404);
  }

  #logIn(body: Record<string, unknown>, url: URL, response: ServerResponse) {
    const data = body.data as Record<string, unknown>;
    this.logins += 1;
    const given = data.PASSWORD ?? data.TOKEN;
    if (this.#options.password !== undefined && given !== this.#options.password) {
      return send(
        response,
        fail({
          code: data.AUTHENTICATOR === 'SNOWFLAKE_JWT' ? '390144' : '390100',
          sqlState: '08001',
          // A careless server: what it was given must not come out anywhere.
          message: `Incorrect username or password was specified: ${String(given)}`,
        }),
      );
    }
    const warehouse = url.searchParams.get('warehouse');
    const session: Session = {
      token: `session-${randomBytes(16).toString('hex')}`,
      master: `master-${randomBytes(16).toString('hex')}`,
      expired: false,
      at: {
        ROLE: url.searchParams.get('roleName'),
        WAREHOUSE: warehouse !== null && this.#hasWarehouse(warehouse) ? warehouse : null,
        DATABASE: url.searchParams.get('databaseName'),
        SCHEMA: url.searchParams.get('schemaName'),
      },
    };
    this.#sessions.set(session.master, session);
    this.secrets.push(session.token, session.master);
    send(
      response,
      succeed({
        token: session.token,
        masterToken: session.master,
        validityInSeconds: 3600,
        masterValidityInSeconds: 14_400,
        sessionId: this.logins,
        parameters: [{ name: 'CLIENT_TELEMETRY_ENABLED', value: false }],
        sessionInfo: {},
      }),
    );
  }

  readonly #hasWarehouse = (name: string): boolean => (this.#options.warehouses ?? ['WH']).includes(name.toUpperCase());

  #renew(master: string, response: ServerResponse) {
    const session = this.#sessions.get(master);
    if (!session)
      return send(response, fail({ code: '390114', sqlState: '08001', message: 'Authentication token has expired.' }));
    session.token = `session-${randomBytes(16).toString('hex')}`;
    session.expired = false;
    this.secrets.push(session.token);
    send(
      response,
      succeed({
        sessionToken: session.token,
        masterToken: session.master,
        validityInSecondsST: 3600,
        validityInSecondsMT: 14_400,
        sessionId: 1,
      }),
    );
  }

  /** Takes a query; one request id is one query, however often it comes. */
  #take(session: Session, url: URL, body: Record<string, unknown>, response: ServerResponse) {
    const sql = String(body.sqlText);
    const requestId = url.searchParams.get('requestId')!;
    const fault = this.#options.faultOf?.(sql) ?? null;
    if (fault === 'lost request' && this.#once(fault, sql)) return void response.destroy();
    if (fault === 'unavailable' && this.#once(fault, sql)) return send(response, { message: 'unavailable' }, 503);
    if (fault === 'expired token' && this.#once(fault, sql)) {
      session.expired = true;
      return send(response, fail({ code: '390112', sqlState: '08001', message: 'Session token has expired.' }));
    }
    const query = this.#byRequest.get(requestId) ?? this.#begin(session, sql, requestId, body, fault);
    if (fault === 'lost answer' && this.#once(fault, sql)) return void response.destroy();
    if (body.asyncExec === true) return send(response, inProgress(query.id, true));
    send(response, this.#outcome(query, session));
  }

  #begin(session: Session, sql: string, requestId: string, body: Record<string, unknown>, fault: Fault | null): ServedQuery {
    const number = (this.#byId.size + 1).toString(16).padStart(12, '0');
    const parameters = (body.parameters ?? {}) as Record<string, unknown>;
    const now = Date.now();
    const query: ServedQuery = {
      id: `01b00000-0000-0000-0000-${number}`,
      sql,
      requestId,
      parameters,
      at: { ...session.at },
      readyAt: now + (fault === 'slow' ? 3_600_000 : fault === 'late' ? 400 : 0),
      timesOutAt: now + Number(parameters.STATEMENT_TIMEOUT_IN_SECONDS ?? 172_800) * 1000,
      error: null,
    };
    if (fault === 'internal') query.error = INTERNAL;
    if (fault === 'cancelled' && this.#once(fault, sql)) query.error = CANCELLED;
    if (fault === 'suspended') query.error = SUSPENDED;
    this.#byId.set(query.id, query);
    this.#byRequest.set(requestId, query);
    return query;
  }

  /** What a finished query answers. */
  #outcome(query: ServedQuery, session: Session): unknown {
    const use = /^USE (ROLE|WAREHOUSE|DATABASE|SCHEMA) "(.*)"$/.exec(query.sql);
    const error = query.error ?? (use ? this.#use(session, use[1]!, use[2]!) : this.#needsWarehouse(query));
    if (error) return fail(error, { queryId: query.id });
    const table = use ? { columns: [column('status', 'text')], rows: [['ok']] } : this.#table(query, session);
    return 'code' in table ? fail(table, { queryId: query.id }) : tableAnswer(query.id, table, this.url, session.at);
  }

  #use(session: Session, kind: string, name: string): ServerError | null {
    const exists =
      kind === 'WAREHOUSE'
        ? this.#hasWarehouse(name)
        : kind !== 'DATABASE' || this.#options.databases === undefined || this.#options.databases.includes(name);
    if (exists) {
      session.at[kind] = name;
      return null;
    }
    const title = kind.charAt(0) + kind.slice(1).toLowerCase();
    return {
      code: '002043',
      sqlState: '02000',
      message: `SQL compilation error:\n${title} '${name}' does not exist or not authorized.`,
    };
  }

  #needsWarehouse({ sql, at }: ServedQuery): ServerError | null {
    if (!/GENERATOR|FROM /i.test(sql)) return null;
    if (this.#options.suspended) return SUSPENDED;
    if (at.WAREHOUSE !== null) return null;
    const message =
      "No active warehouse selected in the current session.  Select an active warehouse with the 'use warehouse' command.";
    return { code: '000606', sqlState: '57P03', message };
  }

  #table({ sql }: ServedQuery, session: Session): ResultTable | ServerError {
    if (sql === 'SELECT CURRENT_VERSION()') return { columns: [column('V', 'text')], rows: [['9.99.0']] };
    if (sql === 'SELECT CURRENT_WAREHOUSE()') return { columns: [column('W', 'text')], rows: [[session.at.WAREHOUSE ?? null]] };
    if (sql.includes('FROM TABLE(GENERATOR(')) return { columns: [column('N', 'fixed', { scale: 0 })], rows: [['1000']] };
    if (sql.includes('QUERY_HISTORY_BY_USER')) {
      const tags = new Set([...sql.matchAll(/'([^']+)'/g)].map(([, tag]) => tag));
      const found = [...this.#byId.values()].filter(({ parameters }) => tags.has(String(parameters.QUERY_TAG)));
      return {
        columns: [column('QUERY_ID', 'text'), column('QUERY_TAG', 'text')],
        rows: found.map(({ id, parameters }) => [id, String(parameters.QUERY_TAG)]),
      };
    }
    return this.#options.answer(sql);
  }

  async #result(query: ServedQuery | undefined, session: Session, response: ServerResponse): Promise<void> {
    if (!query) return send(response, fail({ code: '000709', sqlState: '02000', message: 'Statement not found' }));
    const fault = this.#options.faultOf?.(query.sql) ?? null;
    if (fault === 'lost result' && this.#once(fault, query.sql)) return void response.destroy();
    const until = Date.now() + (this.#options.holdMs ?? 300);
    while (query.error === null && Date.now() < Math.min(query.readyAt, until)) {
      if (Date.now() >= query.timesOutAt) {
        const seconds = Number(query.parameters.STATEMENT_TIMEOUT_IN_SECONDS);
        const message = `Statement reached its statement or warehouse timeout of ${seconds} second(s) and was canceled.`;
        query.error = { code: '000630', sqlState: '57014', message };
      }
      await wait(20);
    }
    if (query.error === null && Date.now() < query.readyAt) return send(response, inProgress(query.id, false));
    send(response, this.#outcome(query, session));
  }

  #sendChunk(id: string, index: number, response: ServerResponse) {
    const query = this.#byId.get(id)!;
    const table = this.#options.answer(query.sql) as ResultTable;
    const fault = this.#options.faultOf?.(query.sql) ?? null;
    if (fault === 'lost chunk' && this.#once(fault, query.sql)) return send(response, 'unavailable', 503);
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(chunkBody(table.chunks![index]!));
  }

  #abort(query: ServedQuery | undefined, response: ServerResponse): void {
    this.aborts += 1;
    if (query) query.error ??= CANCELLED;
    send(response, succeed(null));
  }
}
