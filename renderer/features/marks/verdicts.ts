import type { VerdictState } from '#shared/model/verdict.ts';
import type { IconName } from '../../ui/index.ts';

/** How a verdict state looks: colour never alone, so each has an icon and a word. `tone` names its colour token. */
export type VerdictLook = { icon: IconName; word: string; tone: string; heat: 'match' | 'mismatch' | 'fail' | 'time' | 'none' };

export const VERDICT_LOOK: Record<VerdictState, VerdictLook> = {
  match: { icon: 'check', word: 'match', tone: 'match', heat: 'match' },
  mismatch: { icon: 'not-equal', word: 'mismatch', tone: 'mismatch', heat: 'mismatch' },
  'gold failed': { icon: 'gold-failed', word: 'gold failed', tone: 'goldfail', heat: 'none' },
  'prediction failed': { icon: 'failed', word: 'failed', tone: 'predfail', heat: 'fail' },
  'both failed': { icon: 'close', word: 'both failed', tone: 'bothfail', heat: 'none' },
  'timed out': { icon: 'clock', word: 'timed out', tone: 'timeout', heat: 'time' },
  'unstable gold': { icon: 'unstable', word: 'unstable gold', tone: 'unstable', heat: 'none' },
  environment: { icon: 'circle', word: 'environment', tone: 'notrun', heat: 'none' },
  'not judged': { icon: 'question', word: 'not judged', tone: 'notrun', heat: 'none' },
  'not run': { icon: 'circle', word: 'not run', tone: 'notrun', heat: 'none' },
  'no prediction': { icon: 'minus', word: 'no prediction', tone: 'notrun', heat: 'none' },
};
