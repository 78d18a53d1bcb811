import { describe, expect, test } from 'vitest';
import { looseMatchWarnings } from '#shared/comparison/looseMatch.ts';
import { findNearMisses } from '#shared/comparison/nearMiss.ts';
import { RULES } from '#shared/comparison/registry.ts';
import { judgeRepeated } from '#shared/comparison/repeatedRuns.ts';
import type { ComparisonInput, RuleId } from '#shared/comparison/rule.ts';
import type { Row, Table, Value } from '#shared/model/value.ts';
import { isOutsideFrame } from '#shared/model/verdict.ts';

/**
 * Faults of published evaluators that were reported in public, as small inputs: the published verdict, and what Assay
 * says beside it. Numbers are those of the issue trackers. Rows which need queries, files or an engine are in
 * test/service/reported-faults-*.test.ts; reportedFaultRows.test.ts says which row is where.
 */

const table = (rows: readonly Row[], columns?: readonly string[]): Table => ({
  columns: columns ?? (rows[0] ?? []).map((_, index) => `c${index}`),
  rows,
});

const decimal = (text: string): Value => ({ type: 'decimal', text });

type Options = { conditions?: readonly (readonly number[])[]; ignoreOrder?: boolean; published?: ComparisonInput['published'] };

function verdict(rule: RuleId, golds: readonly Table[], prediction: Table, options: Options = {}): string {
  const outcome = RULES[rule].compare({
    golds: golds.map((gold, index) => ({
      name: `gold ${index + 1}`,
      table: gold,
      complete: true,
      conditionColumns: options.conditions?.[index] ?? [],
    })),
    prediction: { table: prediction, complete: true },
    goldSql: null,
    ignoreOrder: options.ignoreOrder ?? true,
    ...(options.published === undefined ? {} : { published: options.published }),
  });
  return outcome.outcome === 'match' ? `match with ${outcome.gold}` : outcome.outcome;
}

const kindsOf = (gold: Table, prediction: Table, orderCounts = false) =>
  findNearMisses(gold, prediction, orderCounts).kinds.map(({ kind }) => kind);

const warningsOf = (gold: Table, prediction: Table) => looseMatchWarnings(gold, [], prediction).map(({ kind }) => kind);

