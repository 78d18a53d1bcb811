import { expect, test } from 'vitest';
import { aiFunctionsIn, readsNoTable } from './words.ts';

test.each([
  'SELECT 12 AS month, 1.7',
  "VALUES (1, 'from')",
  'SELECT 1 -- from t',
  'SELECT "from" /* JOIN */',
  "SELECT 'it''s from t'",
])('%s reads no table', (sql) => expect(readsNoTable(sql)).toBe(true));

test.each(['SELECT a FROM t', 'select 1 from (select 2)', "SELECT 'a\\' FROM t WHERE b = 'c'", "SELECT 'it\\'s', a FROM t"])(
  '%s may read one',
  (sql) => expect(readsNoTable(sql)).toBe(false),
);

test('AI functions are found where they are called, not where they are written of', () => {
  const sql = `SELECT ai_filter(PROMPT('AI_AGG(x)')), AI_CLASSIFY (a, ['x']) -- AI_EXTRACT(b)
    FROM t WHERE AI_FILTER(b) AND "AI_SENTIMENT(" IS NULL`;
  expect(aiFunctionsIn(sql)).toEqual(['AI_FILTER', 'AI_CLASSIFY']);
});

test('a literal of 20 MB is read', () => {
  expect(readsNoTable(`SELECT '${'x'.repeat(20e6)} FROM t'`)).toBe(true);
});
