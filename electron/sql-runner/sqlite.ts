import fs from 'node:fs';
import path from 'node:path';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { RunnerCaps, RunnerOutcome } from '#shared/contract/runner.ts';
import { encodeRow } from '#shared/model/result-encoding.ts';
import type { Row, Value } from '#shared/model/value.ts';
import { isBlank, refusalBeforePreparing } from '#shared/sql/statement.ts';
import { databaseMissing, databaseUnreadable, isFileError } from './database-file.ts';
import { decodeText } from './decode-text.ts';
import { type Fetched, pack } from './pack.ts';

// Node's own SQLite, not better-sqlite3: benchmarks rely on "double-quoted" text literals, which better-sqlite3's build
// leaves out (SQLITE_DQS=0) and this one can switch on; and it has an authorizer, so the engine itself refuses writes.

const OPEN_DATABASES = 8;
/** The longest text or blob that a query may build. */
const LONGEST_VALUE_BYTES = 256 * 1024 * 1024;

const ALLOWED_ACTIONS = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** What a statement would do that SQLite's authorizer was asked about, for the reason of a refusal. */
function effectOf(action: number, first: string | null, second: string | null): string {
  switch (action) {
    case constants.SQLITE_INSERT:
      return `insert into ${first}`;
    case constants.SQLITE_UPDATE:
      return `update ${first}`;
    case constants.SQLITE_DELETE:
      return `delete from ${first}`;
    case constants.SQLITE_PRAGMA:
      return `use the pragma ${first}`;
    case constants.SQLITE_ATTACH:
      return 'attach another database';
    case constants.SQLITE_FUNCTION:
      return `call ${second}`;
    default:
      return 'change more than its result';
  }
}

type OpenDatabase = {
  readonly database: DatabaseSync;
  readonly utf8: boolean;
  /** What the authorizer denied first since this was cleared, in words; null: nothing. */
  denied: string | null;
};

const open = new Map<string, OpenDatabase>();

/**
 * What to open for a file. A database in WAL mode gets files beside it from any reader, and cannot be read in a folder
 * that is not writable; where it has no log, nobody writes to it, and it is opened as immutable, which does without.
 * Offsets: sqlite.org/fileformat2.html, the database header.
 */