describe('Spider 2.0', () => {
  test('row 1, #157: NULL is scored as 0: published match, documented mismatch, flagged', () => {
    const [gold, prediction] = [table([[null], [6.69]]), table([[0], [6.69]])];
    expect(verdict('spider2', [gold], prediction)).toBe('match with gold 1');
    expect(verdict('spider2-as-documented', [gold], prediction)).toBe('mismatch');
    expect(kindsOf(gold, prediction)).toEqual(['null vs zero']);
    expect(warningsOf(gold, prediction)).toEqual(['null as zero']);
  });

  test('row 2, #225: sorting as text defeats the tolerance: published mismatch, documented match', () => {
    const [gold, prediction] = [table([[10.001], [10.5]]), table([[9.999], [10.5]])];
    expect(verdict('spider2', [gold], prediction)).toBe('mismatch');
    expect(verdict('spider2-as-documented', [gold], prediction)).toBe('match with gold 1');
  });

  test('row 3, #200, #226: columns are matched without their rows: published match, documented mismatch, flagged', () => {
    const gold = table([
      ['alice', 100n],
      ['bob', 250n],
    ]);
    const prediction = table([
      ['alice', 250n],
      ['bob', 100n],
    ]);
    expect(verdict('spider2', [gold], prediction)).toBe('match with gold 1');
    expect(verdict('spider2-as-documented', [gold], prediction)).toBe('mismatch');
    expect(warningsOf(gold, prediction)).toEqual(['rows scrambled']);
  });

  test('row 4, #25: rounding within the tolerance: match, named with the smallest tolerance', () => {
    const [gold, prediction] = [table([[58.74]]), table([[58.744924]])];
    expect(verdict('spider2', [gold], prediction)).toBe('match with gold 1');
    const [rounding] = findNearMisses(gold, prediction, false).kinds;
    expect(rounding).toMatchObject({ kind: 'rounding', cells: 1 });
    expect(rounding?.kind === 'rounding' && rounding.tolerance).toBeCloseTo(0.004924, 9);
  });

  test('row 5: the absolute tolerance hides a ratio: published match, flagged', () => {
    const [gold, prediction] = [table([[0.013]]), table([[0.004]])];
    expect(verdict('spider2', [gold], prediction)).toBe('match with gold 1');
    expect(looseMatchWarnings(gold, [], prediction)).toEqual([
      { kind: 'tolerance hides a ratio', cells: 1, largestRatio: expect.closeTo(3.25, 9) },
    ]);
  });

  test('row 6, #151: fewer condition lists than golds: the published one raises, the documented one matches the second gold', () => {
    const golds = [table([[1n, 2n]]), table([[7n]])];
    const published = { conditionColumns: [[0]], call: 'multi' } as const;
    expect(verdict('spider2', golds, table([[7n]]), { published })).toBe('not judged');
    expect(verdict('spider2-as-documented', golds, table([[7n]]), { conditions: [[0]] })).toBe('match with gold 2');
  });

  test('a condition beyond the columns of a gold is a configuration error, not a mismatch', () => {
    const outcome = RULES['spider2-as-documented'].compare({
      golds: [{ name: 'a', table: table([[1n]]), complete: true, conditionColumns: [3] }],
      prediction: { table: table([[1n]]), complete: true },
      goldSql: null,
      ignoreOrder: true,
    });
    expect(outcome).toEqual({ outcome: 'not judged', reason: 'the condition names column 3, but a has 1 columns (from 0)' });
  });

  test('row 7: one variant and a flat condition list: the published one compares one column only', () => {
    const gold = table([[12n, 1.7, 13.3, 5.1]]);
    const prediction = table([[12n, 1.7, 25n, 100n]]);
    const published = { conditionColumns: [1, 2, 3], call: 'multi' } as const;
    expect(verdict('spider2', [gold], prediction, { published })).toBe('match with gold 1');
    expect(verdict('spider2-as-documented', [gold], prediction, { conditions: [[1, 2, 3]] })).toBe('mismatch');
  });

  test('row 8: condition [0] is no condition to the Lite script, which compares all columns; the Snow script and the documentation compare the first', () => {
    const [gold, prediction] = [table([['x', 5n]]), table([['x']])];
    const published = { conditionColumns: [0], call: 'multi' } as const;
    expect(verdict('spider2-lite', [gold], prediction, { published })).toBe('mismatch');
    expect(verdict('spider2', [gold], prediction, { published })).toBe('match with gold 1');
    expect(verdict('spider2-as-documented', [gold], prediction, { conditions: [[0]] })).toBe('match with gold 1');
  });

  test('row 9, #44: order is required and rows tie: published mismatch, explained by ties', () => {
    const gold = table([
      ['A', 5n],
      ['B', 5n],
    ]);
    const prediction = table([
      ['B', 5n],
      ['A', 5n],
    ]);
    expect(verdict('spider2', [gold], prediction, { ignoreOrder: false })).toBe('mismatch');
    expect(kindsOf(gold, prediction, true)).toEqual(['ties']);
    expect(
      kindsOf(
        table([
          ['A', 5n],
          ['B', 4n],
        ]),
        table([
          ['B', 4n],
          ['A', 5n],
        ]),
        true,
      ),
    ).toEqual(['row order']);
  });

  test('row 19, PR #220: text that differs by case only: published mismatch, explained', () => {
    const [gold, prediction] = [table([['Apache-2.0']]), table([['APACHE-2.0']])];
    expect(verdict('spider2', [gold], prediction)).toBe('mismatch');
    expect(kindsOf(gold, prediction)).toEqual(['case']);
    // The other differences between variants that the same report lists.
    expect(kindsOf(table([[5n]]), table([[5]]))).toEqual([]);
    expect(kindsOf(table([['x', 'y', 'z']]), table([['x'], ['y'], ['z']]))).toEqual(['transposed']);
  });

  test('a query without rows scores 0 by itself', () => {
    expect(verdict('spider2', [table([], ['a'])], table([], ['a']))).toBe('mismatch');
    expect(verdict('spider2-as-documented', [table([], ['a'])], table([], ['a']))).toBe('match with gold 1');
  });
});

