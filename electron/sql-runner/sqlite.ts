import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { RunnerOutcome, RunnerRequest } from '#shared/contract/runner.ts';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import type { Row, Value } from '#shared/model/value.ts';
import { refusalBeforePreparing } from '#shared/sql/statement.ts';
import { decodeText } from './decode-text.ts';

/** SQLite's own memory; temporary tables count too, so that no query fills a disk. */
const HEAP_LIMIT_BYTES = 1024 * 1024 * 1024;
const COMPRESS_FROM_BYTES = 512;
const OPEN_DATABASES = 8;

type Caps = Pick<RunnerRequest, 'rowCap' | 'byteCap'>;

const open = new Map<string, Database.Database>();

/** Opens a benchmark database read-only, or gives the open one; throws SqliteError. */
function openDatabase(file: string): Database.Database {
  const known = open.get(file);
  if (known) return known;
  const database = new Database(file, { readonly: true, fileMustExist: true });
  database.defaultSafeIntegers(true);
  // The file may be hostile too: no functions in its schema, no writes, no temporary files, bounded memory.
  for (const pragma of [
    'query_only = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'mmap_size = 0',
    'temp_store = MEMORY',
    `hard_heap_limit = ${HEAP_LIMIT_BYTES}`,
  ]) {
    database.pragma(pragma);
  }
  if (open.size >= OPEN_DATABASES) {
    const [oldest] = open.keys();
    open.get(oldest!)?.close();
    open.delete(oldest!);
  }
  open.set(file, database);
  return database;
}

type Fetched = { columns: string[]; rows: string[]; cappedBy: 'rows' | 'bytes' | null; invalidTextCells: number };

class LossyText extends Error {}

/** Reads rows up to the caps. Throws {@link LossyText} where a text may have lost bytes in decoding. */
function fetchRows(statement: Database.Statement, caps: Caps, toRow: (raw: Value[]) => { row: Row; invalid: number }): Fetched {
  const columns = statement.columns().map((column) => column.name);
  const rows: string[] = [];
  let bytes = 0;
  let invalidTextCells = 0;
  for (const raw of statement.raw(true).iterate() as IterableIterator<Value[]>) {
    if (rows.length >= caps.rowCap) return { columns, rows, cappedBy: 'rows', invalidTextCells };
    const { row, invalid } = toRow(raw);
    const encoded = encodeRow(row);
    bytes += Buffer.byteLength(encoded) + 1;
    if (bytes > caps.byteCap) return { columns, rows, cappedBy: 'bytes', invalidTextCells };
    rows.push(encoded);
    invalidTextCells += invalid;
  }
  return { columns, rows, cappedBy: null, invalidTextCells };
}

const asIs = (raw: Value[]) => {
  for (const cell of raw) if (typeof cell === 'string' && cell.includes('\ufffd')) throw new LossyText();
  return { row: raw, invalid: 0 };
};

/**
 * The same query with every text as its bytes. The driver replaces invalid UTF-8 by U+FFFD and so makes different values
 * equal; only queries whose result holds that character take this second way.
 */
function fetchWithBytes(database: Database.Database, sql: string, columns: string[], caps: Caps): Fetched {
  const names = columns.map((_, index) => `c${index}`);
  const cells = names.map(
    (name) => `typeof(${name}) = 'text', CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
  );
  const statement = database.prepare(
    `WITH result(${names.join()}) AS (${sql.replace(/[\s;]+$/, '')}\n) SELECT ${cells.join()} FROM result`,
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

function pack({ columns, rows, cappedBy, invalidTextCells }: Fetched): RunnerOutcome {
  const bytes = Buffer.from(encodeTable(columns, rows));
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  const compress = bytes.length >= COMPRESS_FROM_BYTES;
  return {
    status: 'ok',
    cappedBy,
    invalidTextCells,
    result: {
      hash: sha256(bytes),
      rowsHash: sha256(bytes.subarray(bytes.indexOf(10) + 1)),
      columns,
      rowCount: rows.length,
      encoding: compress ? 'deflate' : 'plain',
      data: compress ? deflateRawSync(bytes, { level: 1 }) : bytes,
    },
  };
}

/** Runs one query. Whatever the query does wrong is an outcome; nothing is thrown. */
export function runQuery(file: string, sql: string, caps: Caps): RunnerOutcome {
  const refusal = refusalBeforePreparing(sql);
  if (refusal !== null) return { status: 'refused', code: 'NOT_A_QUERY', message: refusal };
  try {
    if (!fs.existsSync(file)) return { status: 'error', code: 'DATABASE_MISSING', message: 'the database file does not exist' };
    const database = openDatabase(file);
    const statement = database.prepare(sql);
    if (!statement.reader || !statement.readonly) {
      return { status: 'refused', code: 'WRITES', message: 'the statement would change the database' };
    }
    try {
      return pack(fetchRows(statement, caps, asIs));
    } catch (error) {
      if (!(error instanceof LossyText) || database.pragma('encoding', { simple: true }) !== 'UTF-8') throw error;
      const columns = statement.columns().map((column) => column.name);
      return pack(fetchWithBytes(database, sql, columns, caps));
    }
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): RunnerOutcome {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && message.includes('more than one statement')) {
    return { status: 'refused', code: 'SEVERAL_STATEMENTS', message: 'the text holds more than one statement' };
  }
  const code = error instanceof Database.SqliteError ? error.code : error instanceof Error ? error.name : 'ERROR';
  if (code === 'SQLITE_NOMEM') {
    return { status: 'error', code, message: `the query needs more than ${HEAP_LIMIT_BYTES / 1024 ** 3} GB of memory` };
  }
  return { status: 'error', code, message };
}

/** The engine and its version, as stored with a run. */
export const engineVersion = (): string => {
  const memory = new Database(':memory:');
  const version = memory.prepare('SELECT sqlite_version()').pluck().get() as string;
  memory.close();
  return `SQLite ${version}`;
};
