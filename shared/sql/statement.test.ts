import { expect, test } from 'vitest';
import { leadingWords, refusalBeforePreparing } from './statement.ts';

test('leading words are found behind comments and white space', () => {
  expect(leadingWords('/* a */ -- b\n ; select 1', 2)).toEqual(['SELECT']);
  expect(leadingWords('with x as (select 1) select * from x', 3)).toEqual(['WITH', 'X', 'AS']);
  expect(leadingWords('', 2)).toEqual([]);
});

test.each([
  "ATTACH '/etc/passwd' AS x",
  '/* SELECT */ attach database x as y',
  '-- SELECT\nPRAGMA writable_schema = 1',
  'EXPLAIN PRAGMA journal_mode = DELETE',
  'EXPLAIN QUERY PLAN DELETE FROM t',
  ";;vacuum into '/tmp/x'",
  'insert into t values (1)',
])('%s is refused before it is prepared', (sql) => {
  expect(refusalBeforePreparing(sql)).toMatch(/is not a query/);
});

test.each(['', '  ', '-- no answer', '/* nothing', ';;'])('%j holds no statement', (sql) => {
  expect(refusalBeforePreparing(sql)).toBe('there is no statement');
});

test.each([
  'select 1',
  'WITH a AS (SELECT 1) SELECT * FROM a',
  'VALUES (1)',
  'explain query plan select 1',
  'I cannot answer',
  '(select 1)',
])('%s is left to the engine', (sql) => {
  expect(refusalBeforePreparing(sql)).toBeNull();
});
