import { firstSchema } from './0001-first-schema.ts';
import { executionAttempts } from './0002-execution-attempts.ts';
import { localExecution } from './0003-local-execution.ts';

/**
 * Every step a project file has gone through, in order; the file's `user_version` counts them. Forward only: a step that
 * has shipped never changes, and each has a test in test/migrations.
 */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'first schema', sql: firstSchema },
  { name: 'execution attempts', sql: executionAttempts },
  { name: 'local execution', sql: localExecution },
];
