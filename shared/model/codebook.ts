import { z } from 'zod';

export const codeSchema = z.object({
  code: z.string(),
  title: z.string(),
  definition: z.string(),
  examples: z.array(z.string()),
  /** Strata in which the code is offered; null = everywhere. */
  strata: z.array(z.string()).nullable(),
  retired: z.boolean(),
});
export type Code = z.infer<typeof codeSchema>;

export const codebookSchema = z.object({ version: z.number().int(), name: z.string(), codes: z.array(codeSchema) });
export type Codebook = z.infer<typeof codebookSchema>;

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
    },
    {
      code: 'C2',
      title: 'Predicate & filter',
      definition:
        'Tables and columns are right, but a condition is wrong, missing or surplus: literal, range, case, NULL, status.',
      examples: ["status = 'closed' where the data holds 'C'", 'the end date is left out of BETWEEN'],
      strata: null,
      retired: false,
    },
    {
      code: 'C3',
      title: 'Query logic',
      definition:
        'The composition is wrong: join type, aggregation level, DISTINCT, window, set operation, order, limit, or the returned columns.',
      examples: ['COUNT(*) after a join that multiplies rows', 'the average of averages'],
      strata: null,
      retired: false,
    },
    {
      code: 'C4',
      title: 'AI function usage',
      definition:
        'An AI function is the wrong one, is missing or needless, or its prompt, labels, threshold, input or result is handled wrongly.',
      examples: ['AI_FILTER where AI_CLASSIFY with the given labels is asked', "the label 'Other' is dropped"],
      strata: null,
      retired: false,
    },
    {
      code: 'C5',
      title: 'Annotation issue',
      definition:
        'The gold query, the question or the document is wrong, ambiguous or at odds with the data; the prediction may be right.',
      examples: ['LIMIT 1 cuts a tie', 'gold filters by something that the question never mentions'],
      strata: ['S1'],
      retired: false,
    },
  ],
};
