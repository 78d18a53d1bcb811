import { createPrivateKey } from 'node:crypto';
import type { ConnectionOptions, Connection as SdkConnection } from 'snowflake-sdk';
import type { Connection } from '#shared/model/connection.ts';
import { EngineFailureError } from '../engine.ts';
import type { SdkError } from './errors.ts';
import type { ColumnType } from './values.ts';

// What Assay uses of snowflake-sdk, as promises.

export type Sdk = { createConnection(options: ConnectionOptions): SdkConnection };

const silence = () => {};

/** Tokens that the SDK wants to keep (for the external browser) live as long as this process, not in a file. */
const tokens = new Map<string, string>();
const tokensInMemory = {
  read: async (key: string) => tokens.get(key) ?? null,
  write: async (key: string, token: string) => void tokens.set(key, token),
  remove: async (key: string) => void tokens.delete(key),
};

let loading: Promise<Sdk> | null = null;

/** Loads the SDK when it is first needed: it is heavy, and asks cloud metadata services who we are unless told not to. */
function loadSdk(): Promise<Sdk> {
  process.env.SNOWFLAKE_DISABLE_PLATFORM_DETECTION = 'true';
  process.env.SNOWFLAKE_DISABLE_MINICORE = 'true';
  process.env.SF_TELEMETRY_DISABLE_CONNECTION_SHAPE = 'true';
  loading ??= import('snowflake-sdk').then((module) => {
    const sdk = 'default' in module ? (module.default as typeof module) : module;
    sdk.configure({
      // It would write a snowflake.log with SQL and addresses into the current folder.
      logLevel: 'OFF',
      additionalLogToConsole: false,
      customLogger: { error: silence, warn: silence, info: silence, debug: silence, trace: silence },
      customCredentialManager: tokensInMemory,
      // Its own parser evaluates a VARIANT that is no JSON as JavaScript. Ours are never parsed.
      jsonColumnVariantParser: (raw: string) => raw,
      xmlColumnVariantParser: (raw: string) => raw,
    });
    return sdk;
  });
  return loading;
}

/** A private key as the SDK takes it: unencrypted PKCS #8. The error says nothing of the key. */
function plainKey(value: string, passphrase: string | null): string {
  try {
    const key = createPrivateKey({ key: value, ...(passphrase === null ? {} : { passphrase }) });
    return key.export({ format: 'pem', type: 'pkcs8' }).toString();
  } catch {
    throw new EngineFailureError({
      status: 'environment',
      code: 'CONNECTION_INVALID',
      message: 'the private key cannot be read; it must be PEM, and an encrypted one needs its passphrase',
    });
  }
}

function authentication({ settings, secret }: Connection): Partial<ConnectionOptions> {
  const value = secret?.value ?? '';
  switch (settings.method) {
    case 'password':
      return { password: value };
    case 'token':
      return { authenticator: 'PROGRAMMATIC_ACCESS_TOKEN', token: value };
    case 'oauth':
      return { authenticator: 'OAUTH', token: value };
    case 'key-pair':
      return { authenticator: 'SNOWFLAKE_JWT', privateKey: plainKey(value, secret?.passphrase ?? null) };
    case 'external-browser':
      return { authenticator: 'EXTERNALBROWSER', clientStoreTemporaryCredential: true };
  }
}

/** Logs in. @throws the SDK's error, or {@link EngineFailureError} where the connection itself is not valid. */
export async function logIn(connection: Connection): Promise<SdkConnection> {
  const sdk = await loadSdk();
  const { settings } = connection;
  const session = sdk.createConnection({
    account: settings.account,
    application: 'Assay',
    ...(settings.accessUrl === null ? {} : { accessUrl: settings.accessUrl }),
    ...(settings.user === null ? {} : { username: settings.user }),
    ...(settings.warehouse === null ? {} : { warehouse: settings.warehouse }),
    ...(settings.role === null ? {} : { role: settings.role }),
    ...(settings.database === null ? {} : { database: settings.database }),
    ...(settings.schema === null ? {} : { schema: settings.schema }),
    ...authentication(connection),
    clientSessionKeepAlive: true,
    sfRetryMaxLoginRetries: 3,
  });
  return new Promise((resolve, reject) => session.connect((error) => (error ? reject(error) : resolve(session))));
}

