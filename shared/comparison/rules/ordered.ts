import type { Row } from '../../model/value.ts';
import { cutReason, type GoldVerdict, judgeAnyGold } from '../anyGold.ts';
import { sameRow } from '../rowIdentity.ts';
import type { ComparedTable, Rule } from '../rule.ts';

/** Same rows in the same order; columns count by position. Names and condition columns play no part. */
export const ordered: Rule = {
  id: 'ordered',
  version: '1.0',
  title: 'Rows in order',
  source: 'Assay. The multiset rule with row order, for gold queries whose order is part of the answer.',
  ignoresRowOrder: false,
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judgeInOrder(gold, prediction, sameRow)),
};

/** Row by row; a cut table proves a mismatch by a visible row that differs or by more rows than the other has in all. */
export function judgeInOrder(
  gold: ComparedTable,
  prediction: ComparedTable,
  same: (goldRow: Row, predictionRow: Row) => boolean,
): GoldVerdict {
  const goldRows = gold.table.rows;
  const predictionRows = prediction.table.rows;
  if (gold.complete && predictionRows.length > goldRows.length) return false;
  if (prediction.complete && goldRows.length > predictionRows.length) return false;
  const seen = Math.min(goldRows.length, predictionRows.length);
  for (let row = 0; row < seen; row++) if (!same(goldRows[row]!, predictionRows[row]!)) return false;
  return (gold.complete && prediction.complete) || { undecided: cutReason(gold, prediction) };
}
