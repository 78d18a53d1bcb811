import { z } from 'zod';
import { method, nothing } from './method.ts';

const blindnessSchema = z.object({
  on: z.boolean(),
  /**
   * Whether anything is hidden now: blind labelling is on, and no sample is drawn or some item of one is open. A revealed
   * screen does not change it.
   */
  hides: z.boolean(),
});

const screen = z.object({ screen: z.string().min(1).max(40) });

/**
 * Blind labelling, per annotator and project. While it is on, an instance lists every system, those that match among them
 * (how many failed would tell its stratum), and the service sends no system name, group, stratum, verdict,
 * flip, mark, explanation, cluster or label of others for an instance until all of its items in all samples are committed
 * (done, undecided or skipped) or it is revealed. Systems then have numbers of their own in each instance. What tells of
 * many instances at once is held back (`whileBlind.ts`) until everything is committed or the screen is revealed. Revealing
 * is logged and cannot be taken back.
 */
export const blindMethods = {
  'blind.get': method(nothing, blindnessSchema),
  'blind.set': method(z.object({ on: z.boolean() }), blindnessSchema),
  'blind.reveal': method(z.object({ instance: z.number().int() }), nothing),
  /**
   * The current annotator opens a screen (or a command) that shows verdicts: this client is answered until it is covered
   * again. Logged where something is hidden.
   */
  'blind.revealScreen': method(screen, nothing),
  /** The screen is left: what it showed is hidden again. */
  'blind.coverScreen': method(screen, nothing),
};
