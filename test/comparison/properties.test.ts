import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsMatch, compareAifunc } from '#shared/comparison/aifunc/compare.ts';
import { alignTables } from '#shared/comparison/alignment.ts';
import { closeNumbers } from '#shared/comparison/documented/cells.ts';
import { matchesAsDocumented } from '#shared/comparison/documented/compare.ts';
import { isSameTable, LargeTables } from '#shared/comparison/largeTables.ts';
import { compareFrames } from '#shared/comparison/pandas/compareFrames.ts';
import { frameOfTable } from '#shared/comparison/pandas/frameOfTable.ts';
import { settleLargeFrames } from '#shared/comparison/pandas/largeFrames.ts';
import { isClose } from '#shared/comparison/pandas/vectorMatch.ts';
import { RULES } from '#shared/comparison/registry.ts';
import type { RuleId } from '#shared/comparison/rule.ts';
import type { Row, Table, Value } from '#shared/model/value.ts';

const cell: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, 'a', 'b', 'NA', '', '1', '1.0', 'x y', '2020-01-01'),
  fc.integer({ min: -3, max: 12 }).map(BigInt),
  fc.constantFrom<Value>(0.5, 1, 1.005, 1.01, 10, -0.25, { type: 'decimal', text: '1.50' }, { type: 'date', text: '2020-01-01' }),
);

/** Tables of one to four columns in which some columns hold values of one kind only, as results do. */
const tables: fc.Arbitrary<Table> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 }))
  .chain(([columns, rows]) =>
    fc
      .array(
        fc.oneof(
          fc.array(cell, { minLength: rows, maxLength: rows }),
          fc.array(fc.integer({ min: 0, max: 4 }).map(BigInt), { minLength: rows, maxLength: rows }),
          fc.array(fc.constantFrom('ann', 'bob', 'cid'), { minLength: rows, maxLength: rows }),
        ),
        { minLength: columns, maxLength: columns },
      )
      .map((cells) => ({
        columns: cells.map((_, column) => `c${column}`),
        rows: Array.from({ length: rows }, (_, row): Row => cells.map((column) => column[row]!)),
      })),
  );

const pairs = fc.oneof(
  fc.tuple(tables, tables),
  // Mostly alike, so that both verdicts occur.
  tables.chain((table) => fc.tuple(fc.constant(table), edited(table))),
);

function edited(table: Table): fc.Arbitrary<Table> {
  return fc
    .tuple(fc.nat(table.rows.length - 1), fc.nat(table.columns.length - 1), fc.oneof(fc.constant(undefined), cell))
    .map(([row, column, value]) => ({
      columns: table.columns,
      rows: value === undefined ? table.rows : table.rows.with(row, table.rows[row]!.with(column, value)),
    }));
}

const order = (length: number) => fc.shuffledSubarray([...Array(length).keys()], { minLength: length, maxLength: length });

function verdict(rule: RuleId, gold: Table, prediction: Table): string {
  return RULES[rule].compare({
    golds: [{ name: 'gold', table: gold, complete: true, conditionColumns: [] }],
    prediction: { table: prediction, complete: true },
    goldSql: null,
    ignoreOrder: true,
  }).outcome;
}

const shuffleFree: readonly RuleId[] = ['multiset', 'bird-ex', 'test-suite', 'spider2', 'spider2-as-documented', 'aifunc'];
const permutationFree: readonly RuleId[] = ['test-suite', 'spider2', 'spider2-as-documented', 'aifunc'];
const symmetric: readonly RuleId[] = ['multiset', 'bird-ex', 'test-suite', 'ordered', 'exact'];

