import { expect, test } from 'vitest';
import type { Row } from '../model/value.ts';
import type { JudgingMode } from '../model/verdict.ts';
import { judgeRepeated, majorityOf, majorityThreshold } from './repeatedRuns.ts';
import { aifunc } from './rules/aifunc.ts';

/** One table of one column for each run. */
type Side = readonly (readonly (bigint | number)[])[];

function judge(mode: JudgingMode, repetitions: number, gold: Side, prediction: Side) {
  const table = (cells: Side[number]) => ({ columns: ['a'], rows: cells.map((cell): Row => [cell]) });
  const tables = { gold: gold.map(table), prediction: prediction.map(table) };
  return judgeRepeated({
    mode,
    repetitions,
    gold: { rowCounts: gold.map((cells) => cells.length) },
    prediction: { rowCounts: prediction.map((cells) => cells.length) },
    compare: (asPrediction, asGold) =>
      aifunc.compare({
        golds: [{ name: 'gold', table: tables[asGold.side][asGold.run]!, complete: true, conditionColumns: [] }],
        prediction: { table: tables[asPrediction.side][asPrediction.run]!, complete: true },
        goldSql: null,
        ignoreOrder: true,
      }),
  });
}

const majority = (values: readonly number[], tolerance = 0) =>
  majorityOf(
    values.map(() => 1),
    (a, b) => Math.abs(values[a]! - values[b]!) <= tolerance,
  );

test('one run a side is judged as it is', () => {
  expect(judge('majority', 1, [[1n]], [[1n]]).outcome).toBe('match');
  expect(judge('majority', 1, [[1n]], [[2n]]).outcome).toBe('mismatch');
  expect(judge('any', 1, [[1n]], [[1n]]).outcome).toBe('match');
});

test('more than half of the runs asked for must agree', () => {
  expect([1, 2, 3, 4, 5, 10].map(majorityThreshold)).toEqual([1, 2, 2, 3, 3, 6]);
});

test('the majority of each side is compared', () => {
  expect(judge('majority', 3, [[1n], [5n], [1n]], [[9n], [1n], [1n]]).outcome).toBe('match');
  expect(judge('majority', 3, [[1n], [5n], [1n]], [[5n], [5n], [1n]]).outcome).toBe('mismatch');
});

test('a gold without a majority is unstable, whatever its most frequent result would say', () => {
  const outcome = judge('majority', 3, [[1n], [2n], [3n]], [[1n]]);
  expect(outcome).toMatchObject({ outcome: 'unstable gold', score: 1 });
  expect('reason' in outcome && outcome.reason).toBe(
    'gold agrees with itself in 1 of 3 runs, 2 are needed; the most frequent results would be a match',
  );
  expect(judge('majority', 3, [[1n], [2n], [3n]], [[2n]])).toMatchObject({ outcome: 'unstable gold', score: 0 });
});

test('failed gold runs count against its majority: the threshold is of the runs asked for', () => {
  expect(judge('majority', 5, [[1n], [1n]], [[1n]]).outcome).toBe('unstable gold');
  expect(judge('majority', 3, [[1n], [1n]], [[1n]]).outcome).toBe('match');
});

test('a prediction needs no majority: its most frequent result is taken, the first of equals', () => {
  expect(judge('majority', 3, [[1n], [1n], [1n]], [[1n], [2n], [3n]]).outcome).toBe('match');
  expect(judge('majority', 3, [[1n], [1n], [1n]], [[2n], [1n], [3n]]).outcome).toBe('mismatch');
});

test('where row counts differ, runs are told apart by them alone, as published', () => {
  // The second and third gold run differ in content, and still count as two of three that agree.
  const outcome = judge('majority', 3, [[1n], [1n, 2n], [8n, 9n]], [[1n, 2n]]);
  expect(outcome.outcome).toBe('match');
});

test('a tolerance chains runs into one cluster, in whatever order they come', () => {
  expect(majority([1, 1.01, 1.02], 0.0101)).toEqual({ representative: 0, size: 3, others: [] });
  expect(majority([1, 1.02, 1.01], 0.0101)).toEqual({ representative: 0, size: 3, others: [] });
  expect(majority([1, 3, 1, 3, 3])).toEqual({ representative: 1, size: 3, others: [0, 2] });
  expect(majority([2, 1, 1, 2])).toEqual({ representative: 0, size: 2, others: [1, 2] });
});

test('in any mode one pair of runs that match is enough, and gold is never unstable', () => {
  expect(judge('any', 3, [[1n], [2n], [3n]], [[9n], [3n]]).outcome).toBe('match');
  expect(judge('any', 3, [[1n], [2n], [3n]], [[9n], [8n]]).outcome).toBe('mismatch');
});
