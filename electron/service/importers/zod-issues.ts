import type { z } from 'zod';

/** What is wrong with a record, on one line. */
export const issuesOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 4)
    .map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`)
    .join('; ');
