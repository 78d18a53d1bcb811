import { z } from 'zod';
import type { ResponsibleParty } from './label.ts';

/** What a check of the golds can find. Each is a doubt for a person to look at, never a verdict. */
export const FINDING_KINDS = [
  'gold failed',
  'gold kept from running',
  'gold returns no rows',
  'gold depends on the date',
  'stored table drifted',
  'stored table inconsistent',
  'gold fails its own check',
  'tie at the limit',
  'NULL sorts first',
  'numbers sorted as text',
  'counts every row',
  'gold reads no table',
  'systems agree against gold',
  'another answer the data allow',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** So many systems must return the same rows before their agreement is told. */
export const AGREEING_SYSTEMS = 2;

/** Whom a finding speaks against, as far as a machine can tell: a proposal for the label's responsible party. */
export const PROPOSED_PARTY: Readonly<Record<FindingKind, ResponsibleParty>> = {
  'gold failed': 'gold',
  'gold kept from running': 'environment',
  'gold returns no rows': 'gold',
  'gold depends on the date': 'environment',
  'stored table drifted': 'environment',
  'stored table inconsistent': 'gold',
  'gold fails its own check': 'evaluator',
  'tie at the limit': 'question',
  'NULL sorts first': 'gold',
  'numbers sorted as text': 'gold',
  'counts every row': 'gold',
  'gold reads no table': 'gold',
  'systems agree against gold': 'gold',
  'another answer the data allow': 'question',
};

/** What each kind means, for people who read the list. */
export const FINDING_MEANINGS: Readonly<Record<FindingKind, string>> = {
  'gold failed': 'The gold query does not run, so nothing can be judged by it.',
  'gold kept from running': 'The account, a share, the warehouse or the network failed, not the query.',
  'gold returns no rows': 'An empty gold: any prediction without rows would match it.',
  'gold depends on the date': 'The query reads the date of today: its answer changes with time.',
  'stored table drifted': 'The query runs, and its rows are not those of the stored result: values moved.',
  'stored table inconsistent': 'The query runs, and gives another answer than every stored result.',
  'gold fails its own check': 'The gold, handed in as a prediction, does not match under a rule of the project.',
  'tie at the limit': 'LIMIT cuts rows that tie: the answer is not determined by the data.',
  'NULL sorts first': 'A row comes first only because its sort key is NULL.',
  'numbers sorted as text': 'The sort key is text that holds numbers: 9 comes after 10.',
  'counts every row': 'COUNT over a CASE that is never NULL counts every row.',
  'gold reads no table': 'The answer is written into the gold query.',
  'systems agree against gold': `At least ${AGREEING_SYSTEMS} systems return the same rows, and they are not the gold’s.`,
  'another answer the data allow': 'The prediction returns other rows of the tie that the gold’s LIMIT cuts.',
};

export const findingSchema = z.object({
  kind: z.enum(FINDING_KINDS),
  /** With its numbers and names. */
  words: z.string(),
  /** Name of the gold; '' where there is one. */
  gold: z.string(),
  /** The system whose prediction it speaks of; null where it speaks of the gold. */
  system: z.number().int().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;
