import { expect, test } from 'vitest';
import type { Row } from '../../model/value.ts';
import type { ComparisonInput, Rule } from '../rule.ts';
import { birdEx } from './bird-ex.ts';
import { multiset } from './multiset.ts';
import { testSuite } from './test-suite.ts';

type Options = { goldCut?: boolean; predictionCut?: boolean; goldSql?: string };

function judge(rule: Rule, gold: readonly Row[], prediction: readonly Row[], options: Options = {}): string {
  const table = (rows: readonly Row[]) => ({ columns: (rows[0] ?? []).map((_, index) => `c${index}`), rows });
  const input: ComparisonInput = {
    golds: [{ name: 'gold', table: table(gold), complete: !options.goldCut, conditionColumns: [] }],
    prediction: { table: table(prediction), complete: !options.predictionCut },
    goldSql: options.goldSql ?? null,
    ignoreOrder: true,
  };
  const outcome = rule.compare(input);
  return outcome.outcome === 'not judged' ? outcome.reason : outcome.outcome;
}

test('duplicates count for the multiset rule and not for BIRD EX', () => {
  expect(judge(multiset, [['apple'], ['pear']], [['apple'], ['apple'], ['pear']])).toBe('mismatch');
  expect(judge(birdEx, [['apple'], ['pear']], [['apple'], ['apple'], ['pear']])).toBe('match');
});

test('two results without rows are equal whatever their columns are', () => {
  for (const rule of [multiset, birdEx, testSuite]) expect(judge(rule, [], [])).toBe('match');
});

test('a cut prediction is judged only by rows that the whole gold lacks', () => {
  const reason = 'the prediction was cut at a cap, 1 rows read: the rest could decide';
  for (const rule of [multiset, birdEx, testSuite]) {
    expect(judge(rule, [[1n], [2n]], [[1n]], { predictionCut: true })).toBe(reason);
    expect(judge(rule, [[1n], [2n]], [[3n]], { predictionCut: true })).toBe('mismatch');
    expect(judge(rule, [[1n], [2n]], [[1n, 2n]], { predictionCut: true })).toBe('mismatch');
  }
});

test('equal visible parts of two cut tables prove nothing', () => {
  for (const rule of [multiset, birdEx, testSuite]) {
    expect(judge(rule, [[1n]], [[2n]], { predictionCut: true, goldCut: true })).toContain('were cut at a cap');
    expect(judge(rule, [[1n]], [[1n]], { predictionCut: true, goldCut: true })).toContain('were cut at a cap');
  }
});

test('more rows than the whole other table has are a mismatch, cut or not', () => {
  expect(judge(multiset, [[1n]], [[1n], [1n]], { predictionCut: true })).toBe('mismatch');
  expect(judge(testSuite, [[1n]], [[1n], [1n]], { predictionCut: true })).toBe('mismatch');
});

test('the test suite takes any one order of the columns, not one for each row', () => {
  expect(
    judge(
      testSuite,
      [
        ['a', 1n],
        ['b', 2n],
      ],
      [
        [1n, 'a'],
        [2n, 'b'],
      ],
    ),
  ).toBe('match');
  expect(
    judge(
      testSuite,
      [
        ['a', 1n],
        ['b', 2n],
      ],
      [
        [1n, 'a'],
        ['b', 2n],
      ],
    ),
  ).toBe('mismatch');
});

test('row order counts for the test suite where the gold says ORDER BY, even in a subquery', () => {
  const gold = [[1n], [2n]];
  const prediction = [[2n], [1n]];
  expect(judge(testSuite, gold, prediction, { goldSql: 'SELECT a FROM t' })).toBe('match');
  expect(judge(testSuite, gold, prediction, { goldSql: 'SELECT a FROM (SELECT a FROM t Order By a)' })).toBe('mismatch');
});

test('the test suite rejects integer and float twins where their texts sort differently', () => {
  expect(judge(testSuite, [[1n, 10n]], [[1, 10]])).toBe('mismatch');
  expect(judge(testSuite, [[1n, 1.5]], [[1, 1.5]])).toBe('mismatch');
  expect(judge(testSuite, [[3n, 'x']], [[3, 'x']])).toBe('match');
});

test('the test suite drops bytes that are no UTF-8 before it compares', () => {
  expect(judge(testSuite, [['caf\udce9']], [['caf']])).toBe('match');
  expect(judge(multiset, [['caf\udce9']], [['caf']])).toBe('mismatch');
  expect(judge(testSuite, [['\u{1F480}']], [['']])).toBe('mismatch');
});

test('thirty interchangeable columns do not make the permutation search explode', () => {
  const gold = Array.from({ length: 60 }, (_, row) =>
    Array.from({ length: 30 }, (_, column) => BigInt((row * 7 + column * 3) % 2)),
  );
  const prediction = gold.map((row) => row.toReversed()).toReversed();
  prediction[0] = prediction[0]!.with(0, 1n - (prediction[0]![0] as bigint)).with(1, 1n - (prediction[0]![1] as bigint));
  const started = performance.now();
  judge(testSuite, gold, prediction);
  judge(
    testSuite,
    gold,
    gold.map((row) => row.toReversed()),
  );
  expect(performance.now() - started).toBeLessThan(2000);
});
