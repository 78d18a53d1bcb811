import type { RunnerOutcome } from '#shared/contract/runner.ts';
import { databaseUnreadable, isFileError } from '../database-file.ts';
import { decodeNames } from './names.ts';
import { DialectError } from './syntax.ts';
import { NotAQuery } from './transpile.ts';

/** Snowflake's integers have 38 digits, ours 64 bits (small literals 32), or 128 at the second attempt. */
const OVERFLOW =
  /(cast|Cast).*(destination type INT64|to type INT64)|^Out of Range Error: Overflow in \w+ of INT\d+|INT128.*out of range/;

/** Whether a query failed for the width of integers. */
export const isOverflow = (error: unknown): boolean => error instanceof Error && OVERFLOW.test(error.message);

/** DuckDB's messages, by what is wrong with the query. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^Catalog Error: Table with name/, 'UNKNOWN_TABLE'],
  [/^(Binder|Catalog) Error: Catalog "[^"]*" does not exist/, 'UNKNOWN_TABLE'],
  [/^(Binder|Catalog) Error: Schema with name/, 'UNKNOWN_TABLE'],
  [/^Binder Error: Referenced table/, 'UNKNOWN_TABLE'],
  [/^Binder Error: Referenced column/, 'UNKNOWN_COLUMN'],
  [/^Binder Error: (Table|Values list) "[^"]*" does not have a column named/, 'UNKNOWN_COLUMN'],
  [/^Binder Error: Column "?[^ ]+ (in|referenced)/, 'UNKNOWN_COLUMN'],
  [/^Binder Error: Ambiguous reference/, 'AMBIGUOUS_COLUMN'],
  [/^Binder Error: column ".*" must appear in the GROUP BY/, 'NOT_GROUPED'],
  [/^Catalog Error: \w+ Function with name/, 'NOT_SUPPORTED'],
  // The query was read as Snowflake's dialect: what DuckDB cannot read is our translation.
  [/Parser Error: /, 'NOT_SUPPORTED'],
  [/the local dialect does not support/, 'NOT_SUPPORTED'],
  [/^Out of Memory Error/, 'OUT_OF_MEMORY'],
  [OVERFLOW, 'NOT_SUPPORTED'],
  [/^Conversion Error/, 'CONVERSION'],
  [/^Permission Error/, 'NOT_PERMITTED'],
  [/^(INTERNAL|FATAL) Error/, 'ENGINE_FAILED'],
];

/** What the local dialect cannot do is nobody's fault: the query may well be right. */
const statusOf = (code: string) => (code === 'NOT_SUPPORTED' ? ('environment' as const) : ('error' as const));

/**
 * DuckDB's messages about the file itself, which an ATTACH at opening gives: no query can, since nothing outside the open
 * database is reachable for one.
 */
const FILE_TROUBLE = /^(IO Error|Serialization Error)|not a valid DuckDB database file|Could not set lock on file/;

/** True where the engine must be opened anew before it can be used again. */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && /^(INTERNAL|FATAL) Error|invalidated/.test(error.message);

/** What an exception of the translation or the engine makes of an execution. Messages name things as the query does. */
export function failure(error: unknown): RunnerOutcome {
  if (error instanceof NotAQuery) return { status: 'refused', code: error.code, message: error.message };
  if (error instanceof DialectError) return { status: statusOf(error.code), code: error.code, message: error.message };
  if (isFileError(error)) return databaseUnreadable(error);
  const message = error instanceof Error ? error.message : String(error);
  if (FILE_TROUBLE.test(message)) return { status: 'environment', code: 'DATABASE_UNREADABLE', message };
  const code = CODES.find(([pattern]) => pattern.test(message))?.[1] ?? 'DUCKDB_ERROR';
  // The place in the text is one in the translated query, which the user has not written.
  const [words = ''] = message.split(/\n\nLINE |\nLINE |\n\nStack Trace/);
  // DuckDB proposes names of its own catalog, which are of no use to a query of a benchmark.
  const useful = words.replace(/\nDid you mean "(pg|duckdb|sqlite|pragma|snow|assay)_[^\n]*/gi, '');
  return { status: statusOf(code), code, message: decodeNames(useful).trim() };
}
