import type { PredictionView } from '#shared/contract/room.ts';
import type { Execution } from '#shared/model/execution.ts';
import { givesScore, type Verdict, type VerdictState } from '#shared/model/verdict.ts';

/** The verdict under a rule; null before the rule was applied. */
export const verdictUnder = (prediction: Pick<PredictionView, 'verdicts'>, rule: string): Verdict | null =>
  prediction.verdicts.find((verdict) => verdict.rule === rule) ?? null;

const isDecided = (state: VerdictState) => state === 'match' || state === 'mismatch';

/** The verdicts that say match where the sample's rule says mismatch, or the other way round; a score says neither. */
export function flips(prediction: Pick<PredictionView, 'verdicts'>, rule: string): Verdict[] {
  const own = verdictUnder(prediction, rule);
  if (own === null || !isDecided(own.state)) return [];
  return prediction.verdicts.filter(
    (verdict) => isDecided(verdict.state) && verdict.state !== own.state && !givesScore(verdict.rule),
  );
}

/** States that count a prediction as right or wrong, by whatever rule. */
const COUNTING: readonly VerdictState[] = ['match', 'mismatch', 'prediction failed', 'timed out', 'no prediction'];

/** Whether two evaluators count the same prediction, the one as right and the other as wrong. */
export const contradicts = (one: VerdictState, other: VerdictState): boolean =>
  COUNTING.includes(one) && COUNTING.includes(other) && (one === 'match') !== (other === 'match');

/** Other systems that returned the same wrong rows; empty where the prediction matches or has no result. */
export function sameWrongResult(predictions: readonly PredictionView[], system: number, rule: string): PredictionView[] {
  const own = predictions.find((prediction) => prediction.system === system);
  if (!own || own.cluster === null || verdictUnder(own, rule)?.state !== 'mismatch') return [];
  return predictions.filter((prediction) => prediction.system !== system && prediction.cluster === own.cluster);
}

/** Milliseconds as a person reads them. */
export function durationText(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** What an execution that gave no rows means for the comparison, in a sentence. */
export function failureMeaning(execution: Execution | null, side: 'gold' | 'prediction'): string {
  const which = side === 'gold' ? 'Gold' : 'The prediction';
  const outside = side === 'gold' ? ' The instance does not count against any system.' : '';
  switch (execution?.status) {
    case undefined:
      return `${which} has not been run yet, so there are no rows to compare.`;
    case 'ok':
      return `${which} ran.`;
    case 'error':
      return `${which} did not run: the database refused it with this error.${outside}`;
    case 'timeout':
      return `${which} was stopped at the time limit and counts as timed out, not as wrong rows.${outside}`;
    case 'cancelled':
      return `${which} was cancelled while it ran; run it again to get a verdict.`;
    case 'refused':
      return `${which} was not run: exactly one statement that only reads is allowed.${outside}`;
    case 'environment':
      return `${which} could not run, because what it needs was not there. The instance does not count against any system; run it again.`;
  }
}

/** Where a cap cut a result, said in words; null where it is whole. */
export function cutText(execution: Execution | null): string | null {
  if (execution === null || execution.cappedBy === null || execution.rowCount === null) return null;
  const rows = execution.rowCount.toLocaleString('en-US');
  return execution.cappedBy === 'rows' ? `cut at ${rows} rows` : `cut at the size limit, after ${rows} rows`;
}
