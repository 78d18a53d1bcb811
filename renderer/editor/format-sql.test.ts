import { expect, test } from 'vitest';
import { dialectOf, formatSql } from './format-sql.ts';

test('habits of layout and case disappear, names keep theirs', () => {
  const one = formatSql('select count(*) from Orders where "Id">1', 'sqlite');
  const two = formatSql('SELECT   COUNT( * )\nFROM Orders\nWHERE "Id" > 1', 'sqlite');
  expect(one).toEqual(two);
  expect(one.unformatted).toBeNull();
  expect(one.text).toContain('Orders');
});

test('string literals keep their blanks and case', () => {
  expect(formatSql("select 'a  From  b' from t", 'sqlite').text).toContain("'a  From  b'");
});

test('SQL that the formatter cannot read comes back as it was, with the reason', () => {
  const broken = "SELECT ((( FROM 'never closed";
  const result = formatSql(broken, 'sqlite');
  expect(result.text).toBe(broken);
  expect(result.unformatted).toContain('cannot read');
});

test('very long SQL is left as it is', () => {
  const long = `SELECT ${'1, '.repeat(150_000)}1`;
  expect(formatSql(long, 'sqlite')).toEqual({ text: long, unformatted: 'too long to format' });
});

test('Snowflake paths and AI functions are read', () => {
  const result = formatSql("select ai_classify(s.descr, ['a','b']):labels[0]::string from safety s", 'snowflake');
  expect(result.unformatted).toBeNull();
});

test('the dialect follows from the engine', () => {
  expect(['sqlite 3.53.1', 'Snowflake', 'duckdb', 'postgres'].map(dialectOf)).toEqual(['sqlite', 'snowflake', 'duckdb', 'other']);
});