describe('BIRD', () => {
  test('row 21, DAMO #177, #190: duplicates are ignored: published match, multiset mismatch, named', () => {
    const [gold, prediction] = [table([['apple'], ['pear']]), table([['apple'], ['apple'], ['pear']])];
    expect(verdict('bird-ex', [gold], prediction)).toBe('match with gold 1');
    expect(verdict('multiset', [gold], prediction)).toBe('mismatch');
    expect(findNearMisses(gold, prediction, false)).toMatchObject({
      isExplained: true,
      kinds: [{ kind: 'duplicates', rows: 1 }],
    });
  });

  test('row 22, DAMO #159: column order counts: published mismatch, explained', () => {
    const gold = table([
      [5n, 'a'],
      [6n, 'b'],
    ]);
    const prediction = table([
      ['a', 5n],
      ['b', 6n],
    ]);
    expect(verdict('bird-ex', [gold], prediction)).toBe('mismatch');
    expect(kindsOf(gold, prediction)).toEqual(['column order']);
  });

  test('row 24, mini_dev #48: what parallel sums leave over: published mismatch, explained as rounding', () => {
    const [gold, prediction] = [table([[459.95626421124325]]), table([[459.9562642112432]])];
    expect(verdict('bird-ex', [gold], prediction)).toBe('mismatch');
    expect(kindsOf(gold, prediction)).toEqual(['rounding']);
    expect(verdict('aifunc', [gold], prediction)).toBe('match with gold 1');
    // Run three times, such a gold has no result that a majority shares: it is called unstable, and no system's fault.
    const sums = [459.95626421124325, 459.9562642112432, 459.956264211243].map((sum) => table([[sum]]));
    const judged = judgeRepeated({
      mode: 'majority',
      repetitions: 3,
      gold: { rowCounts: [1, 1, 1] },
      prediction: { rowCounts: [1, 1, 1] },
      compare: (asPrediction, asGold) =>
        RULES['bird-ex'].compare({
          golds: [{ name: 'gold', table: sums[asGold.run]!, complete: true, conditionColumns: [] }],
          prediction: { table: sums[asPrediction.run]!, complete: true },
          goldSql: null,
          ignoreOrder: true,
        }),
    });
    expect(judged).toMatchObject({ outcome: 'unstable gold' });
    expect(isOutsideFrame('unstable gold')).toBe(true);
  });

  test('row 31, BIRD-Interact #8: 6.9 against Decimal 6.90: not equal exactly, equal within a tolerance', () => {
    const [gold, prediction] = [table([[decimal('6.90')]]), table([[6.9]])];
    expect(verdict('bird-ex', [gold], prediction)).toBe('mismatch');
    expect(verdict('aifunc', [gold], prediction)).toBe('match with gold 1');
    expect(findNearMisses(gold, prediction, false).isExplained).toBe(true);
  });

  test('row 34: soft F1 does not align rows: a missing first row scores 0, and three of four rows are found', () => {
    const gold = table([[1n], [2n], [3n], [4n]]);
    const prediction = table([[2n], [3n], [4n]]);
    expect(
      RULES['bird-soft-f1'].compare({
        golds: [{ name: 'gold', table: gold, complete: true, conditionColumns: [] }],
        prediction: { table: prediction, complete: true },
        goldSql: null,
        ignoreOrder: true,
      }),
    ).toEqual({ outcome: 'mismatch', score: 0 });
    expect(findNearMisses(gold, prediction, false).kinds).toEqual([{ kind: 'missing rows', rows: 1 }]);
  });
});

describe('Spider test suite', () => {
  test('row 41: integer and float twins fail the quick reject: published mismatch, multiset match', () => {
    const [gold, prediction] = [table([[1n, 1.5]]), table([[1, 1.5]])];
    expect(verdict('test-suite', [gold], prediction)).toBe('mismatch');
    expect(verdict('multiset', [gold], prediction)).toBe('match with gold 1');
  });
});

describe('Spider2-AIFunc', () => {
  test('values of different types are bridged as published', () => {
    const judge = (gold: Value, prediction: Value) => verdict('aifunc', [table([[gold]])], table([[prediction]]));
    const match = 'match with gold 1';
    expect(judge(42n, '42')).toBe(match);
    expect(judge(null, '0')).toBe(match);
    expect(judge(null, '')).toBe('mismatch');
    expect(judge(true, 'yes')).toBe(match);
    expect(judge('true', 1n)).toBe('mismatch');
    expect(judge({ type: 'date', text: '2020-01-01' }, '2020-01-01')).toBe(match);
    expect(judge('12345678901234567', '12345678901234568')).toBe(match);
    expect(judge(4.14, 4.15)).toBe(match);
    expect(judge('[\n 1,\n 2]', '[1,2]')).toBe('mismatch');
  });
});
