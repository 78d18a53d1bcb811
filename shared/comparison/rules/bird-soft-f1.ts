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
  for (const [index, goldRow] of gold.entries()) {
    const row = predicted[index];
    if (row === undefined) {
      onlyGold += 1;
      continue;
    }
    const [goldHashes, hashes] = [goldRow.map(hashCell), row.map(hashCell)];
    const found = row.filter((value, cell) => holds(goldRow, goldHashes, value, hashes[cell]!)).length;
    matched += found / goldRow.length;
    onlyPredicted += (row.length - found) / goldRow.length;
    onlyGold += goldRow.filter((value, cell) => !holds(row, hashes, value, goldHashes[cell]!)).length / goldRow.length;
  }
  const precision = matched + onlyPredicted > 0 ? matched / (matched + onlyPredicted) : 0;
  const recall = matched + onlyGold > 0 ? matched / (matched + onlyGold) : 0;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

/** Whether a row holds a value anywhere; `hashes` are those of its cells. */
const holds = (row: Row, hashes: readonly number[], value: Row[number], hash: number): boolean => {
  for (let cell = hashes.indexOf(hash); cell !== -1; cell = hashes.indexOf(hash, cell + 1)) {
    if (sameCell(row[cell]!, value)) return true;
  }
  return false;
};

function withoutRepeats(rows: readonly Row[], numbers: Int32Array): readonly Row[] {
  const seen = new Set<number>();
  return rows.filter((_, index) => {
    if (seen.has(numbers[index]!)) return false;
    seen.add(numbers[index]!);
    return true;
  });
}
