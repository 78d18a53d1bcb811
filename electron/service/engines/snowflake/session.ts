import type { Connection as SdkConnection } from 'snowflake-sdk';
import type { Connection } from '#shared/model/connection.ts';
import { quoteName } from '#shared/sql/names.ts';
import { EngineFailureError } from '../engine.ts';
import { failureOf, isSessionLost, type SdkError } from './errors.ts';
import type { SnowflakeLocation } from './location.ts';
import { logIn, logOut, run } from './sdk.ts';

type Context = Readonly<Record<'ROLE' | 'WAREHOUSE' | 'DATABASE' | 'SCHEMA', string | null>>;

const UNKNOWN: Context = { ROLE: null, WAREHOUSE: null, DATABASE: null, SCHEMA: null };

/** A name of a connection's settings, as Snowflake stores it: plain ones in upper case. */
const stored = (name: string | null): string | null =>
  name === null ? null : /^[A-Za-z_][\w$]*$/.test(name) ? name.toUpperCase() : name.replace(/^"(.*)"$/s, '$1');

/** What a query needs around itself is the environment: where that is missing, the query is not to blame. */
async function use(sdk: SdkConnection, kind: keyof Context, name: string): Promise<void> {
  try {
    await run(sdk, `USE ${kind} ${quoteName(name)}`);
  } catch (error) {
    const failure = failureOf(error as SdkError, null);
    if (isSessionLost(error as SdkError) || failure.status === 'environment') throw error;
    throw new EngineFailureError({ status: 'environment', code: `${kind}_MISSING`, message: failure.message, transient: false });
  }
}

/**
 * One session with Snowflake, in which one query after the other runs. It logs in when it is first needed and again when
 * the server has ended it, and moves to the role, warehouse, database and schema that a query needs.
 */
export class SnowflakeSession {
  readonly #connection: Connection;
  #sdk: SdkConnection | null = null;
  #at: Context = UNKNOWN;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Does `work` in the session where `location` says; once more in a new one where the session turns out to be gone. */
  async within<T>(location: SnowflakeLocation | null, work: (sdk: SdkConnection) => Promise<T>): Promise<T> {
    for (let again = false; ; again = true) {
      try {
        const sdk = await this.#open();
        if (location !== null) await this.#moveTo(sdk, location);
        return await work(sdk);
      } catch (error) {
        if (!isSessionLost(error as SdkError)) throw error;
        this.#forget();
        if (again) throw error;
      }
    }
  }

  async #open(): Promise<SdkConnection> {
    this.#sdk ??= await logIn(this.#connection);
    return this.#sdk;
  }

  async #moveTo(sdk: SdkConnection, location: SnowflakeLocation): Promise<void> {
    const { settings } = this.#connection;
    const wanted: Context = {
      ROLE: location.role ?? stored(settings.role),
      WAREHOUSE: location.warehouse ?? stored(settings.warehouse),
      DATABASE: location.database,
      SCHEMA: location.schema,
    };
    // A database brings its PUBLIC schema along, so one without a schema must be entered anew after another schema.
    const newDatabase = wanted.DATABASE !== this.#at.DATABASE || (wanted.SCHEMA === null && this.#at.SCHEMA !== null);
    const steps: [keyof Context, string | null, boolean][] = [
      ['ROLE', wanted.ROLE, wanted.ROLE !== this.#at.ROLE],
      ['WAREHOUSE', wanted.WAREHOUSE, wanted.WAREHOUSE !== this.#at.WAREHOUSE],
      ['DATABASE', wanted.DATABASE, newDatabase],
      ['SCHEMA', wanted.SCHEMA, newDatabase || wanted.SCHEMA !== this.#at.SCHEMA],
    ];
    const needed = steps.filter(([, name, moves]) => name !== null && moves);
    if (needed.length === 0) return;
    // Where one step fails, it is not known where the session is.
    this.#at = UNKNOWN;
    for (const [kind, name] of needed) await use(sdk, kind, name!);
    this.#at = wanted;
  }

  #forget(): void {
    const gone = this.#sdk;
    this.#sdk = null;
    this.#at = UNKNOWN;
    // It keeps a timer for its heartbeat.
    if (gone) void logOut(gone);
  }

  async close(): Promise<void> {
    const open = this.#sdk;
    this.#sdk = null;
    this.#at = UNKNOWN;
    if (open) await logOut(open);
  }
}
