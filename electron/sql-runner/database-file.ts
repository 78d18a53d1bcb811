import type { RunnerOutcome } from '#shared/contract/runner.ts';
import { missingFileInWords } from '#shared/model/execution.ts';

/** What a query comes to whose database is not there: its fault it is not. `file` is '' where none is known. */
export const databaseMissing = (file: string): RunnerOutcome => ({
  status: 'environment',
  code: 'DATABASE_MISSING',
  message: missingFileInWords(file),
});

/** The same for a file that the system does not let us read. */
export const databaseUnreadable = (error: Error): RunnerOutcome => ({
  status: 'environment',
  code: 'DATABASE_UNREADABLE',
  message: `the database file cannot be read: ${error.message}`,
});

/** An error of the file system: EACCES, EISDIR, EIO … */
export const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
