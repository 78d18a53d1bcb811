import { expect, test } from 'vitest';
import type { Row, Table } from '../model/value.ts';
import { explain } from './explain.ts';

const table = (columns: string[], ...rows: Row[]): Table => ({ columns, rows });
const gold = (name: string, value: Table) => ({ name, table: value, conditionColumns: [] });
const base = { orderCounts: false, matchedGold: null, readsNoTable: false };

test('a rounding difference names the smallest tolerance that would match', () => {
  const answer = explain({
    ...base,
    golds: [gold('', table(['a'], ['x'], ['y']))],
    prediction: table(['a'], ['X'], ['y']),
  });
  expect(answer).toMatchObject({ isExplained: true, warnings: [] });
  expect(answer.nearMisses).toEqual([{ kind: 'case', words: '1 cell differs in upper and lower case only' }]);
  const rounded = explain({ ...base, golds: [gold('', table(['a'], [58.744924]))], prediction: table(['a'], [58.74]) });
  expect(rounded.nearMisses.map(({ words }) => words)).toEqual([
    '1 cell differs by rounding; a tolerance of 0.004924 would match',
  ]);
  const lastDigit = explain({ ...base, golds: [gold('', table(['a'], [0.3]))], prediction: table(['a'], [0.1 + 0.2]) });
  expect(lastDigit.nearMisses.map(({ words }) => words)).toEqual([
    '1 cell differs by rounding; a tolerance of 5.55e-17 would match',
  ]);
});

test('of several golds the nearest is explained', () => {
  const answer = explain({
    ...base,
    golds: [gold('a', table(['n'], [7n], [8n])), gold('b', table(['n'], [1n], [2n]))],
    prediction: table(['n'], [1n], [2n], [3n]),
  });
  expect(answer.gold).toBe('b');
  expect(answer.nearMisses).toEqual([{ kind: 'extra rows', words: '1 extra row; all of gold’s are there' }]);
});

test('a match that scrambles rows carries a warning, one that does not carries none', () => {
  const people = table(['name', 'n'], ['alice', 100n], ['bob', 250n]);
  const warned = explain({
    ...base,
    golds: [gold('', people)],
    prediction: table(['name', 'n'], ['alice', 250n], ['bob', 100n]),
    matchedGold: '',
  });
  expect(warned.warnings.map(({ kind }) => kind)).toEqual(['rows scrambled']);
  expect(explain({ ...base, golds: [gold('', people)], prediction: people, matchedGold: '' }).warnings).toEqual([]);
});

test('a prediction that reads no table is said in either case', () => {
  const one = table(['n'], [12n]);
  const answer = explain({ ...base, golds: [gold('', one)], prediction: one, matchedGold: '', readsNoTable: true });
  expect(answer.warnings.map(({ kind }) => kind)).toEqual(['literal only']);
});
