import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanSql, isNoAnswer } from './cleaning.ts';

test.each([
  ['```sql\nSELECT 1\n```', 'SELECT 1', ['fence']],
  ['Here it is:\n```\nSELECT 1;\n```\nand again ```sql\nSELECT 2\n```', 'SELECT 1;', ['fence']],
  ['```sql\nSELECT 1', 'SELECT 1', ['fence']],
  ['SELECT a &lt; 3 &amp;&amp; b &#62; 2', 'SELECT a < 3 && b > 2', ['entities']],
  ["SELECT 'R&D', '&copy;'", "SELECT 'R&D', '&copy;'", []],
  ['  SELECT 1\n', 'SELECT 1', []],
])('%j becomes %j', (text, sql, cleaning) => {
  expect(cleanSql(text)).toEqual({ sql, cleaning });
});

test('SQL without fences and entities is only trimmed, and cleaning twice is cleaning once', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = cleanSql(text);
      if (!text.includes('```') && !text.includes('&')) expect(once).toEqual({ sql: text.trim(), cleaning: [] });
      if (!text.includes('&')) expect(cleanSql(once.sql).sql.length).toBeLessThanOrEqual(once.sql.length);
    }),
  );
});

test.each(['', '  ', "SELECT 'Workflow Error' AS result;"])('%j is no answer', (sql) => {
  expect(isNoAnswer(sql)).toBe(true);
});
