import type { EngineFailure } from '../engine.ts';
import { splitName } from './location.ts';

/** An error as the SDK hands it out. Server codes are texts of six digits, the SDK's own are numbers from 401001 on. */
export type SdkError = {
  readonly code?: string | number;
  readonly sqlState?: string;
  readonly message?: string;
  readonly response?: { readonly statusCode?: number; readonly status?: number };
};

/** What the benchmark says is there, to tell a missing share from an invented table. */
export type KnownObjects = {
  /** As Snowflake stores it: upper case where it is plain. */
  readonly database: string;
  /** Names of tables as the imported schema writes them, with or without schema and database. */
  readonly tables: readonly string[];
};

type Environment = { readonly code: string; readonly transient: boolean };

/**
 * Failures of the environment by Snowflake's error code, as its connectors and the benchmark's users report them:
 * 000666 xlang-ai/Spider2#185, #196, #212; 003030 xlang-ai/Spider2#172; 000606 snowflake-connector-nodejs#891.
 */
const ENVIRONMENT: Readonly<Record<string, Environment>> = {
  '000603': { code: 'ENGINE_TROUBLE', transient: true }, // processing aborted by an internal error
  '000604': { code: 'CANCELLED_BY_OTHERS', transient: true },
  '000606': { code: 'WAREHOUSE_MISSING', transient: false }, // no active warehouse
  '000666': { code: 'ACCOUNT_SUSPENDED', transient: false },
  '000709': { code: 'RESULT_GONE', transient: true }, // a query that an earlier process sent, and that is forgotten
  '003030': { code: 'SHARE_MISSING', transient: false },
  '090073': { code: 'QUOTA_EXCEEDED', transient: false }, // a resource monitor stopped the warehouse
  '100350': { code: 'REMOTE_SERVICE', transient: true }, // an AI or external function could not be reached
};

const SDK_NETWORK = new Set(['401001', '402001']);
const SDK_RESPONSE = new Set(['401002', '401003', '402002']);
const SDK_SESSION = new Set(['401004', '405503', '407001', '407002', '390104', '390111', '390112', '390114']);

/** True where the session is gone, so that the same step may be tried in a new one. */
export const isSessionLost = (error: SdkError): boolean => SDK_SESSION.has(String(error.code));

/** `Object 'DB.SCHEMA.TABLE' does not exist or not authorized.` */
const MISSING = /(\w+) '([^']+)' does not exist or not authorized/;
const FORBIDDEN = /Insufficient privileges to operate on \w+(?: \w+)? '([^']+)'/;
const REMOTE_TROUBLE = /remote service error: (?:408|429|5\d\d)\b/;

/** Whether the benchmark itself relies on the object, so that its absence is no fault of a query. */
function isKnown(kind: string, name: string, known: KnownObjects | null): boolean {
  const parts = splitName(name);
  if (known === null || parts === null) return false;
  const { database } = known;
  if (kind === 'Database') return parts.length === 1 && parts[0] === database;
  if (kind === 'Warehouse' || kind === 'Role' || kind === 'Share') return true;
  if (parts.length === 3 && parts[0] !== database) return false;
  const tables = known.tables.map((table) => splitName(table) ?? [table.toUpperCase()]);
  if (kind === 'Schema') {
    if (parts.length === 2 && parts[0] !== database) return false;
    return tables.some((table) => table.length > 1 && table.at(-2) === parts.at(-1));
  }
  return tables.some((table) =>
    parts.every((_, fromEnd) => table.length <= fromEnd || table.at(-1 - fromEnd) === parts.at(-1 - fromEnd)),
  );
}

/**
 * What an error of Snowflake or its SDK means: the query's own error, its timeout, or the environment's failure. `known`
 * is null outside a query.
 */
export function failureOf(error: SdkError, known: KnownObjects | null): EngineFailure {
  const code = String(error.code ?? 'UNKNOWN');
  const message = (error.message ?? 'unknown error').trim();
  const environment = ({ code: name, transient }: Environment): EngineFailure => ({
    status: 'environment',
    code: name,
    message: `${message} (${code})`,
    transient,
  });
  if (code === '000630') return { status: 'timeout', code: 'TIMEOUT', message };
  // Wherever the text stands, the account is not one that can run queries.
  if (/account is suspended/i.test(message)) return environment(ENVIRONMENT['000666']!);
  const listed = ENVIRONMENT[code];
  if (listed) return environment(listed);
  if (SDK_NETWORK.has(code)) return environment({ code: 'NETWORK', transient: true });
  if (SDK_RESPONSE.has(code)) {
    const status = error.response?.statusCode ?? error.response?.status;
    return environment({ code: 'SERVICE_UNAVAILABLE', transient: status === undefined || status === 429 || status >= 500 });
  }
  // Errors of the HTTP client that the SDK passes on as they are: ECONNRESET, ERR_BAD_RESPONSE …
  if (/^E[A-Z_]+$/.test(code)) return environment({ code: 'NETWORK', transient: true });
  if (isSessionLost(error)) return environment({ code: 'SESSION_LOST', transient: true });
  if (/^390\d{3}$/.test(code)) return environment({ code: 'LOGIN_FAILED', transient: false });
  // 404…: what the SDK refuses before it asks anybody.
  if (/^40[3-6]\d{3}$/.test(code)) return environment({ code: 'CONNECTION_INVALID', transient: false });
  if (REMOTE_TROUBLE.test(message)) return environment(ENVIRONMENT['100350']!);
  const missing = MISSING.exec(message);
  if (missing && isKnown(missing[1]!, missing[2]!, known)) {
    return environment({ code: `${missing[1]!.toUpperCase()}_MISSING`, transient: false });
  }
  const forbidden = FORBIDDEN.exec(message);
  if (forbidden && isKnown('Object', forbidden[1]!, known)) return environment({ code: 'NOT_AUTHORISED', transient: false });
  // What is not the server's own word on the query is not held against it.
  if (!/^\d{6}$/.test(code)) return environment({ code: 'UNEXPECTED', transient: false });
  return { status: 'error', code, message };
}
