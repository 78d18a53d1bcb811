import { z } from 'zod';

/** One step of an agent: what it thought, what it called, what it saw. Fields are null where the log has none. */
export const stepSchema = z.object({
  thought: z.string().nullable(),
  tool: z.string().nullable(),
  /** The call's arguments as the log gives them: a name and its text. */
  call: z.array(z.object({ name: z.string(), text: z.string() })),
  /** SQL found in the call. */
  sql: z.string().nullable(),
  observation: z.string().nullable(),
  outcome: z.enum(['ok', 'error', 'unknown']),
});
export type Step = z.infer<typeof stepSchema>;

export const trajectorySchema = z.object({
  steps: z.array(stepSchema),
  /** Did the agent hand in an answer itself? */
  terminated: z.boolean(),
  /** The submitted SQL and where it was found. */
  answer: z.string().nullable(),
  extractionMethod: z.string().nullable(),
});
export type Trajectory = z.infer<typeof trajectorySchema>;
