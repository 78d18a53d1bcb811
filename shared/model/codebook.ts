import { z } from 'zod';
import { nameProblem } from './name.ts';

/** Letters, digits and `_ . -`, so that codes can stand in lists, files and file names. */
export const codeNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,23}$/u, 'A code is up to 24 letters, digits, dots, dashes or underscores.')
  .refine((name) => nameProblem(name) === null, 'The code has a sign that cannot be seen.');

export const codeSchema = z.object({
  /** Its name for good: labels carry it, so it never changes and is never used for something else. */
  code: z.string(),
  title: z.string(),
  definition: z.string(),
  examples: z.array(z.string()),
  /** Strata in which the code is offered; null = everywhere. */
  strata: z.array(z.string()).nullable(),
  retired: z.boolean(),
  /** The type that it is a subtype of; '' for a code that stands alone. */
  group: z.string().default(''),
  /** Where it is retired: the code that it was merged into, or those that it was split into. */
  replacedBy: z.array(z.string()).default([]),
  /** The version of the codebook in which its meaning last changed: redefined, merged, split, retired or brought back. */
  changedIn: z.number().int().default(1),
  /** Versions before that one in which it meant what it means now: found by comparing them, kept in no version and no file. */
  sameIn: z.array(z.number().int()).optional(),
});
export type Code = z.infer<typeof codeSchema>;

export const codebookSchema = z.object({ version: z.number().int(), name: z.string(), codes: z.array(codeSchema) });
export type Codebook = z.infer<typeof codebookSchema>;

/** A version of the codebook in the list of its versions. */
export const codebookVersionSchema = z.object({
  version: z.number().int(),
  at: z.string(),
  /** Who made it; '' for the one that the project began with. */
  by: z.string(),
  description: z.string(),
});
export type CodebookVersion = z.infer<typeof codebookVersionSchema>;

/** C1–C5 of arXiv 2607.06229: the codebook that a new project starts with. */
export const PAPER_CODEBOOK: Codebook = {
  version: 1,
  name: 'C1–C5',
  codes: [
    {
      code: 'C1',
      title: 'Schema grounding',
      definition: 'The prediction reads the wrong table, column, join key or JSON path, or one that does not exist.',
      examples: ['rides.stop_id taken for stops.id', 'a column that the schema does not have'],
      strata: null,
      retired: false,
      group: '',
      replacedBy: [],
      changedIn: 1,
    },
    {
      code: 'C2',
      title: 'Predicate & filter',
      definition:
        'Tables and columns are right, but a condition is wrong, missing or surplus: literal, range, case, NULL, status.',
      examples: ["status = 'closed' where the data holds 'C'", 'the end date is left out of BETWEEN'],
      strata: null,
      retired: false,
      group: '',
      replacedBy: [],
      changedIn: 1,
    },
    {
      code: 'C3',
      title: 'Query logic',
      definition:
        'The composition is wrong: join type, aggregation level, DISTINCT, window, set operation, order, limit, or the returned columns.',
      examples: ['COUNT(*) after a join that multiplies rows', 'the average of averages'],
      strata: null,
      retired: false,
      group: '',
      replacedBy: [],
      changedIn: 1,
    },
    {
      code: 'C4',
      title: 'AI function usage',
      definition:
        'An AI function is the wrong one, is missing or needless, or its prompt, labels, threshold, input or result is handled wrongly.',
      examples: ['AI_FILTER where AI_CLASSIFY with the given labels is asked', "the label 'Other' is dropped"],
      strata: null,
      retired: false,
      group: '',
      replacedBy: [],
      changedIn: 1,
    },
    {
      code: 'C5',
      title: 'Annotation issue',
      definition:
        'The gold query, the question or the document is wrong, ambiguous or at odds with the data; the prediction may be right.',
      examples: ['LIMIT 1 cuts a tie', 'gold filters by something that the question never mentions'],
      strata: ['S1'],
      retired: false,
      group: '',
      replacedBy: [],
      changedIn: 1,
    },
  ],
};
