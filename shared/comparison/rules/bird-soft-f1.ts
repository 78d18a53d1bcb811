import type { Row } from '../../model/value.ts';
import { cutReason } from '../anyGold.ts';
import { hashCell, sameCell } from '../cellEquality.ts';
import { identifyRows } from '../rowIdentity.ts';
import type { ComparisonInput, ComparisonOutcome, Rule } from '../rule.ts';

/**
 * BIRD's soft F1: duplicate rows are dropped, then row i is compared with row i, without alignment; a prediction value
 * counts when the gold row holds it anywhere, so one gold value can satisfy several.
 */
export const birdSoftF1: Rule = {
  id: 'bird-soft-f1',
  version: '1.0',
  title: 'BIRD soft F1',
  source: 'bird-bench/mini_dev evaluation/evaluation_f1.py, calculate_f1_score.',
  ignoresRowOrder: false,
  compare,
};

function compare(input: ComparisonInput): ComparisonOutcome {
  let best: { score: number; gold: string } | null = null;
  for (const gold of input.golds) {
    if (!gold.complete || !input.prediction.complete) return { outcome: 'not judged', reason: cutReason(gold, input.prediction) };
    const score = softF1(input.prediction.table.rows, gold.table.rows);
    if (best === null || score > best.score) best = { score, gold: gold.name };
  }
  if (best === null) return { outcome: 'not judged', reason: 'there is no gold table to compare with' };
  return best.score === 1 ? { outcome: 'match', ...best } : { outcome: 'mismatch', score: best.score };
}

/** The published F1 of a prediction, between 0 and 1. */
function softF1(predictionRows: readonly Row[], goldRows: readonly Row[]): number {
  if (predictionRows.length === 0 && goldRows.length === 0) return 1;
  const numbers = identifyRows(predictionRows, goldRows);
  const predicted = withoutRepeats(predictionRows, numbers.left);
  const gold = withoutRepeats(goldRows, numbers.right);
  let matched = 0;
  let onlyPredicted = Math.max(0, predicted.length - gold.length);
  let onlyGold = 0;
  const goldHashes = new Int32Array(gold[0]?.length ?? 0);
  const hashes = new Int32Array(predicted[0]?.length ?? 0);
  for (const [index, goldRow] of gold.entries()) {
    const row = predicted[index];
    if (row === undefined) {
      onlyGold += 1;
      continue;
    }
    for (let cell = 0; cell < goldRow.length; cell++) goldHashes[cell] = hashCell(goldRow[cell]!);
    for (let cell = 0; cell < row.length; cell++) hashes[cell] = hashCell(row[cell]!);
    const found = heldCells(goldRow, goldHashes, row, hashes);
    matched += found / goldRow.length;
    onlyPredicted += (row.length - found) / goldRow.length;
    onlyGold += (goldRow.length - heldCells(row, hashes, goldRow, goldHashes)) / goldRow.length;
  }
  const precision = matched + onlyPredicted > 0 ? matched / (matched + onlyPredicted) : 0;
  const recall = matched + onlyGold > 0 ? matched / (matched + onlyGold) : 0;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

/** How many values a row holds anywhere; `hashes` are those of its cells. */
function heldCells(row: Row, hashes: Int32Array, values: Row, valueHashes: Int32Array): number {
  let held = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    // Most often the value stands in its own place.
    if (hashes[at] === valueHashes[at] && sameCell(row[at]!, value)) held++;
    else if (holds(row, hashes, value, valueHashes[at]!)) held++;
  }
  return held;
}

function holds(row: Row, hashes: Int32Array, value: Row[number], hash: number): boolean {
  for (let cell = hashes.indexOf(hash); cell !== -1; cell = hashes.indexOf(hash, cell + 1)) {
    if (sameCell(row[cell]!, value)) return true;
  }
  return false;
}

function withoutRepeats(rows: readonly Row[], numbers: Int32Array): readonly Row[] {
  const seen = new Set<number>();
  return rows.filter((_, index) => {
    if (seen.has(numbers[index]!)) return false;
    seen.add(numbers[index]!);
    return true;
  });
}
