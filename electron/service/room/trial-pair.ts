import { AssayError } from '#shared/contract/errors.ts';
import type { ResultKey } from '#shared/contract/room.ts';
import type { PairReference } from '../comparison/protocol.ts';
import type { Db } from '../database/open.ts';
import { trialOf } from '../database/trials.ts';

/**
 * The pair that is shown of a trial, beside what the run has: a scratch query stands in the prediction's place, gold and
 * prediction that ran again stand beside each other or beside themselves. @throws AssayError NOT_FOUND
 */
export function trialPair(db: Db, { trial, ...item }: ResultKey, inRun: PairReference): PairReference {
  const found = trial && trialOf(db, item, trial.id);
  if (!trial || !found) {
    throw new AssayError('NOT_FOUND', 'There is no such execution of this item.', { next: 'Run the query again.' });
  }
  const side = (name: string) => found.executions.find((each) => each.side === name);
  const answer = side('scratch') ?? side('prediction');
  const predicted = answer?.resultHash ?? null;
  const gold = side('gold');
  if (trial.compare === 'gold') return { gold: inRun.gold, prediction: gold?.resultHash ?? null };
  if (trial.compare === 'prediction') return { gold: inRun.prediction, prediction: predicted };
  return { gold: gold ? gold.resultHash : inRun.gold, prediction: predicted };
}
