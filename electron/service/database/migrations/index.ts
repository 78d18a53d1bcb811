import { firstSchema } from './0001-first-schema.ts';
import { executionAttempts } from './0002-execution-attempts.ts';
import { rules } from './0003-rules.ts';
import { allFormats } from './0004-all-formats.ts';
import { localExecution } from './0005-local-execution.ts';
import { trials } from './0006-trials.ts';
import { goldFindings } from './0007-gold-findings.ts';

/**
 * Every step a project file has gone through, in order; the file's `user_version` counts them. Forward only: a step that
 * has shipped never changes, and each has a test in test/migrations.
 */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'first schema', sql: firstSchema },
  { name: 'execution attempts', sql: executionAttempts },
  { name: 'rules', sql: rules },
  { name: 'all formats', sql: allFormats },
  { name: 'local execution', sql: localExecution },
  { name: 'trials', sql: trials },
  { name: 'gold findings', sql: goldFindings },
];