function locationOf(file: string): string | URL {
  const versions = Buffer.alloc(2);
  const handle = fs.openSync(file, 'r');
  fs.readSync(handle, versions, 0, 2, 18);
  fs.closeSync(handle);
  const hasLog = (fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (versions[0] !== 2 || versions[1] !== 2 || hasLog) return file;
  const url = pathToFileURL(path.resolve(file));
  url.searchParams.set('immutable', '1');
  return url;
}

/** Opens a benchmark database read-only, or gives the open one; throws SQLite's error. */
function openDatabase(file: string): OpenDatabase {
  const known = open.get(file);
  if (known) return known;
  const database = new DatabaseSync(locationOf(file), {
    readOnly: true,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: true,
    enableForeignKeyConstraints: false,
    readBigInts: true,
    returnArrays: true,
    limits: { length: LONGEST_VALUE_BYTES, attach: 0 },
  });
  // The file may be hostile too: no functions in its schema, no writes, no temporary files on disk.
  for (const pragma of [
    'query_only = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'mmap_size = 0',
    'temp_store = MEMORY',
  ]) {
    database.exec(`PRAGMA ${pragma}`);
  }
  const encoding = database.prepare('PRAGMA encoding').get() as unknown as string[] | undefined;
  const opened: OpenDatabase = { database, utf8: encoding?.[0] === 'UTF-8', denied: null };
  database.setAuthorizer((action, first, second) => {
    const allowed = ALLOWED_ACTIONS.has(action) && !(action === constants.SQLITE_FUNCTION && second === 'load_extension');
    if (!allowed) opened.denied ??= effectOf(action, first, second);
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  if (open.size >= OPEN_DATABASES) {
    const [oldest] = open.keys();
    open.get(oldest!)?.database.close();
    open.delete(oldest!);
  }
  open.set(file, opened);
  return opened;
}

class LossyText extends Error {}

/** Bytes that a row needs at least when it is encoded, so that giant cells are cut without being encoded. */
function leastBytes(raw: readonly Value[]): number {
  let bytes = 0;
  for (const cell of raw) {
    if (typeof cell === 'string') bytes += cell.length;
    else if (cell instanceof Uint8Array) bytes += 2 * cell.length;
  }
  return bytes;
}

/** Reads rows up to the caps. Throws {@link LossyText} where a text may have lost bytes in decoding. */
function fetchRows(statement: StatementSync, caps: RunnerCaps, toRow: (raw: Value[]) => { row: Row; invalid: number }): Fetched {
  const columns = statement.columns().map((column) => column.name);
  const rows: string[] = [];
  let bytes = 0;
  let invalidTextCells = 0;
  for (const raw of statement.iterate() as unknown as Iterable<Value[]>) {
    if (rows.length >= caps.rowCap) return { columns, rows, cappedBy: 'rows', invalidTextCells };
    if (bytes + leastBytes(raw) > caps.byteCap) return { columns, rows, cappedBy: 'bytes', invalidTextCells };
    const { row, invalid } = toRow(raw);
    const encoded = encodeRow(row);
    bytes += Buffer.byteLength(encoded) + 1;
    if (bytes > caps.byteCap) return { columns, rows, cappedBy: 'bytes', invalidTextCells };
    rows.push(encoded);
    invalidTextCells += invalid;
  }
  return { columns, rows, cappedBy: null, invalidTextCells };
}

const asIs = (raw: Value[]) => ({ row: raw, invalid: 0 });

const asIsUnlessLossy = (raw: Value[]) => {
  for (const cell of raw) if (typeof cell === 'string' && cell.includes('\ufffd')) throw new LossyText();
  return asIs(raw);
};

/**
 * The same query with every text as its bytes. The driver replaces invalid UTF-8 by U+FFFD and so makes different values
 * equal; only queries whose result holds that character take this second way.
 */
function fetchWithBytes(database: DatabaseSync, sql: string, columns: string[], caps: RunnerCaps): Fetched {
  const names = columns.map((_, index) => `c${index}`);
  // A name that the query does not hold: a query on a table of the same name would speak of itself.
  let result = 'result';
  while (sql.toLowerCase().includes(result)) result += '_';
  const cells = names.map(
    (name) => `typeof(${name}) = 'text', CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
  );
  const statement = database.prepare(
    `WITH ${result}(${names.join()}) AS (${sql.replace(/;\s*$/, '')}\n) SELECT ${cells.join()} FROM ${result}`,
  );
  const fetched = fetchRows(statement, caps, (raw) => {
    let invalid = 0;
    const row = names.map((_, index): Value => {
      const cell = raw[2 * index + 1]!;
      if (raw[2 * index] !== 1n || !(cell instanceof Uint8Array)) return cell;
      const { text, valid } = decodeText(cell);
      if (!valid) invalid++;
      return text;
    });
    return { row, invalid };
  });
  return { ...fetched, columns };
}

/** Runs one query. Whatever the query does wrong is an outcome; nothing is thrown. */
export function runQuery(file: string, sql: string, caps: RunnerCaps): RunnerOutcome {
  const refusal = refusalBeforePreparing(sql);
  if (refusal !== null) return { status: 'refused', code: 'NOT_A_QUERY', message: refusal };
  if (!open.has(file) && !fs.existsSync(file)) return databaseMissing(file);
  let opened: OpenDatabase | undefined;
  try {
    opened = openDatabase(file);
    opened.denied = null;
    const { database } = opened;
    // SQLite compiles the first statement and leaves the rest of the text alone; a second one must not pass unseen.
    const statement = database.prepare(sql);
    if (!isBlank(sql.slice(statement.sourceSQL.length))) {
      return { status: 'refused', code: 'SEVERAL_STATEMENTS', message: 'the text holds more than one statement' };
    }
    try {
      return pack(fetchRows(statement, caps, opened.utf8 ? asIsUnlessLossy : asIs));
    } catch (error) {
      if (!(error instanceof LossyText)) throw error;
      const columns = statement.columns().map((column) => column.name);
      // As far as SQLite read it: what follows the semicolon is blank, but may be a comment.
      return pack(fetchWithBytes(database, statement.sourceSQL, columns, caps));
    }
  } catch (error) {
    if (opened?.denied) {
      const message = `the statement does more than read this database: it would ${opened.denied}`;
      return { status: 'refused', code: 'WRITES', message };
    }
    return failure(error);
  }
}

/** SQLite's result codes that a reader of errors knows by name. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  7: 'SQLITE_NOMEM',
  18: 'SQLITE_TOOBIG',
  23: 'SQLITE_AUTH',
};

/** Those that speak of the file and not of the query: it cannot be opened or read, is damaged, or somebody writes to it. */
const FILE_TROUBLE: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  26: 'SQLITE_NOTADB',
};

function failure(error: unknown): RunnerOutcome {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === undefined) return isFileError(error) ? databaseUnreadable(error) : { status: 'error', code: 'ERROR', message };
  const trouble = FILE_TROUBLE[code];
  if (trouble !== undefined) return { status: 'environment', code: trouble, message: `the database file: ${message}` };
  return { status: 'error', code: NAMES[code] ?? `SQLITE_${code}`, message };
}

/** The engine and its version, as stored with a run. */
export const engineVersion = (): string => `SQLite ${process.versions.sqlite}`;