export const logOut = (session: SdkConnection): Promise<void> =>
  new Promise((resolve) => {
    try {
      session.destroy(() => resolve());
    } catch {
      resolve();
    }
  });

/** A statement of the SDK, with the parts that its types leave out. */
export type Statement = {
  getQueryId(): string | undefined;
  getNumRows(): number;
  getColumns(): readonly { getName(): string; getType(): string; getScale(): number | null }[];
  cancel(done: (error: unknown) => void): void;
  fetchRows(options: { each(row: RawRow): boolean | undefined; end(error: SdkError | undefined): void }): void;
};

/** A row before any conversion: `values` is what the server sent. */
export type RawRow = {
  readonly values: readonly (string | boolean | null)[];
  getColumnValue(column: number): unknown;
};

export type Sending = { readonly statement: Statement; readonly done: Promise<Statement> };

type Complete = (error: SdkError | undefined, statement: unknown) => void;

const sending = (start: (complete: Complete) => unknown): Sending => {
  let statement: unknown;
  const done = new Promise<Statement>((resolve, reject) => {
    statement = start((error, completed) => (error ? reject(error) : resolve(completed as Statement)));
  });
  // Whoever waits hears of it; a cancelled wait leaves no unhandled rejection.
  done.catch(() => {});
  return { statement: statement as Statement, done };
};

type ExecuteOptions = Parameters<SdkConnection['execute']>[0];
type FetchOptions = Parameters<SdkConnection['fetchResult']>[0];

/** Session parameters for one statement. */
export type StatementParameters = Readonly<Record<string, string | number | boolean>>;

/** Sends a query to be run detached from this session; done when the server has taken it. */
export const submit = (session: SdkConnection, sqlText: string, requestId: string, parameters: StatementParameters): Sending =>
  sending((complete) =>
    session.execute({
      sqlText,
      requestId,
      asyncExec: true,
      // Else the SDK keeps the error of an asynchronous submission to itself.
      streamResult: true,
      parameters: { ...parameters },
      complete,
    } as ExecuteOptions),
  );

/** Waits for a taken query's result; its rows are not fetched yet. */
export const resultOf = (session: SdkConnection, queryId: string): Sending =>
  sending((complete) => session.fetchResult({ queryId, streamResult: true, complete } as FetchOptions));

/** Runs a statement of our own within the session, to its end. */
export const run = (session: SdkConnection, sqlText: string, parameters: StatementParameters = {}): Promise<Statement> =>
  sending((complete) =>
    session.execute({ sqlText, streamResult: true, parameters: { ...parameters }, complete } as ExecuteOptions),
  ).done;

/** Asks the server to stop a statement. False where it did not confirm. */
export const cancel = (statement: Statement): Promise<boolean> =>
  new Promise((resolve) => statement.cancel((error) => resolve(!error)));

export const columnTypes = (statement: Statement): ColumnType[] =>
  statement.getColumns().map((column) => ({ type: column.getType(), scale: column.getScale() ?? 0 }));

/** Gives each row to `each`, fetching chunks as they are needed, until it answers false. */
export const eachRow = (statement: Statement, each: (row: RawRow) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    let failed: unknown = null;
    statement.fetchRows({
      // An exception in here would be lost in the SDK's event handlers.
      each: (row) => {
        try {
          return each(row) ? undefined : false;
        } catch (error) {
          failed = error;
          return false;
        }
      },
      end: (error) => {
        const reason = failed ?? error;
        if (reason) reject(reason);
        else resolve();
      },
    });
  });
