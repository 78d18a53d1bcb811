import { z } from 'zod';

/** What a project's own rule forgives and what it does not. Stored with the project; every change is a new version. */
export const userRuleOptionsSchema = z.strictObject({
  /** Row order: `as configured` = where the instance says so. */
  order: z.enum(['ignored', 'counts', 'as configured']),
  duplicates: z.enum(['count', 'ignored']),
  /** How prediction columns answer gold columns: by position, by name, or the single mapping under which the rows match. */
  columns: z.enum(['position', 'name', 'best']),
  /** Which gold columns are compared: all, or the instance's condition columns where it has some. */
  goldColumns: z.enum(['all', 'condition columns']),
  extraColumns: z.enum(['mismatch', 'allowed']),
  /** Numbers match within the larger of both: an absolute distance, and a share of the larger number. */
  absoluteTolerance: z.number().min(0).finite(),
  relativeTolerance: z.number().min(0).max(1),
  /** What a NULL equals besides NULL. */
  nulls: z.enum(['distinct', 'zero', 'empty text']),
  case: z.enum(['counts', 'ignored']),
  /** `ignored`: outer blanks go, inner runs of blanks are one. */
  whiteSpace: z.enum(['counts', 'ignored']),
  /** `by value`: dates and times equal text that reads as the same point in time. */
  dates: z.enum(['as text', 'by value']),
});
export type UserRuleOptions = z.infer<typeof userRuleOptionsSchema>;

/** The plain reading, from which a new rule starts: rows as a bag, columns by position, nothing forgiven. */
export const PLAIN_OPTIONS: UserRuleOptions = {
  order: 'ignored',
  duplicates: 'count',
  columns: 'position',
  goldColumns: 'all',
  extraColumns: 'mismatch',
  absoluteTolerance: 0,
  relativeTolerance: 0,
  nulls: 'distinct',
  case: 'counts',
  whiteSpace: 'counts',
  dates: 'as text',
};

/** A name that can stand on a command line and in a table's head. */
export const userRuleNameSchema = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u, 'Letters, digits, blanks, dots, dashes and underscores; 40 at most.');

export const userRuleSchema = z.object({
  name: userRuleNameSchema,
  /** 1, 2, 3 … */
  version: z.number().int().positive(),
  createdAt: z.string(),
  options: userRuleOptionsSchema,
});
export type UserRule = z.infer<typeof userRuleSchema>;
