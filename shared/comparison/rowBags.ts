import { cutReason, type GoldVerdict } from './anyGold.ts';
import { countRows, identifyRows } from './rowIdentity.ts';
import type { ComparedTable } from './rule.ts';

/**
 * Compares the rows of two tables without their order. With `duplicatesCount` each row must occur equally often,
 * without it the sets of rows must be the same. Two tables without rows are equal whatever their columns are.
 */
export function judgeRowBags(gold: ComparedTable, prediction: ComparedTable, duplicatesCount: boolean): GoldVerdict {
  const { left, right, distinct } = identifyRows(gold.table.rows, prediction.table.rows);
  const goldCounts = countRows(left, distinct);
  const predictionCounts = countRows(right, distinct);
  let onlyInGold = false;
  let onlyInPrediction = false;
  for (let row = 0; row < distinct; row++) {
    const surplus = predictionCounts[row]! - goldCounts[row]!;
    if (surplus < 0 && (duplicatesCount || predictionCounts[row] === 0)) onlyInGold = true;
    if (surplus > 0 && (duplicatesCount || goldCounts[row] === 0)) onlyInPrediction = true;
  }
  if (gold.complete && prediction.complete) return !onlyInGold && !onlyInPrediction;
  if (differInWidth(gold, prediction)) return false;
  // Rows of one side that the whole other side lacks stay unmatched whatever else was cut off.
  if (prediction.complete && onlyInGold) return false;
  if (gold.complete && onlyInPrediction) return false;
  return { undecided: cutReason(gold, prediction) };
}

/** True when rows were seen on both sides and they are not equally wide: no further row can mend that. */
export function differInWidth(gold: ComparedTable, prediction: ComparedTable): boolean {
  const goldRow = gold.table.rows[0];
  const predictionRow = prediction.table.rows[0];
  return goldRow !== undefined && predictionRow !== undefined && goldRow.length !== predictionRow.length;
}
