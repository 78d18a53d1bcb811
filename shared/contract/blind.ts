import { z } from 'zod';
import { method, nothing } from './method.ts';

/** Blind labelling was switched, or something that it hides was shown on purpose. */
export const blindEventSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  annotator: z.string(),
  kind: z.enum(['on', 'off', 'reveal']),
  instance: z.number().int().nullable(),
  instanceId: z.string().nullable(),
  /** The screen that was opened although it shows names and verdicts; null for an instance. */
  screen: z.string().nullable(),
});
export type BlindEvent = z.infer<typeof blindEventSchema>;

/**
 * Blind labelling, per annotator and project. While it is on, an instance lists every system, those that match among them
 * (how many failed would tell its stratum), and the service sends no system name, group, stratum, verdict,
 * flip, mark, explanation, cluster or label of others for an instance until all of its items are committed (done,
 * undecided or skipped) or it is revealed. Revealing is logged and cannot be taken back.
 */
export const blindMethods = {
  'blind.get': method(nothing, z.object({ on: z.boolean() })),
  'blind.set': method(z.object({ on: z.boolean() }), z.object({ on: z.boolean() })),
  'blind.reveal': method(z.object({ instance: z.number().int() }), nothing),
  /** The current annotator opened a screen that shows verdicts. */
  'blind.revealScreen': method(z.object({ screen: z.string().min(1).max(40) }), nothing),
  /** What the current annotator switched and revealed, the latest first. */
  'blind.log': method(nothing, z.array(blindEventSchema)),
};
