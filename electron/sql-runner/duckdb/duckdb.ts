import fs from 'node:fs';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { DuckdbRequest, RunnerCaps, RunnerOutcome } from '#shared/contract/runner.ts';
import { missingCallsMessage, RECORDING_MISS } from '#shared/model/recording.ts';
import { encodeRow } from '#shared/model/result-encoding.ts';
import { quoteName } from '#shared/sql/names.ts';
import { isBlank } from '#shared/sql/statement.ts';
import { databaseMissing } from '../database-file.ts';
import { type Fetched, pack } from '../pack.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { failure, isFatal, isOverflow } from './errors.ts';
import { decodeNames } from './names.ts';
import { loadParser } from './syntax.ts';
import { NotAQuery, type Transpiled, transpile } from './transpile.ts';
import { isCompound, toValue } from './values.ts';

type Source = Pick<DuckdbRequest, 'database' | 'name' | 'recording'>;

let opened: { readonly key: string; readonly database: OpenDatabase } | null = null;

function close(): void {
  opened?.database.close();
  opened = null;
}

/** The open database where it is the same, with the same recording; one is kept. */
async function databaseOf({ database, name, recording }: Source): Promise<OpenDatabase> {
  const stamp = recording === null ? '' : `${recording} ${fs.statSync(recording).mtimeMs}`;
  const key = JSON.stringify([database, name, stamp]);
  if (opened?.key !== key) {
    close();
    opened = { key, database: await openDatabase(database, name, recording) };
  }
  return opened.database;
}

const SELECT = 1;

/** Prepares the only statement of a text. @throws NotAQuery where DuckDB sees something else than one query in it */
async function prepareQuery(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new NotAQuery('SEVERAL_STATEMENTS', 'the text holds more than one statement');
  const statement = await statements.prepare(0);
  if (Number(statement.statementType) !== SELECT) {
    statement.destroySync();
    throw new NotAQuery('WRITES', 'the statement does more than read this database');
  }
  return statement;
}

/** The query with its nested and semi-structured columns as JSON. */
function withJsonColumns(sql: string, statement: DuckDBPreparedStatement): string | null {
  const indices = Array.from({ length: statement.columnCount }, (_, index) => index);
  if (!indices.some((index) => isCompound(statement.columnType(index)))) return null;
  const names = indices.map((index) => quoteName(`c${index}`));
  const cells = indices.map((index) =>
    isCompound(statement.columnType(index))
      ? `CASE WHEN ${names[index]} IS NOT NULL THEN snow_json(${names[index]}) END AS ${names[index]}`
      : names[index]!,
  );
  return `SELECT ${cells.join(', ')} FROM (${sql}\n) AS result(${names.join(', ')})`;
}

async function fetchRows(statement: DuckDBPreparedStatement, columns: readonly string[], caps: RunnerCaps): Promise<Fetched> {
  const result = await statement.stream();
  const types = result.columnTypes();
  const rows: string[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { columns, rows, cappedBy: null, invalidTextCells: 0 };
    for (const raw of chunk.getRows()) {
      if (rows.length >= caps.rowCap) return { columns, rows, cappedBy: 'rows', invalidTextCells: 0 };
      const encoded = encodeRow(raw.map((value, index) => toValue(value, types[index]!)));
      bytes += Buffer.byteLength(encoded) + 1;
      if (bytes > caps.byteCap) return { columns, rows, cappedBy: 'bytes', invalidTextCells: 0 };
      rows.push(encoded);
    }
  }
}

/** Runs a query; where 64 bits are too few for its integers, once more with wider ones. */
async function run(request: DuckdbRequest, sql: string): Promise<RunnerOutcome> {
  await loadParser();
  try {
    return await runTranslated(request, transpile(sql));
  } catch (error) {
    if (!isOverflow(error)) throw error;
    // Where wide integers do not help, the query failed for want of them all the same.
    return await runTranslated(request, transpile(sql, true)).catch(() => {
      throw error;
    });
  }
}

async function runTranslated(request: DuckdbRequest, translated: Transpiled): Promise<RunnerOutcome> {
  const { connection, answers } = await databaseOf(request);
  answers.startQuery();
  let statement = await prepareQuery(connection, translated.sql);
  try {
    const names = Array.from({ length: statement.columnCount }, (_, index) => decodeNames(statement.columnName(index)));
    const columns = translated.columns?.length === names.length ? translated.columns : names;
    if (request.compileOnly) return pack({ columns, rows: [], cappedBy: null, invalidTextCells: 0 });
    const asJson = withJsonColumns(translated.sql, statement);
    if (asJson !== null) {
      statement.destroySync();
      statement = await prepareQuery(connection, asJson);
    }
    const fetched = await fetchRows(statement, columns, request);
    const missing = answers.missing;
    if (missing.length > 0) return { status: 'environment', code: RECORDING_MISS, message: missingCallsMessage(missing) };
    return pack(fetched);
  } finally {
    statement.destroySync();
  }
}

/** Loads the engine and the parser, has the parser's code compiled by a first query, and opens the file. */
export async function warmUp(source: Source): Promise<void> {
  await loadParser();
  transpile('SELECT 1');
  await databaseOf(source);
}

/**
 * Runs one query of Snowflake's dialect on a DuckDB file, or compiles it. Whatever the query does wrong is an outcome;
 * nothing is thrown.
 */
export async function runDuckdbQuery(request: DuckdbRequest, sql: string): Promise<RunnerOutcome> {
  if (isBlank(sql)) return { status: 'refused', code: 'NOT_A_QUERY', message: 'there is no statement' };
  if (!fs.existsSync(request.database)) return databaseMissing(request.database);
  try {
    return await run(request, sql);
  } catch (error) {
    if (isFatal(error)) close();
    return failure(error);
  }
}