describe('rules', () => {
  test.for(Object.keys(RULES) as RuleId[])('%s: a table matches itself', (rule) => {
    fc.assert(fc.property(tables, (table) => verdict(rule, table, table) === 'match'));
  });

  test.for(shuffleFree)('%s: the order of the prediction rows does not matter', (rule) => {
    const input = pairs.chain(([gold, prediction]) =>
      fc.tuple(fc.constant(gold), fc.constant(prediction), order(prediction.rows.length)),
    );
    fc.assert(
      fc.property(input, ([gold, prediction, rows]) => {
        const shuffled = { columns: prediction.columns, rows: rows.map((row) => prediction.rows[row]!) };
        expect(verdict(rule, gold, shuffled)).toBe(verdict(rule, gold, prediction));
      }),
    );
  });

  test.for(permutationFree)('%s: the order of the prediction columns does not matter', (rule) => {
    const input = pairs.chain(([gold, prediction]) =>
      fc.tuple(fc.constant(gold), fc.constant(prediction), order(prediction.columns.length)),
    );
    fc.assert(
      fc.property(input, ([gold, prediction, columns]) => {
        const permuted = {
          columns: columns.map((column) => prediction.columns[column]!),
          rows: prediction.rows.map((row) => columns.map((column) => row[column]!)),
        };
        expect(verdict(rule, gold, permuted)).toBe(verdict(rule, gold, prediction));
      }),
    );
  });

  test.for(symmetric)('%s: gold and prediction can change places', (rule) => {
    fc.assert(fc.property(pairs, ([a, b]) => verdict(rule, a, b) === verdict(rule, b, a)));
  });

  test('what matches with a tolerance matches when it comes closer', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const near = fc.tuple(number, fc.double({ min: -0.02, max: 0.02, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(near, ([a, distance, share]) => {
        const closer = a + distance * share;
        if (isClose(a, a + distance)) expect(isClose(a, closer)).toBe(true);
        if (cellsMatch(a, a + distance)) expect(cellsMatch(a, closer)).toBe(true);
      }),
    );
  });
});

const options = (ignoreOrder: boolean) => ({ ignoreOrder, timestampsAreText: true, close: closeNumbers, leastCells: 0 });

describe('large tables', () => {
  test('are settled by their summaries only as the full comparison would', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), ([gold, prediction], ignoreOrder) => {
        const all = [...gold.columns.keys()];
        if (gold.columns.length > 1 && prediction.columns.length > 1) {
          const settled = settleLargeFrames(gold, all, prediction, ignoreOrder, 0);
          const frames = compareFrames(frameOfTable(prediction), frameOfTable(gold), [], ignoreOrder);
          if (settled !== null) expect(settled).toBe(frames);
        }
        const typed = LargeTables.look(gold, all, prediction, { ...options(ignoreOrder), timestampsAreText: false });
        const columns = typed instanceof LargeTables ? typed.columnCandidates() : typed;
        if (columns === 'differ') expect(compareAifunc(prediction, gold, [], ignoreOrder)).toBe(false);
        else if (columns?.every(({ isSure }) => isSure)) expect(compareAifunc(prediction, gold, [], ignoreOrder)).toBe(true);

        const documented = LargeTables.look(gold, all, prediction, options(ignoreOrder));
        const rows = documented instanceof LargeTables ? documented.rowCandidates() : documented;
        const matches = matchesAsDocumented(gold, all, prediction, ignoreOrder);
        if (rows === 'differ') expect(matches).toBe(false);
        else if (typeof rows === 'boolean') expect(matches).toBe(rows);

        if (isSameTable(gold, prediction)) {
          expect(compareFrames(frameOfTable(prediction), frameOfTable(gold), [], ignoreOrder)).toBe(true);
          expect(compareAifunc(prediction, gold, [], ignoreOrder)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('alignment', () => {
  test('shows every row of both tables once', () => {
    fc.assert(
      fc.property(pairs, ([gold, prediction]) => {
        const alignment = alignTables(gold, prediction);
        const sorted = (rows: Int32Array) => [...rows].filter((row) => row !== -1).sort((a, b) => a - b);
        expect(sorted(alignment.goldRows)).toEqual([...gold.rows.keys()]);
        expect(sorted(alignment.predictionRows)).toEqual([...prediction.rows.keys()]);
      }),
    );
  });

  test('of a table with itself, shuffled, finds only equal rows', () => {
    const input = tables.chain((table) => fc.tuple(fc.constant(table), order(table.rows.length)));
    fc.assert(
      fc.property(input, ([table, rows]) => {
        const shuffled = { columns: table.columns, rows: rows.map((row) => table.rows[row]!) };
        expect(alignTables(table, shuffled).counts.equal).toBe(table.rows.length);
      }),
    );
  });
});
