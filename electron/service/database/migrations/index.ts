import { firstSchema } from './0001-first-schema.ts';
import { executionAttempts } from './0002-execution-attempts.ts';
import { rules } from './0003-rules.ts';
import { allFormats } from './0004-all-formats.ts';
import { localExecution } from './0005-local-execution.ts';
import { trials } from './0006-trials.ts';
import { goldFindings } from './0007-gold-findings.ts';
import { labelling } from './0008-labelling.ts';
import { compiledQueries } from './0009-compiled-queries.ts';
import { databaseVariants } from './0010-database-variants.ts';
import { runs } from './0011-runs.ts';
import { variantFiles } from './0012-variant-files.ts';
import { keptFigures } from './0013-kept-figures.ts';
import { kindsOfEvidence } from './0014-kinds-of-evidence.ts';
import { sizeOfResults } from './0015-size-of-results.ts';

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
  { name: 'labelling', sql: labelling },
  { name: 'compiled queries', sql: compiledQueries },
  { name: 'database variants', sql: databaseVariants },
  { name: 'runs', sql: runs },
  { name: 'variant files', sql: variantFiles },
  { name: 'kept figures', sql: keptFigures },
  { name: 'kinds of evidence', sql: kindsOfEvidence },
  { name: 'size of results', sql: sizeOfResults },
];
