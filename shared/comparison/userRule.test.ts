import { expect, test } from 'vitest';
import { PLAIN_OPTIONS, type UserRuleOptions } from '../model/userRule.ts';
import type { Row, Table } from '../model/value.ts';
import { multiset } from './rules/multiset.ts';
import { userRule } from './userRule.ts';

type More = { names?: [string[], string[]]; conditionColumns?: number[]; ignoreOrder?: boolean; cut?: boolean };

function judge(options: Partial<UserRuleOptions>, gold: readonly Row[], prediction: readonly Row[], more: More = {}): string {
  const table = (rows: readonly Row[], names?: string[]): Table => ({
    columns: names ?? (rows[0] ?? []).map((_, index) => `c${index}`),
    rows,
  });
  const outcome = userRule({ name: 'mine', version: 3, options: { ...PLAIN_OPTIONS, ...options } }).compare({
    golds: [{ name: 'gold', table: table(gold, more.names?.[0]), complete: true, conditionColumns: more.conditionColumns ?? [] }],
    prediction: { table: table(prediction, more.names?.[1]), complete: !more.cut },
    goldSql: null,
    ignoreOrder: more.ignoreOrder ?? true,
  });
  return outcome.outcome === 'not judged' ? outcome.reason : outcome.outcome;
}

test('its version is the count of its changes', () => {
  expect(userRule({ name: 'mine', version: 3, options: PLAIN_OPTIONS })).toMatchObject({ id: 'mine', version: '3' });
});

test('plain options agree with the multiset rule', () => {
  const tables: Row[][] = [[[1n]], [[1]], [['1']], [[null]], [[0n]], [[1n], [1n]], [[1n, 2n]], [[2n, 1n]], [], [[true]]];
  for (const gold of tables) {
    for (const prediction of tables) {
      const table = (rows: Row[]) => ({ columns: (rows[0] ?? [1n]).map(String), rows });
      const published = multiset.compare({
        golds: [{ name: 'gold', table: table(gold), complete: true, conditionColumns: [] }],
        prediction: { table: table(prediction), complete: true },
        goldSql: null,
        ignoreOrder: true,
      });
      const names: [string[], string[]] = [table(gold).columns, table(prediction).columns];
      expect(judge({}, gold, prediction, { names }), JSON.stringify([gold.length, prediction.length])).toBe(published.outcome);
    }
  }
});

test('integers beyond 2^53 stay apart unless a tolerance forgives it', () => {
  expect(judge({}, [[9007199254740993n]], [[9007199254740992n]])).toBe('mismatch');
  expect(judge({}, [[9007199254740992n]], [[9007199254740992]])).toBe('match');
  expect(judge({ relativeTolerance: 1e-9 }, [[9007199254740993n]], [[9007199254740992n]])).toBe('match');
});

test.each<[string, Partial<UserRuleOptions>, Row[], Row[]]>([
  ['row order', { order: 'ignored' }, [[1n], [2n]], [[2n], [1n]]],
  ['duplicates', { duplicates: 'ignored' }, [[1n], [2n]], [[2n], [1n], [1n]]],
  ['duplicates within a tolerance', { duplicates: 'ignored', absoluteTolerance: 0.1 }, [[1], [2]], [[2.05], [1], [1.05]]],
  [
    'column order',
    { columns: 'best' },
    [
      [1n, 'a'],
      [2n, 'b'],
    ],
    [
      ['a', 1n],
      ['b', 2n],
    ],
  ],
  [
    'column order and duplicates',
    { columns: 'best', duplicates: 'ignored' },
    [
      [1n, 'a'],
      [2n, 'b'],
    ],
    [
      ['a', 1n],
      ['b', 2n],
      ['b', 2n],
    ],
  ],
  ['extra columns', { extraColumns: 'allowed' }, [[1n]], [[1n, 'x']]],
  ['an absolute tolerance', { absoluteTolerance: 0.01 }, [[4.14]], [[4.15]]],
  ['a relative tolerance', { relativeTolerance: 0.01 }, [[1000]], [[1009]]],
  ['NULL and 0', { nulls: 'zero' }, [[null]], [[0n]]],
  ["NULL and ''", { nulls: 'empty text' }, [[null]], [['']]],
  ['case', { case: 'ignored' }, [['Ab']], [['aB']]],
  ['white space', { whiteSpace: 'ignored' }, [['a b']], [[' a  b ']]],
  ['how dates are written', { dates: 'by value' }, [[{ type: 'date', text: '2020-01-02' }]], [['01/02/2020']]],
])('%s is forgiven where the rule says so, and only there', (_what, options, gold, prediction) => {
  expect(judge(options, gold, prediction)).toBe('match');
  if (options.order !== 'ignored') expect(judge({}, gold, prediction)).toBe('mismatch');
  else expect(judge({ order: 'counts' }, gold, prediction)).toBe('mismatch');
});

test('rows stay together under the best mapping', () => {
  expect(
    judge(
      { columns: 'best' },
      [
        ['alice', 100n],
        ['bob', 250n],
      ],
      [
        ['alice', 250n],
        ['bob', 100n],
      ],
    ),
  ).toBe('mismatch');
});

test('columns are answered by name, the first of equal names by the first', () => {
  const named = (gold: string[], prediction: string[]) =>
    judge({ columns: 'name', extraColumns: 'allowed' }, [[1n, 2n]], [[2n, 1n]], { names: [gold, prediction] });
  expect(named(['a', 'b'], ['b', 'a'])).toBe('match');
  expect(named(['a', 'b'], ['a', 'b'])).toBe('mismatch');
  expect(named(['a', 'b'], ['B', 'a'])).toBe('mismatch');
  expect(named(['a', 'a'], ['a', 'a'])).toBe('mismatch');
});

test('the order counts where the instance says so', () => {
  const ordered = (ignoreOrder: boolean) => judge({ order: 'as configured' }, [[1n], [2n]], [[2n], [1n]], { ignoreOrder });
  expect([ordered(true), ordered(false)]).toEqual(['match', 'mismatch']);
});

test('repeated rows are dropped in order where order counts', () => {
  const options: Partial<UserRuleOptions> = { order: 'counts', duplicates: 'ignored' };
  expect(judge(options, [[1n], [2n]], [[1n], [1n], [2n]])).toBe('match');
  expect(judge(options, [[1n], [2n]], [[2n], [1n], [1n]])).toBe('mismatch');
});

test('condition columns choose what is compared, and one that gold lacks is said', () => {
  const options: Partial<UserRuleOptions> = { goldColumns: 'condition columns', extraColumns: 'allowed', columns: 'best' };
  expect(judge(options, [['x', 5n]], [[5n]], { conditionColumns: [1] })).toBe('match');
  expect(judge(options, [['x', 5n]], [[5n]], { conditionColumns: [4] })).toBe(
    'the condition names column 4, but gold has 2 columns (from 0)',
  );
});

test('a cut prediction is judged only by what its part proves', () => {
  expect(judge({}, [[1n]], [[1n], [2n]], { cut: true })).toBe('mismatch');
  expect(judge({}, [[1n], [2n]], [[1n]], { cut: true })).toContain('was cut at a cap');
});
